import Glibc

extension Peer {
    /// The pause before each repetition of a slow answer, in milliseconds.
    private static var pace: Int32 { 20 }

    private static var niceness: Int32 { 19 }

    /// Performs the steps of a fault.
    func play(_ steps: [Fault.Step]) {
        for step in steps {
            switch step {
            case .bytes(let bytes): guard send(bytes) else { return }
            case .pour(let bytes):
                // Lower the priority: a real server would run on another machine and take no processor time from the
                // client.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Peer.niceness)
                while send(bytes) {}
            case .drip(let bytes): while !hangsUp(within: Peer.pace), send(bytes) {}
            case .wait: while readByte() != nil {}
            case .reset: resetOnClose()
            case .halfClose: shutdown(descriptor, Int32(SHUT_WR))
            }
        }
    }
}

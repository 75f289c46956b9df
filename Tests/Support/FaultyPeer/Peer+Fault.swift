import Glibc

extension Peer {
    /// Milliseconds between two bytes of a slow answer.
    private static var pace: Int32 { 20 }

    private static var niceness: Int32 { 19 }

    /// Does what a fault consists of.
    func play(_ steps: [Fault.Step]) {
        for step in steps {
            switch step {
            case .bytes(let bytes): guard send(bytes) else { return }
            case .pour(let bytes):
                // A server elsewhere takes no processor time from the program that it pours at.
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

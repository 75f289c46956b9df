import CPlatform
import Dispatch
import Glibc

/// Calls back when an interface, an address or a route of this machine changes, as it does when a network returns. It
/// causes no wake-ups in between.
public final class NetworkWatch: Sendable {
    private let source: DispatchSource

    private static let queue = DispatchQueue(label: "network")

    /// Calls `onChange`, on a thread of its own, some time after each change; often several times for one. It must not
    /// block. `nil` if the system does not tell.
    public init?(onChange: @escaping @Sendable () -> Void) {
        let descriptor = network_changes()
        guard descriptor >= 0 else { return nil }
        let made = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: NetworkWatch.queue)
        guard let source = made as? DispatchSource else {
            close(descriptor)
            return nil
        }
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 8_192)
            // What changed does not matter; messages that were lost (ENOBUFS) are a change as well.
            while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
            onChange()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        self.source = source
    }

    deinit { cancel() }

    /// Ends the watch. A call that has begun continues.
    public func cancel() { source.cancel() }
}

import Dispatch
import TestSupport
import Testing

/// Holds transactions on their threads until it is opened.
struct Gate: Sendable {
    private let opened = DispatchSemaphore(value: 0)
    private let arrivals = Watched(0)

    /// Blocks until the gate is opened for one transaction.
    func pass() {
        arrivals.change { $0 += 1 }
        opened.wait()
    }

    /// Returns once `count` transactions have arrived.
    func wait(for count: Int = 1) async { await arrivals.wait { $0 == count } }

    /// Lets `count` transactions pass.
    func open(for count: Int = 1) { for _ in 0..<count { opened.signal() } }
}

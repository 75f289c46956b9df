import Platform
import Storage

/// Tells of the ledger's trouble once when it begins and once when it is over, and has it looked at in between. While
/// nothing is wrong it sleeps.
struct LedgerGuard: Sendable {
    let ledger: any Ledger
    let onProblem: @Sendable (ShopServerError) -> Void
    private let wakeUp = WakeUpSignal()

    /// Between two attempts to use it again.
    private static let pause = Duration.milliseconds(500)

    init(ledger: any Ledger, onProblem: @escaping @Sendable (ShopServerError) -> Void) {
        self.ledger = ledger
        self.onProblem = onProblem
    }

    /// Works until cancelled.
    func run() async {
        ledger.watchTrouble { [onProblem, wakeUp] trouble in
            onProblem(trouble.map { .ledgerTrouble($0) } ?? .ledgerIsBack)
            wakeUp.signal()
        }
        while !Task.isCancelled {
            await wakeUp.wait()
            while !Task.isCancelled, await ledger.examine() != nil {
                try? await OneShotTimer.sleep(for: LedgerGuard.pause)
            }
        }
    }
}

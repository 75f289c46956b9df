import Hummingbird
import Storage

extension StoreError: RefusingError {
    /// The response to a failed store operation. Nothing was confirmed, so the request can be retried with the same
    /// idempotency key.
    var refusal: Refusal {
        Refusal(status: .serviceUnavailable, sentence: sentence, fields: [.retryAfter: String(secondsToWait)])
    }

    /// The message for guests. What has to be done about the problem is reported only to the operator.
    var sentence: String {
        switch self {
        case .overloaded: "Too many orders at once; please try again."
        case .busy: "Another program is using the shop's order book; please try again in a moment."
        case .missing: "The shop's order book is missing: nothing can be ordered until it is back."
        case .replaced: "The shop's order book was replaced just now; please ask once more."
        case .altered, .logLost, .damaged:
            "The shop's order book is damaged: nothing can be ordered until it is mended."
        case .otherVersion, .foreign:
            "Another file lies in the place of the shop's order book: nothing can be ordered for now."
        case .full: "The shop has no room left to write orders down; please try again later."
        case .readOnly: "The shop may not write into its order book: nothing can be ordered for now."
        case .unreachable, .denied, .unusableAddress, .noLibrary:
            "The shop cannot reach its order book right now; please try again in a moment."
        case .refused, .system, .sqlite: "The shop cannot write orders down right now; please try again later."
        }
    }

    /// A machine-readable name of the error.
    var status: String {
        switch self {
        case .overloaded: "overloaded"
        case .busy: "ledger_locked"
        case .missing: "ledger_missing"
        case .replaced: "ledger_replaced"
        case .altered, .logLost, .damaged: "ledger_damaged"
        case .otherVersion: "ledger_of_other_version"
        case .foreign: "ledger_foreign"
        case .full: "disk_full"
        case .readOnly: "ledger_read_only"
        case .unreachable: "ledger_unreachable"
        case .denied, .unusableAddress, .noLibrary: "ledger_closed"
        case .refused, .system, .sqlite: "ledger_failing"
        }
    }

    /// The `Retry-After` delay in seconds: short if the store is only busy, long if an operator has to act.
    fileprivate var secondsToWait: Int {
        switch self {
        case .overloaded, .replaced: 1
        case .busy, .logLost, .unreachable: 5
        case .missing, .altered, .damaged, .otherVersion, .foreign, .full, .readOnly, .denied, .unusableAddress,
            .noLibrary,
            .refused, .system, .sqlite:
            30
        }
    }
}

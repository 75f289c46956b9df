import Domain
import Foundation
import Platform
import TerminalText

/// What selling a line took from the stock of its counter: the number of pieces by the counter's own identifiers, such
/// as those of fruits. Empty if it took nothing.
public typealias TakenStock = [String: Int]

public struct NewOrder: Hashable, Sendable {
    public let who: PlainText
    public let handover: Handover
    /// At least one line, at the prices that are charged.
    public let lines: [OrderLine]
    /// What each line took, in the order of `lines`; empty if none of them took anything.
    public let taken: [TakenStock]
    public let deliveryFee: Won
    /// The terms of its delivery; `nil` if it is not delivered.
    public let deliveryTerms: DeliveryTerms?
    /// `received`, `ready` for an order that is made at once, or `handedOver` for one that is not tracked.
    public let state: OrderState
    /// The business day by the shop's calendar. Stored as the day of the last order if that is the next one: a change of
    /// the calendar applies from the next day on.
    public let day: Day
    /// The terminal that placed it; `nil` if it did not identify itself.
    public let session: UUID?
    /// Stored in whole seconds.
    public let placedAt: Date
    /// Whether a message about it goes to the webhook.
    public let isAnnounced: Bool
    /// The printers that print it.
    public let printers: [OutboxDestination]

    public init(
        who: PlainText, handover: Handover = Handover(.pickup), lines: [OrderLine], taken: [TakenStock] = [],
        deliveryFee: Won = Won(0), deliveryTerms: DeliveryTerms? = nil, state: OrderState = .received,
        session: UUID? = nil, day: Day, placedAt: Date, isAnnounced: Bool,
        printers: [OutboxDestination] = []
    ) {
        self.who = who
        self.handover = handover
        self.lines = lines
        self.taken = taken.allSatisfy(\.isEmpty) ? [] : taken
        self.deliveryFee = deliveryFee
        self.deliveryTerms = deliveryTerms
        self.state = state
        self.session = session
        self.day = day
        self.placedAt = placedAt
        self.isAnnounced = isAnnounced
        self.printers = printers
    }

    /// Returns the order with the number `number` of the business day `day`.
    public func placed(as id: Int, number: Int, day: Day) -> Order {
        let time = Date(timeIntervalSince1970: placedAt.timeIntervalSince1970.rounded(.down))
        return Order(
            id: id, number: number, day: day, who: who, handover: handover, lines: lines, deliveryFee: deliveryFee,
            steps: [.first(state, at: time)], placedAt: time)
    }
}

extension OrderStep {
    /// Returns the first step of an order.
    static func first(_ state: OrderState, at time: Date) -> OrderStep {
        OrderStep(state, at: time, by: state == .handedOver ? .machine : .guest)
    }
}

/// Identifies a request, so that it is done once even if it is sent again.
public struct IdempotencyKey: Hashable, Sendable {
    public let id: UUID
    /// A digest of the request made under the key: what guests wrote is stored with their orders only, where it can be
    /// erased.
    public let request: String

    /// Creates the key of a request, written so that equal requests are equal texts.
    public init(id: UUID, request: String) {
        self.id = id
        self.request = String(request.utf8.fnv1a, radix: 16)
    }
}

/// An idempotency key that was used.
public struct StoredKey: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        case order(Int)
        case answer(String)
    }

    /// The digest of the request made under the key; empty once what its guest wrote is erased, since it could be guessed
    /// from that.
    public let request: String
    public let outcome: Outcome

    /// Whether any request under the key is the one made before.
    var isErased: Bool { request.isEmpty }

    public init(request: String, outcome: Outcome) {
        self.request = request
        self.outcome = outcome
    }
}

/// Where messages of the outbox go. Each has a queue and a pace of its own.
public struct OutboxDestination: Hashable, Sendable, RawRepresentable {
    /// The stored name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    private static let printerPrefix = "printer "

    public static let webhook = OutboxDestination(rawValue: "webhook")

    public static func printer(_ name: String) -> OutboxDestination {
        OutboxDestination(rawValue: printerPrefix + name)
    }

    /// The name of the printer; `nil` if it is none.
    var printer: String? {
        rawValue.hasPrefix(OutboxDestination.printerPrefix)
            ? String(rawValue.dropFirst(OutboxDestination.printerPrefix.count)) : nil
    }

    /// Whether a message waits until all before it are delivered. What goes to a webhook may overtake one that fails.
    var keepsOrder: Bool { self != .webhook }
}

/// What a message is about, as it is when the message is read.
public enum MessageSubject: Hashable, Sendable {
    /// The number of an order, or of a closing.
    public enum ID: Hashable, Sendable {
        case order(Int)
        case closing(Int)
    }

    case order(Order)
    case closing(StoredClosing)

    /// Not inlined: the optimizer of Swift 6.3.1 fails where two of them are compared.
    public var id: ID {
        @inline(never) get {
            switch self {
            case .order(let order): .order(order.id)
            case .closing(let closing): .closing(closing.number)
            }
        }
    }
}

/// A message in the outbox. Times are stored in whole milliseconds.
public struct OutboxMessage: Hashable, Sendable, Identifiable {
    public let id: Int
    public let subject: MessageSubject
    public let destination: OutboxDestination
    public var kind: MessageKind
    /// The time since which it is to be sent.
    public var addedAt: Date
    /// The number of times it was claimed.
    public var attempts: Int
    /// The time before which it is not sent,
    public var nextAt: Date
    /// and the time before which no other sender may claim it.
    public var leasedUntil: Date
    /// The time at which sending was given up; `nil` if it is still to be sent.
    public var failedAt: Date?
    /// Whether it may have been delivered, because the outcome of an attempt is unknown.
    public var mayHaveArrived: Bool
    /// Why it is sent on its own, with others going first; `nil` while it is not.
    public var failure: DeliveryFailure?

    public init(
        id: Int, about subject: MessageSubject, destination: OutboxDestination = .webhook, kind: MessageKind = .order,
        addedAt: Date, attempts: Int, nextAt: Date, leasedUntil: Date, failedAt: Date? = nil,
        mayHaveArrived: Bool = false, failure: DeliveryFailure? = nil
    ) {
        (self.id, self.subject, self.destination, self.kind, self.addedAt) = (id, subject, destination, kind, addedAt)
        (self.attempts, self.nextAt, self.leasedUntil) = (attempts, nextAt, leasedUntil)
        (self.failedAt, self.mayHaveArrived, self.failure) = (failedAt, mayHaveArrived, failure)
    }

    /// The order that it is about; `nil` if it is about a closing.
    public var order: Order? {
        guard case .order(let order) = subject else { return nil }
        return order
    }
}

/// The money of one terminal in the drinks machine. Inserted money is either spent, returned, or in the balance.
public struct MachineSession: Hashable, Sendable, Identifiable {
    public let id: UUID
    public var balance = Won(0)
    public var inserted = Won(0)
    public var spent = Won(0)
    public var returned = Won(0)
    public var purchases = 0
    /// The number of its latest change, in the numbering of all sections.
    public var sequence = 0

    public init(id: UUID) { self.id = id }
}

/// One record of a module's table.
public struct StoredRecord: Hashable, Sendable {
    public let key: String
    public let value: String

    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

/// The versions of all sections that ever changed.
public struct SectionVersions: Hashable, Sendable {
    /// A section's latest change.
    public struct Change: Hashable, Sendable {
        public let version: Int
        /// The number of this change among the changes of all sections, which tells which came later.
        public let sequence: Int

        public init(version: Int, sequence: Int) {
            self.version = version
            self.sequence = sequence
        }
    }

    public let changes: [SectionID: Change]

    public init(_ changes: [SectionID: Change]) { self.changes = changes }

    /// The number of the last change of any section; 0 if nothing ever changed.
    public var last: Int { changes.values.lazy.map(\.sequence).max() ?? 0 }
}

public struct StoreFigures: Hashable, Sendable {
    /// States without orders may be missing.
    public var orders: [OrderState: Int]
    public var waitingMessages: Int
    public var failedMessages: Int
    /// The time since which the oldest waiting message is to be sent; `nil` if none waits.
    public var oldestWaiting: Date?

    public init(
        orders: [OrderState: Int], waitingMessages: Int, failedMessages: Int, oldestWaiting: Date? = nil
    ) {
        self.orders = orders
        self.waitingMessages = waitingMessages
        self.failedMessages = failedMessages
        self.oldestWaiting = oldestWaiting
    }
}

import ShopClient
import ShopHTTP
import ShopModels
import TerminalText

/// A short notice over everything else, which takes no keys.
public struct Toast: Hashable, Sendable {
    /// What it tells, as data; the view makes the words.
    public enum Content: Hashable, Sendable {
        case dish(title: PlainText, price: Won)
        /// A section without rows, and why.
        case emptySection(SectionHeading, FetchFailure?)
        case connectionLost
        case connectionBack
        case order(OrderReport)
        case juiceMade(PlainText)
        case juiceFailed(JuiceReport)
        case stock(StockReport)
        case drink(DrinkReport)
        /// There is no money in the machine.
        case noChange
        /// None of that drink has expired.
        case noneExpired(PlainText)
        case contact(ContactToast)
    }

    public let content: Content

    public init(_ content: Content) { self.content = content }

    /// Whether it tells of something that went wrong.
    public var isError: Bool {
        switch content {
        case .dish, .connectionBack, .emptySection(_, nil), .juiceMade, .noChange, .noneExpired: false
        case .connectionLost, .emptySection, .juiceFailed: true
        case .stock(let report): report.outcome != .stored
        case .drink(let report): !report.outcome.isDone
        case .contact(let toast): toast.isError
        case .order(let report): report.isFailure
        }
    }

    var isAboutConnection: Bool { content == .connectionLost || content == .connectionBack }

    /// How long it stays: 2.0 and 3.5 seconds, the short and the long time of the Toaster library.
    public var duration: Duration { isError || canBeUndone ? .milliseconds(3_500) : .seconds(2) }

    /// Whether it tells of a key that works while it stands.
    private var canBeUndone: Bool {
        if case .contact(.deleted) = content { true } else { false }
    }
}

/// The toast that is shown, and those that wait for it to go.
public struct ToastState: Hashable, Sendable {
    public private(set) var current: Toast?
    private var waiting: [Toast] = []

    /// More than this many results never wait: the oldest of them would be stale news by then.
    static let mostWaiting = 8

    public init() {}

    /// Shows `toast` at once, in place of the present one: for keys, where a backlog would only be in the way.
    mutating func replace(with toast: Toast) -> [Effect] {
        current = toast
        return [.startTimer(.toast, toast.duration)]
    }

    /// Shows `toast` after those before it: for results of work, of which none may be lost. News of the connection
    /// takes the place of older news of the connection.
    mutating func queue(_ toast: Toast) -> [Effect] {
        if toast.isAboutConnection { waiting.removeAll(where: \.isAboutConnection) }
        guard let current, !(current.isAboutConnection && toast.isAboutConnection) else { return replace(with: toast) }
        waiting.append(toast)
        if waiting.count > ToastState.mostWaiting { waiting.removeFirst() }
        return []
    }

    /// The present toast's time is over.
    mutating func expire() -> [Effect] {
        guard !waiting.isEmpty else {
            current = nil
            return []
        }
        return replace(with: waiting.removeFirst())
    }
}

extension OrderReport {
    /// Whether the guest does not get what was ordered, or not yet.
    fileprivate var isFailure: Bool {
        if case .stored = outcome { return false }
        return true
    }
}

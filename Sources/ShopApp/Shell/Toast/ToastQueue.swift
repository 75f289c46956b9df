import Domain
import ShopHTTP

/// A short notice over everything else, which takes no keys.
struct Toast: Hashable, Sendable {
    /// What a toast is about, for those that are replaced or looked for.
    struct Kind: Hashable, Sendable {
        let name: String

        static let connection = Kind(name: "connection")
    }

    /// Paragraphs.
    let text: Localized<[String]>
    /// Whether it tells of something that went wrong.
    let isError: Bool
    let kind: Kind?
    /// How long it stays: 2.0 and 3.5 seconds, the short and the long time of the Toaster library.
    let duration: Duration

    /// Errors stay longer, and what `isLong`, because it tells of a key that works while it stands.
    init(_ text: Localized<[String]>, isError: Bool = false, kind: Kind? = nil, isLong: Bool = false) {
        self.text = text
        self.isError = isError
        self.kind = kind
        duration = isError || isLong ? .milliseconds(3_500) : .seconds(2)
    }
}

extension Toast {
    static let connectionLost = Toast(Localized { [$0.connectionLost] }, isError: true, kind: .connection)
    static let connectionBack = Toast(Localized { [$0.connectionBack] }, kind: .connection)

    /// A section without rows, and why: a failure, or that its counter has none now.
    static func emptySection(
        _ heading: Localized<SectionHeading>, _ failure: FetchFailure?, empty: LocalizedText, _ rowName: LocalizedText
    ) -> Toast {
        Toast(
            Localized { words in
                [heading[words.language].title, failure.map { words.rowFailure($0, rowName) } ?? empty[words.language]]
            }, isError: failure != nil)
    }
}

/// The toast that is shown, and those that wait for it to go.
struct ToastQueue: Hashable, Sendable {
    private(set) var current: Toast?
    private var waiting: [Toast] = []

    /// More than this many results never wait: the oldest of them would be stale news by then.
    static let mostWaiting = 8

    init() {}

    /// Shows `toast` at once, in place of the present one: for keys, where a backlog would only be in the way.
    mutating func replace(with toast: Toast) -> [Effect] {
        current = toast
        return [.startTimer(.toast, toast.duration)]
    }

    /// Shows `toast` after those before it: for results of work, of which none may be lost. One of a kind
    /// takes the place of an older one of that kind.
    mutating func queue(_ toast: Toast) -> [Effect] {
        if let kind = toast.kind { waiting.removeAll { $0.kind == kind } }
        guard let current, toast.kind == nil || current.kind != toast.kind else { return replace(with: toast) }
        waiting.append(toast)
        if waiting.count > ToastQueue.mostWaiting { waiting.removeFirst() }
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

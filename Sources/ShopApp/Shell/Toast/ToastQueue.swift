import Domain
import ShopHTTP

/// A short notice over everything else, which takes no keys.
struct Toast: Hashable, Sendable {
    /// What a toast is about. Of one topic only the newest is true.
    struct Topic: Hashable, Sendable {
        let name: String

        static let connection = Topic(name: "connection")

        /// What a section had when it was told.
        static func section(_ id: SectionID) -> Topic { Topic(name: "section \(id)") }
    }

    /// Paragraphs.
    let text: Localized<[String]>
    /// Whether it tells of something that went wrong.
    let isError: Bool
    let topic: Topic?
    /// How long it stays: 2.0 and 3.5 seconds, the short and the long time of the Toaster library.
    let duration: Duration
    /// Whether it tells of a key that works while it stands.
    let isLong: Bool

    /// Errors stay longer, and what `isLong`.
    init(_ text: Localized<[String]>, isError: Bool = false, topic: Topic? = nil, isLong: Bool = false) {
        self.text = text
        self.isError = isError
        self.topic = topic
        self.isLong = isLong
        duration = isError || isLong ? .milliseconds(3_500) : .seconds(2)
    }
}

extension Toast {
    static let connectionLost = Toast(Localized { [$0.connectionLost] }, isError: true, topic: .connection)
    static let connectionBack = Toast(Localized { [$0.connectionBack] }, topic: .connection)

    /// A key does nothing here; `help` opens the help page, where any key does.
    static func unknownKey(_ key: String, help: String) -> Toast {
        Toast(
            Localized(
                korean: ["\(key): 여기서 쓰지 않는 키입니다." + (help.isEmpty ? "" : " \(help) 도움말")],
                english: ["\(key) does nothing here." + (help.isEmpty ? "" : " \(help) for help")]))
    }

    /// A command does nothing here, but there.
    static func worksElsewhere(_ place: LocalizedText) -> Toast {
        Toast(
            Localized(
                korean: ["여기서 쓰지 않는 명령입니다 (\(place[.korean]))."],
                english: ["That works elsewhere (\(place[.english]))."]))
    }

    /// A section without rows, and why: a failure, or that its counter has none now.
    static func emptySection(
        _ section: SectionID, _ heading: Localized<SectionHeading>, _ failure: FetchFailure?, empty: LocalizedText,
        _ rowName: LocalizedText
    ) -> Toast {
        Toast(
            Localized { words in
                [heading[words.language].title, failure.map { words.rowFailure($0, rowName) } ?? empty[words.language]]
            }, isError: failure != nil, topic: .section(section))
    }
}

/// The toast that is shown, and those that wait for it to go.
struct ToastQueue: Hashable, Sendable {
    private(set) var current: Toast?
    /// Whether the present one answers a key, and not work that ended. It gives way to whatever comes.
    private var givesWay = false
    private var waiting: [Toast] = []

    /// More than this many results never wait: the oldest of them would be stale news by then.
    static let mostWaiting = 8

    init() {}

    /// Shows `toast` at once, in place of the present one: for keys, where a backlog would only be in the way.
    mutating func replace(with toast: Toast) -> [Effect] {
        forget(toast.topic)
        givesWay = !toast.isLong
        return begin(toast)
    }

    /// Shows `toast` after the results before it, of which none may be lost. What a key was told gives way to it, and
    /// what is told of the same topic is no longer true.
    mutating func queue(_ toast: Toast) -> [Effect] {
        forget(toast.topic)
        guard let current, !givesWay, toast.topic == nil || current.topic != toast.topic else {
            givesWay = false
            return begin(toast)
        }
        waiting.append(toast)
        if waiting.count > ToastQueue.mostWaiting { waiting.removeFirst() }
        return []
    }

    /// What was told of `topic` is no longer true.
    mutating func drop(_ topic: Toast.Topic) -> [Effect] {
        forget(topic)
        return current?.topic == topic ? expire() : []
    }

    /// Something opens, where what a key was told before would only be in the way.
    mutating func giveWay() -> [Effect] { givesWay ? expire() : [] }

    /// The present toast's time is over.
    mutating func expire() -> [Effect] {
        givesWay = false
        guard !waiting.isEmpty else {
            current = nil
            return []
        }
        return begin(waiting.removeFirst())
    }

    private mutating func begin(_ toast: Toast) -> [Effect] {
        current = toast
        return [.startTimer(.toast, toast.duration)]
    }

    private mutating func forget(_ topic: Toast.Topic?) {
        if let topic { waiting.removeAll { $0.topic == topic } }
    }
}

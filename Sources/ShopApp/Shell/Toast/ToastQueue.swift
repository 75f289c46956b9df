import Canvas
import Domain
import ShopHTTP
import TerminalText

/// A short message above everything else, which takes no keys.
struct Toast: Hashable, Sendable {
    /// The subject of a toast. Only the newest toast of a topic is valid.
    struct Topic: Hashable, Sendable {
        let name: String

        static let connection = Topic(name: "connection")

        static func section(_ id: SectionID) -> Topic { Topic(name: "section \(id)") }
    }

    /// What it reports.
    enum Kind: Hashable, Sendable {
        /// Something worth knowing, such as a price.
        case note
        /// Something was done.
        case done
        /// Something was not done, or failed.
        case failed

        init(isDone: Bool) { self = isDone ? .done : .failed }
    }

    /// The paragraphs of the message.
    let text: Localized<[String]>
    let kind: Kind
    let topic: Topic?
    /// How long it stays: 2.0 or 3.5 seconds, the short and the long time of the Toaster library.
    let duration: Duration
    /// Whether it stays longer and queued toasts wait for it, as when it names a key that works meanwhile.
    let isLong: Bool

    /// Creates a toast. It stays longer if it reports a failure, or if `isLong`.
    init(_ kind: Kind, _ text: Localized<[String]>, topic: Topic? = nil, isLong: Bool = false) {
        self.text = text
        self.kind = kind
        self.topic = topic
        self.isLong = isLong
        duration = kind == .failed || isLong ? .milliseconds(3_500) : .seconds(2)
    }
}

extension Toast {
    static let connectionLost = Toast(.failed, Localized { [$0.connectionLost] }, topic: .connection)
    static let connectionBack = Toast(.done, Localized { [$0.connectionBack] }, topic: .connection)

    /// A toast that a key does nothing here. `help` is the label of the key that opens the help page; it is empty if
    /// there is none.
    static func unknownKey(_ key: String, help: String) -> Toast {
        Toast(
            .note,
            Localized(
                korean: ["\(key): 여기서 쓰지 않는 키입니다." + (help.isEmpty ? "" : " \(help) 도움말")],
                english: ["\(key) does nothing here." + (help.isEmpty ? "" : " \(help) for help")]))
    }

    /// A toast that a command works elsewhere, in `place`.
    static func availableOnlyAt(_ counter: LocalizedText) -> Toast {
        Toast(
            .note,
            Localized(
                korean: ["여기서 쓰지 않는 명령입니다 (\(counter[.korean]))."],
                english: ["That works elsewhere (\(counter[.english]))."]))
    }

    /// A toast that says why a section has no rows: a failure, or that its counter has none now.
    static func emptySection(
        _ section: SectionID, _ heading: Localized<SectionHeading>, _ failure: FetchFailure?, empty: LocalizedText,
        _ rowName: LocalizedText
    ) -> Toast {
        Toast(
            failure == nil ? .note : .failed,
            Localized { words in
                [
                    heading[words.language].title,
                    failure.map { words.failure($0, row: rowName) } ?? empty[words.language],
                ]
            }, topic: .section(section))
    }
}

struct ToastQueue: Hashable, Sendable {
    private(set) var current: Toast?
    /// Whether the next result, or another screen, replaces the current toast at once. It is true for answers to
    /// keys that are not `isLong`.
    private var isTransient = false
    private var waiting: [Toast] = []

    /// The greatest number of waiting toasts. Beyond it the oldest is dropped, which would be stale news by then.
    static let maxWaiting = 8

    init() {}

    /// Shows `toast` at once instead of the current one: for answers to keys, where a backlog would be in the way.
    mutating func replace(with toast: Toast) -> [Effect] {
        forget(toast.topic)
        isTransient = !toast.isLong
        return begin(toast)
    }

    /// Shows `toast` after the results that are already queued, so that none is lost. It replaces a current answer to a
    /// key, and all toasts of the same topic.
    mutating func queue(_ toast: Toast) -> [Effect] {
        forget(toast.topic)
        guard let current, !isTransient, toast.topic == nil || current.topic != toast.topic else {
            isTransient = false
            return begin(toast)
        }
        waiting.append(toast)
        if waiting.count > ToastQueue.maxWaiting { waiting.removeFirst() }
        return []
    }

    /// Removes all toasts of `topic`, because they are not valid any more.
    mutating func drop(_ topic: Toast.Topic) -> [Effect] {
        forget(topic)
        return current?.topic == topic ? expire() : []
    }

    /// Removes a current answer to a key, because the screen that it belongs to is not shown any more.
    mutating func dismissTransient() -> [Effect] { isTransient ? expire() : [] }

    /// Ends the current toast and shows the next one.
    mutating func expire() -> [Effect] {
        isTransient = false
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

/// A kind of data that is lost on leaving if files cannot be written on this device.
public enum UnsavedData: Hashable, Sendable, CaseIterable {
    case orders, contacts, cart

    fileprivate var name: LocalizedText {
        switch self {
        case .orders: LocalizedText("주문", "orders")
        case .contacts: LocalizedText("연락처", "contacts")
        case .cart: LocalizedText("장바구니", "the cart")
        }
    }
}

/// What is said once at the start.
public enum StartNote: Hashable, Sendable {
    /// This data cannot be saved on this device.
    case unsaved([UnsavedData])
    /// A service of this machine serves a shop at that address, while the program opened its own.
    case service(String)
}

extension Toast {
    static func start(_ note: StartNote) -> Toast {
        switch note {
        case .unsaved(let data): unsaved(data)
        case .service(let address):
            Toast(
                .note,
                Localized(
                    korean: ["혼자 쓰는 가게를 열었습니다.", "이 기기의 가게 서버: banchan --server \(address)"],
                    english: ["This is a shop of your own.", "The shop of this machine: banchan --server \(address)"]),
                isLong: true)
        }
    }

    /// A toast that says which data cannot be saved on this device.
    private static func unsaved(_ data: [UnsavedData]) -> Toast {
        let korean = data.map { $0.name[.korean] }.joined(separator: ", ")
        let english = data.map { $0.name[.english] }.joined(separator: ", ")
        return Toast(
            .failed,
            Localized(
                korean: ["이 기기에는 파일을 쓸 수 없습니다.", "나가면 남지 않습니다: \(korean)"],
                english: ["Files cannot be written on this device.", "Not kept when you leave: \(english)"]))
    }
}

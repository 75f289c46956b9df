/// One way in which a server can get one answer wrong.
public struct Fault: Sendable, CustomStringConvertible {
    /// The result that every client must get.
    public enum Outcome: Sendable {
        /// The request fails: the answer is unusable.
        case fails
        /// The request succeeds: the answer is odd but complete.
        case answers
        /// The request may fail or succeed, but it must end.
        case ends
    }

    /// How much the server reads before it starts to send: nothing, the head of the request, or the whole request.
    public enum Beginning: Sendable {
        case connection, head, request
    }

    /// One action of the server.
    public enum Step: Sendable {
        case bytes([UInt8])
        /// Sends these bytes repeatedly, as fast as the client takes them, until it disconnects.
        case pour([UInt8])
        /// Sends these bytes repeatedly, with a pause before each time, until the client disconnects.
        case drip([UInt8])
        /// Sends nothing until the client disconnects.
        case wait
        /// Makes the next close a reset.
        case reset
        /// Closes the sending side; the client may still send.
        case halfClose

        static func text(_ text: String) -> Step { .bytes(Array(text.utf8)) }
    }

    public let name: String
    public let outcome: Outcome
    /// Whether the head is valid, so that a client that streams the answer starts to read the body.
    public let hasGoodHead: Bool
    public let beginning: Beginning
    /// The actions in order. The connection is closed after the last one.
    public let steps: [Step]

    init(
        _ name: String, _ outcome: Outcome, hasGoodHead: Bool = false, after beginning: Beginning = .request,
        _ steps: Step...
    ) {
        self.init(name, outcome, hasGoodHead: hasGoodHead, after: beginning, steps)
    }

    init(
        _ name: String, _ outcome: Outcome, hasGoodHead: Bool = false, after beginning: Beginning = .request,
        _ steps: [Step]
    ) {
        self.name = name
        self.outcome = outcome
        self.hasGoodHead = hasGoodHead
        self.beginning = beginning
        self.steps = steps
    }

    public var description: String { name }

    static let cutOfHead = "head cut after"

    /// Whether the connection ends within the head or right after it.
    public var isCutOfHead: Bool { name.hasPrefix(Fault.cutOfHead) }

    /// All faults of a server whose correct answer is `answer`.
    public static func all(of answer: ValidResponse) -> [Fault] {
        cuts(of: answer) + heads(of: answer) + versions(of: answer) + lengths(of: answer) + chunks(of: answer)
            + bodies(of: answer) + codings(of: answer) + statuses(of: answer) + informational(of: answer)
            + redirects(of: answer) + connections(of: answer)
    }

    /// Returns the faults to test with request kind `number`, for a server whose correct answer is `answer`: one of
    /// `parts` parts, and for the first kind every cut of the head. So many consecutive numbers cover all of them.
    public static func share(_ number: Int, of answer: ValidResponse, parts: Int) -> [Fault] {
        all(of: answer).enumerated().filter { number == 0 && $1.isCutOfHead || ($0 + number).isMultiple(of: parts) }
            .map(\.element)
    }
}

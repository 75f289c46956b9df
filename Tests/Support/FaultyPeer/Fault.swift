/// One thing that a server can do wrong with one answer.
public struct Fault: Sendable, CustomStringConvertible {
    /// What is to come of it, whoever asked.
    public enum Outcome: Sendable {
        /// There is no answer in it.
        case fails
        /// It only looks odd: the answer is in it.
        case answers
        /// Clients may read it one way or the other, as long as it ends.
        case ends
    }

    /// How far the server reads before it begins.
    public enum Beginning: Sendable {
        case connection, head, request
    }

    /// What the server does.
    public enum Step: Sendable {
        case bytes([UInt8])
        /// These bytes again and again, as fast as they are taken, until the client goes.
        case pour([UInt8])
        /// The same, a little at a time.
        case drip([UInt8])
        /// Nothing, until the client goes.
        case wait
        /// The next close is a reset.
        case reset
        /// No more is sent; the client may go on.
        case halfClose

        static func text(_ text: String) -> Step { .bytes(Array(text.utf8)) }
    }

    public let name: String
    public let outcome: Outcome
    /// Whether the head is as it should be, so that who reads an answer piece by piece has reason to begin.
    public let hasGoodHead: Bool
    public let beginning: Beginning
    /// Done one after the other; then the connection is closed.
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

    /// Whether the answer ends inside its head.
    public var isCutOfHead: Bool { name.hasPrefix(Fault.cutOfHead) }

    /// Every fault, of a server that should give `answer`.
    public static func all(of answer: ProperAnswer) -> [Fault] {
        cuts(of: answer) + heads(of: answer) + versions(of: answer) + lengths(of: answer) + chunks(of: answer)
            + bodies(of: answer) + codings(of: answer) + statuses(of: answer) + informational(of: answer)
            + redirects(of: answer) + connections(of: answer)
    }

    /// Of all faults of a server that should give `answer` those for the kind of request of that number: every cut of the
    /// head, and a third of the others, another one for each of three kinds in a row.
    public static func share(_ number: Int, of answer: ProperAnswer) -> [Fault] {
        all(of: answer).enumerated().filter { $1.isCutOfHead || ($0 + number).isMultiple(of: 3) }.map(\.element)
    }
}

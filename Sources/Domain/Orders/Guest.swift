import TerminalText

/// Who orders at this terminal: whoever did so last, or always the same.
public struct Guest: Hashable, Sendable {
    /// Empty where nobody is known.
    public var name: PlainText
    /// Whether it is always the same, so that nobody is asked.
    public let isFixed: Bool

    public init(name: PlainText = "", isFixed: Bool = false) {
        self.name = name
        self.isFixed = isFixed
    }

    /// What is wrong with the name; `nil` for one that a shop takes.
    public var problem: GuestProblem? { Guest.problem(with: name) }

    /// Characters that a shop takes.
    public static let longestName = OrderRequest.longestName

    /// What is wrong with `name`; `nil` for one that a shop takes.
    public static func problem(with name: PlainText) -> GuestProblem? {
        let excess = name.string.count - longestName
        return name.isEmpty ? .nobody : excess > 0 ? .tooLong(by: excess) : nil
    }
}

/// What is wrong with a guest's name.
public enum GuestProblem: Hashable, Sendable {
    case nobody
    /// It has so many characters more than fit.
    case tooLong(by: Int)
}

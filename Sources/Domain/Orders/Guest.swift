import TerminalText

/// The guest who orders at this terminal: the most recent one, or a fixed one.
public struct Guest: Hashable, Sendable {
    /// The name; empty if unknown.
    public var name: PlainText
    /// Whether the guest is fixed, so that the terminal does not ask for a name.
    public let isFixed: Bool
    /// Whether several people may order in the fixed name, as at a table of the shop: what one of them enters is not
    /// offered to the next.
    public let isShared: Bool

    public init(name: PlainText = "", isFixed: Bool = false, isShared: Bool = false) {
        self.name = name
        self.isFixed = isFixed
        self.isShared = isShared
    }

    /// The problem with the name; `nil` if a shop accepts it.
    public var problem: GuestProblem? { Guest.problem(with: name) }

    /// The maximum length of a name in characters.
    public static let maxNameLength = OrderRequest.maxNameLength

    /// Returns the problem with `name`, or `nil` if a shop accepts it.
    public static func problem(with name: PlainText) -> GuestProblem? {
        let excess = name.string.count - maxNameLength
        return name.isEmpty ? .nobody : excess > 0 ? .tooLong(by: excess) : nil
    }
}

public enum GuestProblem: Hashable, Sendable {
    case nobody
    /// The name exceeds the limit by that many characters.
    case tooLong(by: Int)
}

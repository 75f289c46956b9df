/// What tmux says of the terminal behind it.
public struct OuterTerminal: Hashable, Sendable {
    /// Its name and version, such as `kitty(0.28.1)`.
    public let name: String
    /// Whether tmux hands on what programs mark for it.
    public let isReached: Bool
    /// Whether tmux hands on any colour as it is, and not one of the palette that is like it.
    public let keepsColors: Bool

    public init(name: String, isReached: Bool, keepsColors: Bool) {
        self.name = name
        self.isReached = isReached
        self.keepsColors = keepsColors
    }
}

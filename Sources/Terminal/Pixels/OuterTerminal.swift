/// tmux's description of the terminal behind it.
public struct OuterTerminal: Hashable, Sendable {
    /// The terminal's name and version, such as `kitty(0.28.1)`.
    public let name: String
    /// Whether tmux passes through escape sequences that are wrapped for it.
    public let isReached: Bool
    /// Whether tmux passes 24-bit colours through unchanged, instead of replacing them with similar palette colours.
    public let keepsColors: Bool

    public init(name: String, isReached: Bool, keepsColors: Bool) {
        self.name = name
        self.isReached = isReached
        self.keepsColors = keepsColors
    }
}

import Domain

/// The version that `banchan --version` prints.
enum ProgramVersion {
    /// The version and the commit that was built, if that is known: "0.1.0 (1a2b3c4d5e)".
    static let text = ShopVersion.current + (BuiltCommit.name.map { " (\($0))" } ?? "")
}

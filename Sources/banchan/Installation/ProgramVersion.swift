import Domain

/// What `banchan --version` says.
enum ProgramVersion {
    /// "0.1.0 (1a2b3c4d5e)": the commit that was built, where that is known.
    static let text = ShopVersion.current + (BuiltCommit.name.map { " (\($0))" } ?? "")
}

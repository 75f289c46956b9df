import Domain

/// The text that `banchan --version` prints.
enum ProgramVersion {
    /// The version and the commit that was built, if that is known: "0.1.0 (1a2b3c4d5e)". Then, on a line of its own, the
    /// license.
    static let text = ShopVersion.current + (BuiltCommit.name.map { " (\($0))" } ?? "") + "\n" + license

    /// The copyright and the license, as in the repository's `LICENSE`.
    private static let license = "Copyright (c) 2026 The Banchan authors. MIT License."
}

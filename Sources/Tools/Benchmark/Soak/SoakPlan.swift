/// How much is done with one terminal and its server.
struct SoakPlan: Sendable {
    /// The number of times that `r` is pressed.
    var refetches = 10_000
    /// The number of changes of a section's file.
    var fileChanges = 5_000
    /// The number of sales over another connection, each of which changes a section.
    var sales = 5_000
    /// The number of equal parts into which all that is divided. Figures are taken after each.
    var parts = 20
    /// The number of parts before the baseline figures are taken: caches fill, and pools start their threads.
    var warmUp = 2
    var bounds = SoakBounds()

    var steps: Int { refetches + fileChanges + sales }

    /// Returns how many of `count` steps belong to a part.
    func share(of count: Int, in part: Int) -> Int { count * (part + 1) / parts - count * part / parts }
}

/// The most that each resource may grow until the end.
struct SoakBounds: Sendable {
    /// Anonymous memory, not backed by files, in KiB.
    var memory = 4_096
    var descriptors = 4
    var threads = 4
}

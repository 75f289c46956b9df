/// How much of everything is done with one terminal and its server.
struct SoakPlan: Sendable {
    /// Times that `r` is pressed.
    var refetches = 10_000
    /// Changes of a section's file.
    var fileChanges = 5_000
    /// Sales on another terminal, each of which changes a section.
    var sales = 5_000
    /// Parts of all that, with as much of each in it. Figures are taken after each.
    var parts = 20
    /// Parts before the figures that the others are compared with: caches fill, and pools open their threads.
    var warmUp = 2
    var bounds = SoakBounds()

    var steps: Int { refetches + fileChanges + sales }

    /// What of `count` is done in a part.
    func share(of count: Int, in part: Int) -> Int { count * (part + 1) / parts - count * part / parts }
}

/// How much more there may be of anything at the end.
struct SoakBounds: Sendable {
    /// Memory that is no file's, in KiB.
    var memory = 4_096
    var descriptors = 4
    var threads = 4
}

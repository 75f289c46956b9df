/// What one measurement of a program came to. Times are milliseconds.
struct Figures: Codable, Sendable {
    /// From just before `exec` to the output that made the first screen complete, one for each start.
    var firstFrames: [Double] = []
    /// The same, for starts with nothing of the program in memory.
    var coldFirstFrames: [Double] = []
    /// From writing a key to the last byte it caused, for each key that caused any.
    var keyTimes: [Double] = []
    /// Keys that move the selection and scroll nothing, and those that each scroll the list; `nil` where neither is told
    /// apart.
    var moving: KeyFigures?
    var scrolling: KeyFigures?
    /// The same while every section is being fetched from a server that never answers.
    var hangingKeyTimes: [Double] = []
    /// From just before `exec`, with nothing known of the menu, to the output with the first dish of every section of
    /// the program's own server, one for each start.
    var ownSections: [Double] = []
    /// From writing a letter of what is looked for in the list to the last byte it caused.
    var letterTimes: [Double] = []
    /// Keys after which nothing came.
    var silentKeys = 0
    var bytesPerKey = 0.0
    /// From writing many keys at once to the last byte.
    var burstTime: Double?
    /// Whether the right row was selected then; `nil` when that could not be told.
    var burstIsRight: Bool?
    /// Bytes written after a refetch.
    var refetchUnchanged: Int?
    var refetchOneRow: Int?
    var refetchAllRows: Int?
    /// What it did while nothing was asked of it.
    var idle: Idle?
    /// Memory that is its own, and its share of the rest, in KiB.
    var proportionalSetSize: Int?

    struct Idle: Codable, Sendable {
        var seconds: Double
        /// Times that any of its threads was given a processor.
        var wakeUps: Int
        var processorTime: Double
        var bytes: Int
    }
}

/// The figures of one measurement of one program. Times are milliseconds.
struct Figures: Codable, Sendable {
    /// From just before `exec` to the output that completed the first screen, one for each start.
    var firstFrames: [Double] = []
    /// The same for cold starts, with none of the program's files in the page cache.
    var coldFirstFrames: [Double] = []
    /// From writing a key to the last byte it caused, for each key that caused any output.
    var keyTimes: [Double] = []
    /// Keys that move the selection without scrolling, and keys that each scroll the list; `nil` if they were not
    /// measured separately.
    var moving: KeyFigures?
    var scrolling: KeyFigures?
    /// The key times while every section is being fetched from a server that never answers.
    var hangingKeyTimes: [Double] = []
    /// From just before `exec`, with no menu cached, to the output with the first dish of every section of the
    /// program's own server, one for each start.
    var ownSections: [Double] = []
    /// From typing a letter of a search in the list to the last byte it caused.
    var letterTimes: [Double] = []
    /// The number of keys that caused no output.
    var silentKeys = 0
    var bytesPerKey = 0.0
    /// From writing many keys at once to the last byte of output.
    var burstTime: Double?
    /// Whether the right row was selected after the burst; `nil` if that cannot be determined.
    var burstIsRight: Bool?
    /// The bytes of output after a refetch.
    var refetchUnchanged: Int?
    var refetchOneRow: Int?
    var refetchAllRows: Int?
    /// What the program did without any input.
    var idle: Idle?
    /// The proportional set size: private memory plus the program's share of shared memory, in KiB.
    var proportionalSetSize: Int?

    struct Idle: Codable, Sendable {
        var seconds: Double
        /// The number of times that any of its threads was scheduled on a processor.
        var wakeUps: Int
        var processorTime: Double
        var bytes: Int
    }
}

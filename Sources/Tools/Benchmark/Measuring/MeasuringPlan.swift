/// How one program is measured once. Times are milliseconds.
struct MeasuringPlan {
    var columns: Int
    var rows: Int
    var starts: Int
    var keys: Int
    var burst: Int
    var idleSeconds: Double

    /// Fewer than it takes for a program to give up a server.
    static let mostHangingKeys = 150
    /// A key's output is over when nothing has come for so long.
    let quietAfterKey = 5
    /// A larger work's output is over when nothing has come for so long.
    let quietAfterWork = 300
    /// Pause between two keys.
    let thinking = 20
    /// Keys in one direction before turning back.
    let stride = 20
    /// No program may take longer for anything.
    var timeout = 20_000
    /// A key that shows nothing for so long shows nothing.
    let keyTimeout = 1_000
}

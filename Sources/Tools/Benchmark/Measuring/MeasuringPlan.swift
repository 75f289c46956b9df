/// The parameters of one measurement of one program. Times are milliseconds unless stated otherwise.
struct MeasuringPlan {
    var columns: Int
    var rows: Int
    var starts: Int
    var keys: Int
    var burst: Int
    var idleSeconds: Double

    /// The most keys pressed while the server hangs: few enough that the program does not give up on it meanwhile.
    static let maxHangingKeys = 150
    /// A key's output is complete when nothing has come for this long.
    let quietAfterKey = 5
    /// The output of a longer operation is complete when nothing has come for this long.
    let quietAfterWork = 300
    /// The pause between two keys.
    let thinking = 20
    /// The number of keys in one direction before turning back.
    let stride = 20
    /// The limit for any operation of a program.
    var timeout = 20_000
    /// A key without any output for this long counts as silent.
    let keyTimeout = 1_000
}

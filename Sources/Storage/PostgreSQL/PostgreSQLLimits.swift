/// How much a store on PostgreSQL uses, and how long it waits.
struct PostgreSQLLimits: Sendable {
    /// Connections that read at once.
    var readers = 4
    /// Pieces of work that may wait for a connection; more is refused rather than kept waiting.
    var waiting = 1_024
    /// How long a connection may take to be made.
    var connecting = Duration.seconds(5)
    /// How long nothing else tries to connect after an attempt that failed.
    var reopening = Duration.milliseconds(250)
    /// How long the server may take for one statement.
    var statement = Duration.seconds(10)
    /// How long another server's writing is waited for.
    var lock = Duration.seconds(5)
    /// Beyond `statement`, how long an answer may take before the connection is given up.
    var answerMargin = Duration.seconds(2)
    /// How often a transaction is run where others get in its way.
    var attempts = 8
    /// Between two looks at the number of the last change, where nothing is heard of any.
    var changePoll = Duration.seconds(5)
    /// The first and the longest pause before a lost connection for changes is made again.
    var reconnect = Duration.milliseconds(50)...Duration.seconds(2)

    init() {}
}

extension Duration {
    /// Whole milliseconds.
    var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}

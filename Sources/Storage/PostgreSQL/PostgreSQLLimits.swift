/// The limits and timeouts of a store on PostgreSQL.
struct PostgreSQLLimits: Sendable {
    /// The maximum number of reading connections.
    var readers = 4
    /// The maximum number of waiting jobs; more are refused.
    var waiting = 1_024
    /// The timeout for opening a connection, for all servers of the address together.
    var connecting = Duration.seconds(5)
    /// The time after a failed attempt during which no other connection is tried.
    var reopening = Duration.milliseconds(250)
    /// The server's timeout for one statement.
    var statement = Duration.seconds(10)
    /// The timeout for the lock that another server's writer holds.
    var lock = Duration.seconds(5)
    /// The same timeout for a trial after a problem, so that it keeps no orders waiting.
    var trialLock = Duration.milliseconds(500)
    /// The time that an answer may take beyond `statement` before the connection is given up.
    var answerMargin = Duration.seconds(2)
    /// The maximum number of attempts at a transaction that conflicts with others.
    var attempts = 8
    /// The interval for polling the number of the last change if no notification arrives.
    var changePoll = Duration.seconds(5)
    /// The same interval behind a pooler, which passes on no notifications.
    var pooledPoll = Duration.milliseconds(250)
    /// The first and the longest pause before the lost connection of the change listener is reopened.
    var reconnect = Duration.milliseconds(50)...Duration.seconds(2)

    init() {}
}

extension Duration {
    var wholeMilliseconds: Int { Int(self / .milliseconds(1)) }
}

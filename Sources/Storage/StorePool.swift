/// How busy connections to a store's database are.
public struct StorePool: Hashable, Sendable {
    /// What its connections do: `writing` or `reading`. A store with one connection does both with it.
    public var name: String
    /// So many connections are opened at most.
    public var most: Int
    /// Connections on which something is done, or that are opened for it.
    public var used: Int
    /// Open connections on which nothing is done.
    public var idle: Int
    /// What waits for a connection.
    public var waiting: Int

    public init(name: String, most: Int, used: Int = 0, idle: Int = 0, waiting: Int = 0) {
        self.name = name
        self.most = most
        self.used = used
        self.idle = idle
        self.waiting = waiting
    }
}

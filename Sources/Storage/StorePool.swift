import Platform

/// The load of a pool of connections to a store's database.
public struct StorePool: Hashable, Sendable {
    /// The purpose of its connections: `writing` or `reading`. A store with one connection uses it for both.
    public var name: String
    /// The maximum number of open connections.
    public var limit: Int
    /// The number of connections that are in use, or being opened for a job.
    public var used: Int
    public var idle: Int
    public var waiting: Int

    public init(name: String, limit: Int, used: Int = 0, idle: Int = 0, waiting: Int = 0) {
        self.name = name
        self.limit = limit
        self.used = used
        self.idle = idle
        self.waiting = waiting
    }
}

extension StorePool {
    /// Creates the figures of threads with a connection each; `besides` counts waiting jobs of other queues.
    init(name: String, limit: Int, _ load: WorkerLoad, besides: Int = 0) {
        self.init(name: name, limit: limit, used: load.running, idle: load.ready, waiting: load.waiting + besides)
    }
}

// Names that the front end still uses.
public typealias Alarm = OneShotTimer
public typealias TaskThreads = TaskThreadPool

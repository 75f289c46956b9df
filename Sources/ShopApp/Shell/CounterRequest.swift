import ShopClient

/// What a counter wants done beside the loop, as data. Its service does it.
public protocol CounterRequest: Hashable, Sendable {}

/// A request of any counter.
public struct AnyCounterRequest: Hashable, Sendable {
    let value: any CounterRequest

    init(_ value: any CounterRequest) { self.value = value }

    public static func == (left: AnyCounterRequest, right: AnyCounterRequest) -> Bool {
        func isEqual<Request: CounterRequest>(_ request: Request) -> Bool { request == right.value as? Request }
        return isEqual(left.value)
    }

    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

/// What came of a request, or happened at a counter by itself.
public protocol CounterEvent: Sendable {
    /// An earlier event with the same key that still waits need not be told any more; with `nil`, all are told.
    var replacementKey: String? { get }
}

/// Does what a counter asks for, beside the loop.
protocol CounterService: Sendable {
    associatedtype Request: CounterRequest
    associatedtype Event: CounterEvent

    /// Begins the work, and returns what is known at once. Never waits.
    func perform(_ request: Request, _ runner: RequestRunner) -> Event?

    /// What goes on by itself, until its task is cancelled.
    func run(_ runner: RequestRunner) async

    /// Observers that nobody waits for; they are cancelled when the shop closes.
    func observe(_ runner: RequestRunner) -> [Task<Void, Never>]
}

extension CounterService {
    func run(_ runner: RequestRunner) async {}
    func observe(_ runner: RequestRunner) -> [Task<Void, Never>] { [] }

    /// Begins the work if it is this service's, and says so.
    func perform(_ request: any CounterRequest, with runner: RequestRunner) -> (isOwn: Bool, event: (any CounterEvent)?)
    {
        guard let request = request as? Request else { return (false, nil) }
        return (true, perform(request, runner))
    }
}

/// How a service works beside the loop, and tells what came of it.
struct RequestRunner: Sendable {
    let tasks: EffectTasks
    let inbox: Inbox
    /// What is known of the sections.
    let repository: SectionRepository

    /// Starts `work` in the place of what is under way under `key`. What is cancelled tells nothing.
    func start(_ key: EffectTasks.Key, _ work: @escaping @Sendable () async -> (any CounterEvent)?) {
        let inbox = inbox
        tasks.start(key) {
            if let event = await work(), !Task.isCancelled { inbox.put(event) }
        }
    }

    /// Starts `work` that nothing takes the place of, and tells what came of it in any case.
    func startLasting(_ work: @escaping @Sendable () async -> any CounterEvent) {
        let inbox = inbox
        tasks.start(lasting: { inbox.put(await work()) })
    }

    func cancel(_ key: EffectTasks.Key) { tasks.cancel(key) }
    func tell(_ event: any CounterEvent) { inbox.put(event) }
}

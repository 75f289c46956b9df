import ShopClient

/// What a counter wants done beside the loop, as data. Its service does it.
protocol CounterRequest: Hashable, Sendable {}

/// A request, and the counter whose service does it.
struct AddressedRequest: Hashable, Sendable {
    let counter: CounterID
    let value: any CounterRequest

    init(_ value: any CounterRequest, to counter: CounterID) {
        self.counter = counter
        self.value = value
    }

    static func == (left: AddressedRequest, right: AddressedRequest) -> Bool {
        left.counter == right.counter && left.value.isEqual(to: right.value)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(counter)
        value.hash(into: &hasher)
    }
}

/// What came of a request, or happened at a counter by itself.
protocol CounterEvent: Sendable {
    /// An earlier event of the counter with the same key that still waits need not be told any more; with `nil`, all are
    /// told.
    var replacementKey: String? { get }
}

/// Does what a counter asks for, beside the loop.
protocol CounterService: Sendable {
    associatedtype Request: CounterRequest
    associatedtype Event: CounterEvent

    /// Begins the work, and returns what is known at once. Never waits.
    func perform(_ request: Request, _ runner: RequestRunner<Event>) -> Event?

    /// What goes on by itself, until its task is cancelled.
    func run(_ runner: RequestRunner<Event>) async

    /// Observers that nobody waits for; they are cancelled when the shop closes.
    func observe(_ runner: RequestRunner<Event>) -> [Task<Void, Never>]
}

extension CounterService {
    func run(_ runner: RequestRunner<Event>) async {}
    func observe(_ runner: RequestRunner<Event>) -> [Task<Void, Never>] { [] }

    func perform(any request: any CounterRequest, _ context: ServiceContext) -> (any CounterEvent)? {
        guard let request = request as? Request else {
            preconditionFailure("a request goes to the service of its counter")
        }
        return perform(request, RequestRunner(context))
    }

    func run(in context: ServiceContext) async { await run(RequestRunner(context)) }
    func observe(in context: ServiceContext) -> [Task<Void, Never>] { observe(RequestRunner(context)) }
}

/// What the service of a counter works with.
struct ServiceContext: Sendable {
    let counter: CounterID
    let tasks: EffectTasks
    let inbox: Inbox
    let repository: SectionRepository
}

/// How a service works beside the loop, and tells its counter what came of it.
struct RequestRunner<Event: CounterEvent>: Sendable {
    private let context: ServiceContext

    init(_ context: ServiceContext) { self.context = context }

    /// What is known of the sections.
    var repository: SectionRepository { context.repository }

    /// Starts `work` in the place of what is under way under `key`. What is cancelled tells nothing.
    func start(_ key: EffectTasks.Key, _ work: @escaping @Sendable () async -> Event?) {
        context.tasks.start(key, work: work, telling: tell)
    }

    /// Starts `work` that nothing takes the place of, and tells what came of it in any case.
    func startLasting(_ work: @escaping @Sendable () async -> Event) {
        context.tasks.start(lasting: { tell(await work()) })
    }

    /// The same for work of which nothing is told.
    func startUntold(_ work: @escaping @Sendable () async -> Void) { context.tasks.start(lasting: work) }

    func cancel(_ key: EffectTasks.Key) { context.tasks.cancel(key) }
    func tell(_ event: Event) { context.inbox.put(.event(context.counter, event)) }
}

import Domain
import ShopClient

/// An asynchronous request of a counter, as data. The counter's service performs it.
protocol CounterRequest: Hashable, Sendable {}

/// A request with the counter whose service performs it.
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

/// The result of a request, or an event that a service reports unasked.
protocol CounterEvent: Sendable {
    /// An event with a key replaces an earlier event of the same counter and key that is still waiting. Events whose
    /// key is `nil` are all delivered.
    var replacementKey: String? { get }
}

extension CounterEvent {
    var replacementKey: String? { nil }
}

/// A service that performs a counter's requests outside the main loop.
protocol CounterService: Sendable {
    associatedtype Request: CounterRequest
    associatedtype Event: CounterEvent

    /// Starts a request. Returns an event if something is known at once, or else `nil`. Never blocks.
    func perform(_ request: Request, _ runner: RequestRunner<Event>) -> Event?

    /// Runs background work until its task is cancelled.
    func run(_ runner: RequestRunner<Event>) async
}

extension CounterService {
    func run(_ runner: RequestRunner<Event>) async {}

    func perform(any request: any CounterRequest, _ context: ServiceContext) -> (any CounterEvent)? {
        // Requests are addressed by the counter that was registered with the service, so there are no others.
        (request as? Request).flatMap { perform($0, RequestRunner(context)) }
    }

    func run(in context: ServiceContext) async { await run(RequestRunner(context)) }
}

/// A service that performs nothing.
private struct NoService<Request: CounterRequest, Event: CounterEvent>: CounterService {
    func perform(_ request: Request, _ runner: RequestRunner<Event>) -> Event? { nil }
}

/// The dependencies of a counter's service.
struct ServiceContext: Sendable {
    let counter: CounterID
    let tasks: EffectTasks
    let inbox: Inbox
    let repository: SectionRepository
}

/// Runs the work of a service outside the main loop and delivers its events to the counter.
struct RequestRunner<Event: CounterEvent>: Sendable {
    private let context: ServiceContext

    init(_ context: ServiceContext) { self.context = context }

    var repository: SectionRepository { context.repository }

    /// Starts `work` and cancels earlier work with the same `key`. Cancelled work delivers no event.
    func start(_ key: EffectTasks.Key, _ work: @escaping @Sendable () async -> Event?) {
        context.tasks.start(key, work: work, telling: send)
    }

    /// Starts `work` that later work does not replace, and always delivers its event.
    func startUnreplaced(_ work: @escaping @Sendable () async -> Event) {
        context.tasks.start(lasting: { send(await work()) })
    }

    /// Starts `work` that later work does not replace and that delivers no event.
    func startWithoutEvent(_ work: @escaping @Sendable () async -> Void) { context.tasks.start(lasting: work) }

    func cancel(_ key: EffectTasks.Key) { context.tasks.cancel(key) }
    func send(_ event: Event) { context.inbox.put(.event(context.counter, event)) }
}

/// A counter of the shop with the service that performs its requests.
public struct ShopCounter: Sendable {
    let counter: any Counter
    let service: any CounterService

    init<Kind: Counter, Service: CounterService>(_ counter: Kind, _ service: Service)
    where Kind.Request == Service.Request, Kind.Event == Service.Event {
        self.counter = counter
        self.service = service
    }

    /// Creates a counter whose requests nobody performs.
    init<Kind: Counter>(_ counter: Kind) { self.init(counter, NoService<Kind.Request, Kind.Event>()) }

    public var sections: [SectionDefinition] { counter.sections }
}

extension [ShopCounter] {
    /// Returns the counter that a shop of that appearance shows first; `nil` if there is none.
    public func first(in appearance: ShopAppearance) -> ShopCounter? {
        isEmpty ? nil : self[appearance.tabs(of: map(\.counter.id))[0]]
    }
}

import ShopClient

/// A counter of the shop with the service that performs its requests.
public struct ShopCounter: Sendable {
    let counter: any Counter
    let service: any CounterService

    init<Kind: Counter, Service: CounterService>(_ counter: Kind, _ service: Service)
    where Kind.Request == Service.Request, Kind.Event == Service.Event {
        self.counter = counter
        self.service = service
    }

    /// The sections that are fetched for it.
    public var sections: [SectionDefinition] { counter.sections }
}

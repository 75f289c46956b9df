import Domain
import Foundation
import ShopClient

enum DrinksRequest: CounterRequest {
    case send(DrinkDraft)
    /// Fetches the state of the machine for this terminal.
    case fetchMachine
    /// Fetches the keeper's data.
    case fetchOverview
}

enum DrinksEvent: CounterEvent {
    case reported(DrinkReport)
    case machine(Result<DrinksMachine, FetchFailure>)
    /// The keeper's data; `zone` is the time zone of displayed times.
    case admin(Result<DrinksOverview, FetchFailure>, zone: TimeZone)

    /// Only the latest fetch counts; results of actions are never dropped.
    var replacementKey: String? {
        switch self {
        case .reported: nil
        case .machine: "drinks.machine"
        case .admin: "drinks.admin"
        }
    }
}

/// The service that performs the requests of the drinks machine.
struct DrinksService: CounterService {
    let client: DrinksClient
    let profiles: ShopProfileSource

    /// Performs `request`. A fetch replaces an earlier one of the same kind that is still running.
    func perform(_ request: DrinksRequest, _ runner: RequestRunner<DrinksEvent>) -> DrinksEvent? {
        let (client, profiles) = (client, profiles)
        switch request {
        case .send(let draft):
            runner.start(.drinkAction) {
                .reported(DrinkReport(draft: draft, outcome: await client.send(draft)))
            }
        case .fetchMachine: runner.start(.drinksMachine) { .machine(await client.machine()) }
        case .fetchOverview:
            runner.start(.drinksAdmin) {
                async let overview = client.overview()
                async let shop = profiles.fetch()
                return .admin(await overview, zone: await shop?.profile.calendar.zone ?? .current)
            }
        }
        return nil
    }
}

extension EffectTasks.Key {
    fileprivate static let drinkAction = EffectTasks.Key("drinks.action")
    fileprivate static let drinksMachine = EffectTasks.Key("drinks.machine")
    fileprivate static let drinksAdmin = EffectTasks.Key("drinks.admin")
}

extension ShopCounter {
    /// Returns the counter of the drinks machine; only with `isKeeper` it has the keeper's screen.
    public static func drinksMachine(
        _ client: DrinksClient, profiles: ShopProfileSource = .none, isKeeper: Bool = true
    ) -> ShopCounter {
        ShopCounter(DrinksCounter(isKeeper: isKeeper), DrinksService(client: client, profiles: profiles))
    }
}

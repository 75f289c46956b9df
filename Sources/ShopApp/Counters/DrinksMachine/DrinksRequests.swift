import Domain
import Foundation
import ShopClient
import ShopHTTP

/// What the reducer has done at the machine.
enum DrinksRequest: CounterRequest {
    case send(DrinkDraft)
    /// Looks at the machine as this terminal sees it.
    case look
    /// Looks at what its keeper sees.
    case lookAsKeeper
}

/// What came of a request.
enum DrinksEvent: CounterEvent {
    case reported(DrinkReport)
    case machine(Result<DrinksMachine, FetchFailure>)
    /// `zone` is where times are told.
    case admin(Result<DrinksOverview, FetchFailure>, zone: TimeZone)

    /// Of looks the latest counts; of wishes none is lost.
    var replacementKey: String? {
        switch self {
        case .reported: nil
        case .machine: "drinks.machine"
        case .admin: "drinks.admin"
        }
    }
}

/// Does at the machine what is asked for.
struct DrinksService: CounterService {
    let client: DrinksClient

    /// A look takes the place of an earlier one that is under way.
    func perform(_ request: DrinksRequest, _ runner: RequestRunner<DrinksEvent>) -> DrinksEvent? {
        let client = client
        switch request {
        case .send(let draft):
            runner.start(.drinkAction) {
                .reported(DrinkReport(draft: draft, outcome: await client.send(draft)))
            }
        case .look: runner.start(.drinksMachine) { .machine(await client.machine()) }
        case .lookAsKeeper:
            runner.start(.drinksAdmin) { .admin(await client.keeping(), zone: .current) }
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
    /// Only with `isKeeper` there is the keeper's screen.
    public static func drinksMachine(_ client: DrinksClient, isKeeper: Bool = true) -> ShopCounter {
        ShopCounter(DrinksCounter(isKeeper: isKeeper), DrinksService(client: client))
    }
}

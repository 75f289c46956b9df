import Foundation
import ShopClient
import ShopHTTP
import ShopModels

/// What the reducer has done at the machine.
public enum DrinksRequest: Hashable, Sendable {
    case send(DrinkDraft)
    /// Looks at the machine as this terminal sees it.
    case look
    /// Looks at what its keeper sees.
    case lookAsKeeper
}

/// What came of an errand.
public enum DrinksEvent: Sendable {
    case reported(DrinkReport)
    case machine(Result<DrinksMachine, FetchFailure>)
    /// `zone` is where times are told.
    case admin(Result<DrinksKeeping, FetchFailure>, zone: TimeZone)

    /// Whether nobody needs `older` any more. Of wishes none is lost.
    func replaces(_ older: DrinksEvent) -> Bool {
        switch (self, older) {
        case (.machine, .machine), (.admin, .admin): true
        default: false
        }
    }
}

/// Runs the errands beside the loop, and puts what came of them into its inbox.
struct DrinksRequestRunner: Sendable {
    let counter: DrinksCounter
    let tasks: EffectTasks
    let inbox: Inbox

    /// Never waits. A look takes the place of an earlier one that is under way.
    func start(_ errand: DrinksRequest) {
        let (counter, inbox) = (counter, inbox)
        switch errand {
        case .send(let draft):
            run(.drinkWish) { .reported(DrinkReport(draft: draft, outcome: await counter.send(draft))) }
        case .look: run(.drinksMachine) { .machine(await counter.machine()) }
        case .lookAsKeeper: run(.drinksAdmin) { .admin(await counter.keeping(), zone: .current) }
        }

        func run(_ kind: EffectTasks.Kind, _ work: @escaping @Sendable () async -> DrinksEvent) {
            tasks.start(kind) {
                let news = await work()
                // Of what was cancelled nobody wants to hear.
                if !Task.isCancelled { inbox.put(news) }
            }
        }
    }
}

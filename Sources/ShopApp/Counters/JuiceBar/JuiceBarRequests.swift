import Domain
import ShopClient

/// A request to the juice bar.
enum JuiceBarRequest: CounterRequest {
    case make(JuiceDraft)
    /// Changes the stock if it is still the version that the draft was made from.
    case restock(StockDraft)
}

/// The result of a request.
enum JuiceBarEvent: CounterEvent {
    case made(JuiceReport)
    case restocked(StockReport)

    var replacementKey: String? { nil }
}

/// The service that orders juices and changes the stock, one of each at a time.
struct JuiceBarService: CounterService {
    let client: JuiceClient

    func perform(_ request: JuiceBarRequest, _ runner: RequestRunner<JuiceBarEvent>) -> JuiceBarEvent? {
        let client = client
        switch request {
        case .make(let draft):
            runner.start(EffectTasks.Key("juice.make")) {
                .made(JuiceReport(draft: draft, outcome: await client.make(draft)))
            }
        case .restock(let draft):
            guard let validator = runner.repository.validator(of: .fruits, contentVersion: draft.contentVersion) else {
                return .restocked(StockReport(draft: draft, outcome: .changedMeanwhile))
            }
            runner.start(EffectTasks.Key("juice.stock")) {
                .restocked(StockReport(draft: draft, outcome: await client.restock(draft, validator)))
            }
        }
        return nil
    }
}

extension ShopCounter {
    /// Returns the counter of the juice bar; only with `isKeeper` the stock can be changed.
    public static func juiceBar(_ client: JuiceClient, isKeeper: Bool = true) -> ShopCounter {
        ShopCounter(JuiceCounter(isKeeper: isKeeper), JuiceBarService(client: client))
    }
}

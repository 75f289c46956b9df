import Domain
import ShopClient

/// What is asked for at the juice bar.
enum JuiceBarRequest: CounterRequest {
    case make(JuiceDraft)
    /// Changes the stock, if it is still what the draft was made from.
    case restock(StockDraft)
}

/// What came of it.
enum JuiceBarEvent: CounterEvent {
    case made(JuiceReport)
    case restocked(StockReport)

    var replacementKey: String? { nil }
}

/// Has juices made and fruit restocked, each one at a time.
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
    /// Only with `isKeeper` the stock can be changed.
    public static func juiceBar(_ client: JuiceClient, isKeeper: Bool = true) -> ShopCounter {
        ShopCounter(JuiceCounter(isKeeper: isKeeper), JuiceBarService(client: client))
    }
}

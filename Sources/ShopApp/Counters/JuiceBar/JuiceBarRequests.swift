import Domain
import ShopClient
import Terminal
import TerminalText

enum JuiceBarRequest: CounterRequest {
    case make(JuiceDraft)
    /// Changes the stock if it is still the version that the draft was made from.
    case restock(StockDraft)
}

enum JuiceBarEvent: CounterEvent {
    case made(JuiceReport)
    /// The shop asks for more than a name, so nothing was sent.
    case needsDetails(JuiceDraft)
    case restocked(StockReport)
}

/// The service that orders juices and changes the stock, one of each at a time.
struct JuiceBarService: CounterService {
    let client: JuiceClient
    let profiles: ShopProfileSource

    func perform(_ request: JuiceBarRequest, _ runner: RequestRunner<JuiceBarEvent>) -> JuiceBarEvent? {
        let (client, profiles) = (client, profiles)
        switch request {
        case .make(let draft):
            runner.start(EffectTasks.Key("juice.make")) {
                var draft = draft
                if let shop = await profiles.fetch()?.profile {
                    guard shop.needsOnlyNameAtCounter else { return .needsDetails(draft) }
                    draft.choose(Handover(shop.defaultFulfillmentAtCounter), at: shop)
                }
                return .made(JuiceReport(draft: draft, outcome: await client.make(draft)))
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
    public static func juiceBar(
        _ client: JuiceClient, profiles: ShopProfileSource = .none, isKeeper: Bool = true
    ) -> ShopCounter {
        ShopCounter(JuiceCounter(isKeeper: isKeeper), JuiceBarService(client: client, profiles: profiles))
    }
}

extension SectionDefinition {
    /// The juice bar's sections, in display order.
    public static let juiceBar = [juices, fruits]

    static let juices = SectionDefinition(.juices, heading(juiceList: .juices)[.korean], rows: Juice.self)
    static let fruits = SectionDefinition(.fruits, heading(juiceList: .fruits)[.korean], rows: FruitStock.self)

    static func heading(juiceList section: SectionID) -> Localized<SectionHeading> {
        section == .juices
            ? Localized(
                korean: SectionHeading(title: "주스", subtitle: "주문하면 바로 갈아 드리는 주스"),
                english: SectionHeading(title: "Juices", subtitle: "made when you order"))
            : Localized(
                korean: SectionHeading(title: "과일", subtitle: "오늘 남은 과일"),
                english: SectionHeading(title: "Fruit", subtitle: "what is left today"))
    }
}

extension Command {
    static let make = Command("juice.make", help: ("주스 만들기", "make the juice"), hint: ("만들기", "make"))
    static let editStock = Command("juice.stock", help: ("재고 수정", "edit the stock"), hint: ("재고", "stock"))
}

extension KeyTable {
    static let juiceList: KeyTable = [
        KeyBinding(.make, .enter, hint: .important), KeyBinding(.editStock, .character("e"), hint: .useful),
    ]

    /// The keeper's keys on a fruit.
    static let onFruit: KeyTable = [KeyBinding(.editStock, .enter, .character("e"), hint: .important)]

    static let atTheBarForGuests = juiceList.without(.editStock)
}

extension Toast {
    /// Returns the toast for a finished juice, with the receipt if the server's answer could be read.
    static func juiceMade(_ draft: JuiceDraft, _ receipt: OrderReceipt?, followedWith key: String?) -> Toast {
        Toast(
            .done,
            Localized { words in
                [words.juice.made(draft.name(in: words.language))]
                    + (receipt.map { [words.juice.receipt($0)] + (key.map { [words.orders.follow($0)] } ?? []) } ?? [])
            },
            topic: Topic(name: "juice made"))
    }

    static func fruit(_ fruit: FruitStock, in section: SectionID) -> Toast {
        Toast(
            .note, Localized { [fruit.name(in: $0.language).string, $0.count(fruit.count)] }, topic: .section(section))
    }

    static func juiceIsShort(_ juice: Juice, _ missing: [FruitID: Int], _ appearance: JuiceAppearance) -> Toast {
        Toast(
            .failed,
            Localized { words in
                [juice.name(in: words.language).string]
                    + JuiceAppearance.ordered(missing).map { fruit, count in
                        "\(appearance.name(of: fruit, in: words.language)) \(words.juice.missing(count))"
                    }
            }, topic: .section(.juices))
    }

    static func juiceFailed(_ report: JuiceReport) -> Toast {
        Toast(.failed, Localized { [report.draft.name(in: $0.language).string, $0.juice.failed(report.outcome)] })
    }

    static func juiceNeedsDetails(_ draft: JuiceDraft) -> Toast {
        Toast(.failed, Localized { [draft.name(in: $0.language).string, $0.juice.needsDetails] })
    }

    static func stock(_ report: StockReport) -> Toast {
        Toast(
            .init(isDone: report.outcome == .stored), Localized { [$0.juice.report(report.outcome)] },
            topic: Topic(name: "stock"))
    }
}

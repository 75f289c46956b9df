import Domain
import ShopClient
import TerminalText

extension Toast {
    static func juiceMade(_ juice: PlainText) -> Toast { Toast(Localized { _ in [JuiceSentences.made(juice)] }) }

    /// How many there are of a fruit.
    static func fruit(_ fruit: FruitStock) -> Toast {
        Toast(Localized { [fruit.name.string, $0.count(fruit.count)] })
    }

    static func juiceFailed(_ report: JuiceReport) -> Toast {
        Toast(Localized { [report.draft.name.string, $0.juice.failed(report.outcome)] }, isError: true)
    }

    static func stock(_ report: StockReport) -> Toast {
        Toast(Localized { [$0.juice.report(report.outcome)] }, isError: report.outcome != .stored)
    }
}

import Domain
import ShopClient
import TerminalText

extension Toast {
    /// Returns the toast for a finished juice, with the receipt if the server's answer could be read.
    static func juiceMade(_ draft: JuiceDraft, _ receipt: OrderReceipt?) -> Toast {
        Toast(
            Localized { words in
                [words.juice.made(draft.name(in: words.language))]
                    + (receipt.map { [words.juice.receipt($0)] } ?? [])
            },
            topic: Topic(name: "juice made"))
    }

    /// Returns the toast with the stock of a fruit.
    static func fruit(_ fruit: FruitStock, in section: SectionID) -> Toast {
        Toast(Localized { [fruit.name(in: $0.language).string, $0.count(fruit.count)] }, topic: .section(section))
    }

    static func juiceFailed(_ report: JuiceReport) -> Toast {
        Toast(
            Localized { [report.draft.name(in: $0.language).string, $0.juice.failed(report.outcome)] }, isError: true)
    }

    static func stock(_ report: StockReport) -> Toast {
        Toast(
            Localized { [$0.juice.report(report.outcome)] }, isError: report.outcome != .stored,
            topic: Topic(name: "stock"))
    }
}

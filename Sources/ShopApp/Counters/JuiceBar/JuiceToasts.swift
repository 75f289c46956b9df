import Domain
import ShopClient
import TerminalText

extension Toast {
    /// The bar's sentence, and what the shop wrote down, where it could be read.
    static func juiceMade(_ juice: PlainText, _ made: MadeJuice? = nil) -> Toast {
        Toast(
            Localized { words in [words.juice.made(juice)] + (made.map { [words.juice.receipt($0)] } ?? []) },
            topic: Topic(name: "juice made"))
    }

    /// How many there are of a fruit.
    static func fruit(_ fruit: FruitStock, in section: SectionID) -> Toast {
        Toast(Localized { [fruit.name.string, $0.count(fruit.count)] }, topic: .section(section))
    }

    static func juiceFailed(_ report: JuiceReport) -> Toast {
        Toast(Localized { [report.draft.name.string, $0.juice.failed(report.outcome)] }, isError: true)
    }

    static func stock(_ report: StockReport) -> Toast {
        Toast(
            Localized { [$0.juice.report(report.outcome)] }, isError: report.outcome != .stored,
            topic: Topic(name: "stock"))
    }
}

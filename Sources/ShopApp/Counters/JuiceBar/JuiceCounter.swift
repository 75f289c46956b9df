import Canvas
import Domain
import ShopClient

extension CounterID { static let juice = CounterID("juice") }

/// The juice bar: juices, and the fruit that they are made of.
struct JuiceCounter: Hashable, Counter {
    /// The juice that is being made: one at a time.
    var making: JuiceDraft?
    /// A juice of which nobody knows whether it was made. Asking for it again asks for the same one.
    var unanswered: JuiceDraft?

    var id: CounterID { .juice }
    var name: LocalizedText { Localized { $0.juice.counter } }
    var empty: LocalizedText { Localized { $0.juice.empty } }
    var sections: [SectionDefinition] { SectionDefinition.juiceBar }
    var shape: ListShape { ListShape(rows: .compact) }
    var helpTopics: [HelpTopic] { [.juice, .stock] }

    func keyTable(beside list: KeyTable) -> KeyTable { .atTheBar + list }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect]? {
        switch command {
        case .make: makeJuice(&state)
        case .editStock: openStockEditor(&state, at: state.list.selected(FruitStock.self)?.id)
        default: nil
        }
    }

    func receive(_ event: JuiceBarEvent, _ state: inout ShopState) -> [Effect] {
        switch event {
        case .made(let report): reduceReport(&state, report)
        case .restocked(let report): reduceReport(&state, report)
        }
    }

    func sectionChanged(_ section: Section, isOther: Bool, _ state: inout ShopState) -> [Effect] {
        if section.id == .fruits { rebaseEditor(&state) }
        return []
    }

    func rowStyle(of section: SectionID, in state: ShopState) -> any RowStyle {
        section == .juices ? JuiceRowStyle(appearance: state.juiceAppearance) : FruitRowStyle()
    }
}

private struct JuiceRowStyle: RowStyle {
    let appearance: JuiceAppearance

    func lines(of juice: Juice, _ context: RowContext) -> [Line] {
        JuiceRow(layout: context.layout, words: context.words, appearance: appearance).lines(of: juice)
    }
}

private struct FruitRowStyle: RowStyle {
    func lines(of fruit: FruitStock, _ context: RowContext) -> [Line] {
        FruitRow(layout: context.layout).lines(of: fruit)
    }
}

extension ShopState {
    var bar: JuiceCounter {
        get { self[JuiceCounter.self] ?? JuiceCounter() }
        set { self[JuiceCounter.self] = newValue }
    }

    /// What the juices' rows show beside themselves.
    var juiceAppearance: JuiceAppearance {
        JuiceAppearance(names: fruits?.rows.array(of: FruitStock.self).names ?? [:], making: bar.making?.request.juice)
    }

    /// The fruits' section as it is known now, wherever it is.
    var fruits: Section? { section(.fruits) }
}

extension HelpTopic {
    static let juice = HelpTopic(LocalizedText("쥬스", "Juice"), .atTheBar)
    static let stock = HelpTopic(LocalizedText("재고", "Stock"), .steppers)
}

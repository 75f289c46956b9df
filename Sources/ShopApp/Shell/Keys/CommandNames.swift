extension ShopCounter {
    /// Returns the names of all commands of a shop with these counters, by which the settings assign keys.
    public static func commandNames(of counters: [ShopCounter]) -> [String] {
        HelpTopic.commandNames(of: counters.map(\.counter))
    }
}

extension HelpTopic {
    static func commandNames(of counters: [any Counter]) -> [String] {
        let own = counters.flatMap { $0.keys(on: nil).beside([]) }
        return Set((all(of: counters).flatMap(\.keys) + own).map(\.command.name)).sorted()
    }

    /// Returns the places of a shop with these counters and their keys, each once. Of a counter that is another one for
    /// guests than for the keeper, `counters` has both.
    static func all(of counters: [any Counter]) -> [HelpTopic] {
        var (ids, titles): (Set<CounterID>, Set<LocalizedText>) = ([], [])
        let names = counters.filter { ids.insert($0.id).inserted }.map(\.texts.title)
        let sale = KeyTable(counters.flatMap { $0.registered.saleKeys(on: nil)?.own ?? [] }).once
        let topics: [HelpTopic] =
            [.lists(.list(names)), .searching, .matches, .onSale(sale)]
            + counters.flatMap(\.helpTopics)
            + [
                HelpTopic(LocalizedText("버튼이 여럿인 입력", "A form with several buttons"), .manyButtons), .dialog,
                HelpTopic(LocalizedText("명령 목록", "The list of commands"), .palette),
                HelpTopic(LocalizedText("도움말", "The help"), .helpPage),
            ]
        return topics.filter { titles.insert($0.title).inserted }
    }

    private static let matches = HelpTopic(LocalizedText("찾은 것이 보일 때", "While matches are shown"), .searched)
}

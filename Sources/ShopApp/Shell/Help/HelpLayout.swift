import Canvas

/// Where the topics of the help page stand: below each other, on wide screens in columns.
struct HelpLayout {
    /// A line of a column.
    enum Entry: Hashable {
        case blank
        case heading(LocalizedText)
        /// With the title of its topic.
        case key(KeyTable.HelpLine, LocalizedText)
    }

    /// Columns that one column of topics has at least.
    private static let narrowest = 56
    /// Lines that the title and the space around it take.
    private static let titleLines = 2
    /// Screens of that height have no title.
    private static let lowest = 8

    /// The lines of each column.
    let columns: [[Entry]]
    let visibleLines: Int

    init(_ blocks: [HelpPage.Block], screen: Size) {
        let height = ListLayout(screen: screen).height
        visibleLines = max(1, height - (height > HelpLayout.lowest ? HelpLayout.titleLines : 0))
        columns = HelpLayout.columns(blocks.map(HelpLayout.entries), most: max(1, screen.width / HelpLayout.narrowest))
    }

    var lineCount: Int { columns.map(\.count).max() ?? 0 }

    private static func entries(of block: HelpPage.Block) -> [Entry] {
        [.heading(block.title)] + block.lines.map { .key($0, block.title) }
    }

    /// The topics in as many columns as there may be, in their order, none of them broken, the columns as low as possible.
    private static func columns(_ topics: [[Entry]], most: Int) -> [[Entry]] {
        var height = topics.map(\.count).max() ?? 0
        while true {
            let columns = columns(topics, height: height)
            if columns.count <= most { return columns }
            height += 1
        }
    }

    private static func columns(_ topics: [[Entry]], height: Int) -> [[Entry]] {
        var columns: [[Entry]] = []
        for topic in topics {
            if let last = columns.last, last.count + 1 + topic.count <= height {
                columns[columns.count - 1] += [.blank] + topic
            } else {
                columns.append(topic)
            }
        }
        return columns
    }
}

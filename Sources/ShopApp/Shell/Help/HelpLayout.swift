import Canvas

/// The layout of the help page's topics: below each other, and on wide screens in several columns.
struct HelpLayout {
    /// A line of a column.
    enum Entry: Hashable {
        case blank
        case heading(LocalizedText)
        /// A line of keys, with the title of its topic.
        case key(KeyTable.HelpLine, LocalizedText)
    }

    /// The minimum width of a column of topics.
    private static let narrowest = 56
    /// The lines of the title and the blank one below it.
    private static let titleLines = 2
    /// The greatest height of screens that have no title.
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

    /// Distributes the topics, in order and unbroken, over at most `most` columns of the least possible height.
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

import TerminalText

/// A run of text in one style, placed at a column.
public struct Span: Hashable, Sendable {
    public let column: Int
    public let columns: Int
    public let text: String
    public let style: Style

    public init(column: Int, columns: Int, text: String, style: Style) {
        self.column = column
        self.columns = columns
        self.text = text
        self.style = style
    }

    public var end: Int { column + columns }
}

/// One line of a panel: a background style, spans that are drawn in order so that later ones cover earlier ones,
/// picture rows above them, and click zones.
public struct Line: Hashable, Sendable {
    public var fill: Style
    public private(set) var spans: [Span]
    public private(set) var pictures: [PictureSlice]
    public internal(set) var zones: [ClickZone]

    public init(
        fill: Style = .plain, spans: [Span] = [], pictures: [PictureSlice] = [], zones: [ClickZone] = []
    ) {
        self.fill = fill
        self.spans = spans
        self.pictures = pictures
        self.zones = zones
    }

    public static let blank = Line()

    /// Creates a line that begins with `text`, truncated to `width` columns.
    public init(_ text: String, style: Style = .plain, width: Int) {
        var builder = LineBuilder(width: width)
        builder.left(text, style)
        self = builder.line
    }

    /// Returns this line in `style` throughout, including blanks. Pictures keep their colours and underlined text stays
    /// underlined. A single style is also the cheapest for the terminal to draw.
    public func uniform(_ style: Style) -> Line {
        Line(
            fill: style,
            spans: spans.map { span in
                let style = Style(style.ink, style.weight.union(span.style.weight.intersection(.underline)))
                return Span(column: span.column, columns: span.columns, text: span.text, style: style)
            },
            pictures: pictures, zones: zones)
    }

    /// The text of the line from left to right, with whitespace collapsed.
    public var text: String {
        spans.sorted { $0.column < $1.column }.map(\.text).joined(separator: " ")
            .split(separator: " ").joined(separator: " ")
    }

    /// Returns this line with a selection bar over `columns`, showing the spans that begin there in the selected style.
    public func selected(columns: Range<Int>) -> Line {
        let blanks = String(repeating: " ", count: columns.count)
        let bar = Span(column: columns.lowerBound, columns: columns.count, text: blanks, style: .selected)
        let text = uniform(.selected).spans.filter { columns.contains($0.column) }
        return Line(
            fill: fill, spans: spans.filter { !columns.contains($0.column) } + [bar] + text, pictures: pictures,
            zones: zones)
    }

    fileprivate mutating func add(_ span: Span, _ target: (any ClickTarget)?) {
        spans.append(span)
        if let target { zones.append(ClickZone(columns: span.column..<span.end, target: target)) }
    }
    fileprivate mutating func add(_ slice: PictureSlice) { pictures.append(slice) }
}

/// Lays out text from both ends of a line towards its middle. Text that does not fit is truncated between graphemes.
public struct LineBuilder {
    public private(set) var line: Line
    private var start: Int
    private var end: Int

    public init(width: Int, margin: Int = 0, fill: Style = .plain) {
        line = Line(fill: fill)
        start = margin
        end = max(margin, width - margin)
    }

    /// The number of columns still free between both ends.
    public var room: Int { max(0, end - start) }

    /// Adds `text` at the left end, truncated to the remaining room, and advances by `gap` columns. Clicks on it hit
    /// `target`.
    public mutating func left(
        _ text: String, _ style: Style = .plain, gap: Int = 0, target: (any ClickTarget)? = nil
    ) {
        let shown = text.truncated(columns: room)
        let columns = shown.columns
        guard columns > 0 else { return }
        line.add(Span(column: start, columns: columns, text: shown, style: style), target)
        start += columns + gap
    }

    /// Adds `text` at the right end if all of it fits, and leaves a gap of `gap` columns. Returns whether it was added.
    /// Clicks on it hit `target`.
    @discardableResult
    public mutating func right(
        _ text: String, _ style: Style = .plain, gap: Int = 0, target: (any ClickTarget)? = nil
    ) -> Bool {
        let columns = text.columns
        guard columns > 0, columns <= room else { return false }
        line.add(Span(column: end - columns, columns: columns, text: text, style: style), target)
        end = max(start, end - columns - gap)
        return true
    }
}

extension LineBuilder {
    /// Adds click zones to the last added text; their columns are relative to its start.
    public mutating func add(_ zones: [ClickZone]) {
        guard let span = line.spans.last else { return }
        line.zones += zones.map { $0.moved(by: span.column) }
    }

    /// Adds the spans and click zones of `other` at the left end, without advancing.
    public mutating func put(_ other: Line) {
        for span in other.spans {
            line.add(Span(column: start + span.column, columns: span.columns, text: span.text, style: span.style), nil)
        }
        line.zones += other.zones.map { $0.moved(by: start) }
    }

    /// Leaves up to `columns` columns free at the left end.
    public mutating func skip(_ columns: Int) { start = min(end, start + max(0, columns)) }

    /// Adds one row of `picture` at the left end if it fits, and advances by its width and `gap` columns. Returns
    /// whether it was added.
    @discardableResult
    public mutating func picture(_ picture: CellPicture, row: Int, gap: Int = 0) -> Bool {
        guard picture.size.width <= room else { return false }
        line.add(PictureSlice(column: start, picture: picture, row: row))
        skip(picture.size.width + gap)
        return true
    }
}

extension String {
    /// Returns this text padded with leading blanks to `columns` columns.
    public func right(columns: Int) -> String { String(repeating: " ", count: max(0, columns - self.columns)) + self }

    /// Returns this text wrapped to lines of at most `width` columns, broken at spaces if possible, otherwise between
    /// graphemes. Returns at most `limit` lines; if there was more text, the last one ends in an ellipsis.
    public func wrapped(columns width: Int, limit: Int) -> [String] {
        guard width > 0, limit > 0 else { return [] }
        var lines: [String] = []
        var rest = self[...]
        while !rest.isEmpty {
            if lines.count == limit - 1 {
                lines.append(String(rest).truncated(columns: width))
                break
            }
            var taken = rest.prefix(columns: width)
            if taken.isEmpty { taken = rest.prefix(1) }
            if taken.endIndex < rest.endIndex, rest[taken.endIndex] != " ", let space = taken.lastIndex(of: " ") {
                taken = taken[..<space]
            }
            lines.append(String(taken))
            rest = rest[taken.endIndex...].drop { $0 == " " }
        }
        return lines
    }
}

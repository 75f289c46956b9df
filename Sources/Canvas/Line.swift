import TerminalText

/// Text of one style that begins at a column.
public struct Span: Hashable, Sendable {
    public let column: Int
    /// Columns that `text` takes.
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

/// One line of a panel: spans on a background of `fill`, drawn in their order, so that a later one covers an earlier
/// one, rows of pictures above them all, and what clicks on them mean.
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

    /// A line with `text` at its beginning, within `width` columns.
    public init(_ text: String, style: Style = .plain, width: Int) {
        var builder = LineBuilder(width: width)
        builder.left(text, style)
        self = builder.line
    }

    /// The same line in `style` throughout, blanks included; pictures keep their colours, and what is underlined stays
    /// so. One style for all of it also costs a terminal least.
    public func uniform(_ style: Style) -> Line {
        Line(
            fill: style,
            spans: spans.map { span in
                let style = Style(style.ink, style.weight.union(span.style.weight.intersection(.underline)))
                return Span(column: span.column, columns: span.columns, text: span.text, style: style)
            },
            pictures: pictures, zones: zones)
    }

    /// What it says, from left to right.
    public var text: String {
        spans.sorted { $0.column < $1.column }.map(\.text).joined(separator: " ")
            .split(separator: " ").joined(separator: " ")
    }

    /// The same line with what begins in `columns` on a bar that stands out as what is selected.
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

/// Lays text out from both ends of a line towards its middle; what does not fit is shortened, never cut mid-glyph.
public struct LineBuilder {
    public private(set) var line: Line
    private var start: Int
    private var end: Int

    public init(width: Int, margin: Int = 0, fill: Style = .plain) {
        line = Line(fill: fill)
        start = margin
        end = max(margin, width - margin)
    }

    /// Columns still free between both ends.
    public var room: Int { max(0, end - start) }

    /// Puts `text` at the left end, shortened to the room that is left, and moves the end `gap` columns on. A click on it
    /// means `target`.
    public mutating func left(
        _ text: String, _ style: Style = .plain, gap: Int = 0, target: (any ClickTarget)? = nil
    ) {
        let shown = text.truncated(columns: room)
        let columns = shown.columns
        guard columns > 0 else { return }
        line.add(Span(column: start, columns: columns, text: shown, style: style), target)
        start += columns + gap
    }

    /// Puts `text` at the right end if it fits whole, and moves the end `gap` columns in. Says whether it did. A click on
    /// it means `target`.
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
    /// A click on parts of the text that was put last means what `zones` say, counted from where it begins.
    public mutating func add(_ zones: [ClickZone]) {
        guard let span = line.spans.last else { return }
        line.zones += zones.map { $0.moved(by: span.column) }
    }

    /// Puts the spans of `other` at the left end, as they stand there.
    public mutating func put(_ other: Line) {
        for span in other.spans {
            line.add(Span(column: start + span.column, columns: span.columns, text: span.text, style: span.style), nil)
        }
        line.zones += other.zones.map { $0.moved(by: start) }
    }

    /// Keeps `columns` at the left end free of text, as far as there are so many.
    public mutating func skip(_ columns: Int) { start = min(end, start + max(0, columns)) }

    /// Puts the row `row` of `picture` at the left end if it fits whole, and moves the end `gap` columns on. Says
    /// whether it did.
    @discardableResult
    public mutating func picture(_ picture: CellPicture, row: Int, gap: Int = 0) -> Bool {
        guard picture.size.width <= room else { return false }
        line.add(PictureSlice(column: start, picture: picture, row: row))
        skip(picture.size.width + gap)
        return true
    }
}

extension String {
    /// This text at the right end of as many columns, with blanks before it.
    public func right(columns: Int) -> String { String(repeating: " ", count: max(0, columns - self.columns)) + self }

    /// This text as lines of at most `width` columns: broken at spaces where there are any, else between graphemes.
    /// At most `limit` lines; the last one ends in an ellipsis when there was more.
    public func wrapped(columns width: Int, limit: Int) -> [String] {
        guard width > 0, limit > 0 else { return [] }
        var lines: [String] = []
        var rest = self[...]
        while !rest.isEmpty {
            if lines.count == limit - 1 {
                lines.append(String(rest).truncated(columns: width))
                break
            }
            let fitting = String(rest).prefix(columns: width)
            var taken = rest.prefix(fitting.count)
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

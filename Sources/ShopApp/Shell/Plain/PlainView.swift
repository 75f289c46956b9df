import Canvas
import TerminalText

/// Converts frames to plain ones. Unchanged panels are cached.
struct PlainView {
    private var panels: [Region: Memo<Panel, Panel>] = [:]

    static let statusRegion = Region("status")

    /// Returns the frame of the shop without lines and pictures, with the status line and a visible cursor.
    mutating func frame(_ shop: Frame, _ status: String) -> Frame {
        var frame = shop
        frame.panels = shop.panels.map { panel in
            panels[panel.region, default: Memo()].value(for: panel, make: PlainView.plain)
        }
        let status = Line(status, width: shop.size.width)
        frame.panels.append(
            Panel(
                region: PlainView.statusRegion, origin: Point(column: 0, row: shop.size.height),
                width: shop.size.width, lines: [status]))
        frame.size.height += 1
        frame.showsCursor = true
        return frame
    }

    private static func plain(_ panel: Panel) -> Panel {
        Panel(region: panel.region, origin: panel.origin, width: panel.width, lines: panel.lines.map(plain))
    }

    /// Returns the text of a line without line-drawing characters, bars and signs.
    static func text(of line: Line) -> String { plain(line).text }

    private static func plain(_ line: Line) -> Line {
        let signs = line.zones.filter { ($0.target as? any SignTarget)?.isSign == true }.map(\.columns)
        let spans = Bar.left(outOf: line).spans.filter { span in
            // The cursor is where the mark of the selected line is.
            span.text != selectionMark && !signs.contains(span.column..<(span.column + span.columns))
        }
        return Line(fill: line.fill, spans: spans.map(plain), zones: line.zones)
    }

    /// Text that is marked by reversed colours is put into brackets as well.
    private static func plain(_ span: Span) -> Span {
        var text = String(String.UnicodeScalarView(span.text.unicodeScalars.map { drawn.contains($0) ? " " : $0 }))
        let isMarked =
            span.style.weight.contains(.reverse) && text.hasPrefix(" ") && text.hasSuffix(" ")
            && text.contains { $0 != " " }
        if isMarked { text = "[\(text.dropFirst().dropLast())]" }
        return Span(column: span.column, columns: span.columns, text: text, style: span.style)
    }

    private static let selectionMark = ">"
    /// The characters of lines, boxes and blocks.
    private static let drawn: ClosedRange<Unicode.Scalar> = "\u{2500}"..."\u{259F}"
}

/// A plain screen for screen readers: one column without lines and pictures, and a status line at the bottom that says
/// what changed.
enum PlainScreen {
    /// The greatest width. On a wider screen a view would stand beside the list.
    private static let widest = 100
    private static let statusLines = 1

    /// Returns the part of a screen that the shop uses.
    static func shop(in screen: Size) -> Size {
        Size(width: min(screen.width, widest), height: max(0, screen.height - statusLines))
    }
}

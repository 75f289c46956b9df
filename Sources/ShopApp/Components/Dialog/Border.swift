import Canvas
import TerminalText

/// Puts lines into a frame, which is drawn with the terminal's own line-drawing characters.
struct Border {
    let width: Int
    var ink = Ink.accent

    /// The columns that an edge needs besides its title.
    static let besideTitle = 6

    /// Returns `lines` between the edges. `title` stands in the upper edge and `below` in the lower one, cut to fit;
    /// `aside` ends the upper edge if there is room.
    func around(_ lines: [Line], title: String = "", aside: String = "", below: String = "") -> [Line] {
        [edge("┌", "┐", title, aside)] + lines.map(framed) + [edge("└", "┘", below)]
    }

    private var style: Style { Style(ink, .frame) }

    private func framed(_ line: Line) -> Line {
        Line(
            fill: line.fill, spans: [side(0)] + line.spans + [side(width - 1)], pictures: line.pictures,
            zones: line.zones)
    }

    private func side(_ column: Int) -> Span { Span(column: column, columns: 1, text: "│", style: style) }

    private func edge(_ left: String, _ right: String, _ title: String, _ aside: String = "") -> Line {
        let rule = left + String(repeating: "─", count: max(0, width - 2)) + right
        let shown = title.truncated(columns: width - Border.besideTitle)
        var spans = [Span(column: 0, columns: width, text: rule, style: style)]
        if !shown.isEmpty {
            spans.append(Span(column: 2, columns: shown.columns + 2, text: " \(shown) ", style: Style(ink, .bold)))
        }
        let start = width - 4 - aside.columns
        if !aside.isEmpty, start > shown.columns + 4 {
            spans.append(Span(column: start, columns: aside.columns + 2, text: " \(aside) ", style: .dim))
        }
        return Line(spans: spans)
    }
}

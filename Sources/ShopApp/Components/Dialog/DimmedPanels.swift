import Canvas

/// What lies below a dialog: dim and without colours, so that the eye is where the keys are. Unchanged panels are cached.
struct DimmedPanels {
    private var panels: [Region: Memo<Panel, Panel>] = [:]

    mutating func dim(_ shown: ArraySlice<Panel>) -> [Panel] {
        shown.map { panels[$0.region, default: Memo()].value(for: $0, make: DimmedPanels.dimmed) }
    }

    private static func dimmed(_ panel: Panel) -> Panel {
        Panel(region: panel.region, origin: panel.origin, width: panel.width, lines: panel.lines.map(dimmed))
    }

    private static func dimmed(_ line: Line) -> Line {
        Line(
            fill: dimmed(line.fill),
            spans: line.spans.map {
                Span(column: $0.column, columns: $0.columns, text: $0.text, style: dimmed($0.style))
            }, pictures: line.pictures, zones: line.zones)
    }

    /// Chips and the selected row keep their reverse, which is their shape.
    private static func dimmed(_ style: Style) -> Style {
        Style(.standard, style.weight.subtracting(.bold).union(.dim))
    }
}

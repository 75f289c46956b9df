import TerminalText

extension Line {
    /// The same line with what `pattern` finds in its texts standing out.
    public func highlighting(_ pattern: SearchPattern) -> Line {
        guard !pattern.isEmpty else { return self }
        return Line(fill: fill, spans: spans.flatMap { $0.highlighting(pattern) }, pictures: pictures, zones: zones)
    }
}

extension Span {
    /// The pieces of the span, of which those that `pattern` finds stand out.
    fileprivate func highlighting(_ pattern: SearchPattern) -> [Span] {
        let ranges = style.weight.contains(.frame) ? [] : pattern.ranges(in: text)
        guard !ranges.isEmpty else { return [self] }
        var pieces: [Span] = []
        var (start, column) = (text.startIndex, column)
        func add(_ range: Range<String.Index>, _ style: Style) {
            let piece = String(text[range])
            guard !piece.isEmpty else { return }
            pieces.append(Span(column: column, columns: piece.columns, text: piece, style: style))
            column += piece.columns
        }
        for range in ranges {
            add(start..<range.lowerBound, style)
            add(range, style.found)
            start = range.upperBound
        }
        add(start..<text.endIndex, style)
        return pieces
    }
}

extension Style {
    /// The same for what was looked for: it stands out with colour and without.
    fileprivate var found: Style {
        guard !weight.contains(.reverse) else { return Style(ink, weight.union(.underline)) }
        return Style(ink == .standard ? .accent : ink, weight.subtracting(.dim).union([.bold, .underline]))
    }
}

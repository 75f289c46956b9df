import TerminalText

extension Line {
    public func highlighting(_ pattern: SearchPattern) -> Line {
        guard !pattern.isEmpty else { return self }
        return Line(fill: fill, spans: spans.flatMap { $0.highlighting(pattern) }, pictures: pictures, zones: zones)
    }
}

extension Span {
    /// Splits the span at the matches of `pattern` and highlights these.
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
    /// This style for a search match, distinguishable with and without colour.
    fileprivate var found: Style {
        guard !weight.contains(.reverse) else { return Style(ink, weight.union(.underline)) }
        return Style(ink == .standard ? .accent : ink, weight.subtracting(.dim).union([.bold, .underline]))
    }
}

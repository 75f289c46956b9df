import Canvas

/// The quiet frame that stands where a picture will be.
enum PicturePlace {
    private static let style = Style(.standard, [.dim, .frame])

    /// The line of that number of a frame of `size`.
    static func line(_ number: Int, of size: Size) -> Line {
        guard size.width >= 2 else { return .blank }
        if number == 0 { return edge("┌", "┐", size.width) }
        if number == size.height - 1 { return edge("└", "┘", size.width) }
        return Line(spans: [
            Span(column: 0, columns: 1, text: "│", style: style),
            Span(column: size.width - 1, columns: 1, text: "│", style: style),
        ])
    }

    static func lines(of size: Size) -> [Line] { (0..<size.height).map { line($0, of: size) } }

    private static func edge(_ left: String, _ right: String, _ width: Int) -> Line {
        let text = left + String(repeating: "─", count: width - 2) + right
        return Line(spans: [Span(column: 0, columns: width, text: text, style: style)])
    }
}

import TerminalProbe

/// A terminal's screen as an SVG picture, without scripts and fonts of its own.
struct ScreenPicture {
    /// What the picture shows, for those who do not see it.
    let title: String
    let ground: CellDrawing.Ground
    private let size: (width: Int, height: Int)
    private let drawing: CellDrawing

    init(of screen: TerminalEmulator, title: String, on ground: CellDrawing.Ground) {
        self.title = title
        self.ground = ground
        size = (
            screen.columns * CellDrawing.width + 2 * ScreenPicture.margin,
            screen.rows * CellDrawing.height + 2 * ScreenPicture.margin
        )
        drawing = CellDrawing(of: (0..<screen.rows).map(screen.cells(row:)), on: ground)
    }

    private static let margin = 12

    /// The file, a line for each shape or run of text.
    var text: String {
        let lines =
            [
                #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size.width) \#(size.height)" width="\#(size.width)" height="\#(size.height)" role="img" \#(CellDrawing.font)>"#,
                "<title>\(CellDrawing.escaped(title))</title>",
                #"<rect x="0.5" y="0.5" width="\#(size.width - 1)" height="\#(size.height - 1)" rx="8" fill="\#(ground.background)" stroke="\#(ground.edge)"/>"#,
                #"<g transform="translate(\#(ScreenPicture.margin) \#(ScreenPicture.margin))">"#,
                #"<g shape-rendering="crispEdges">"#,
            ] + drawing.backgrounds + ["</g>", ScreenPicture.startOfPixels + #" shape-rendering="crispEdges">"#]
            + drawing.photographs + [ScreenPicture.endOfPixels, #"<g fill="none">"#] + drawing.frames + ["</g>"]
            + drawing.texts + ["</g>", "</svg>", ""]
        return lines.joined(separator: "\n")
    }

    private static let startOfPixels = #"<g id="pixels""#
    private static let endOfPixels = "</g><!-- pixels -->"

    /// Returns the file without the colours of photographs, which another decoder may round in another way.
    static func withoutPixels(_ text: String) -> String {
        guard let start = text.firstRange(of: startOfPixels), let end = text.firstRange(of: endOfPixels) else {
            return text
        }
        return String(text[..<start.lowerBound] + text[end.lowerBound...])
    }

    /// The colours of photographs in the file: none if it shows none.
    static func colors(ofPixels text: String) -> Set<String> {
        guard let start = text.firstRange(of: startOfPixels), let end = text.firstRange(of: endOfPixels) else {
            return []
        }
        return Set(text[start.upperBound..<end.lowerBound].matches(of: /#[0-9a-f]{6}/).map { String($0.0) })
    }
}

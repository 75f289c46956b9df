import Canvas
import Domain
import ShopClient
import TerminalText

/// The details of the selected row, shown beside the list on a wide screen and built from top to bottom.
struct Pane {
    private let frame: Rectangle
    private(set) var lines: [Line] = []

    /// Columns between the rule at the left and the text, and at the right end.
    static let margin = 2
    private static let region = Region("pane")
    private static let rule = Style(.standard, [.dim, .frame])

    init(_ frame: Rectangle) { self.frame = frame }

    var width: Int { Pane.textColumns(in: frame) }

    static func textColumns(in frame: Rectangle) -> Int { max(1, frame.size.width - 2 * margin) }

    mutating func line(_ add: (inout LineBuilder) -> Void) {
        var builder = LineBuilder(width: frame.size.width, margin: Pane.margin)
        add(&builder)
        lines.append(builder.line)
    }

    mutating func blank() { lines.append(.blank) }

    /// Adds a paragraph of at most `limit` lines.
    mutating func text(_ text: String, _ style: Style = .plain, limit: Int = 8) {
        for part in text.wrapped(columns: width, limit: limit) { line { $0.left(part, style) } }
    }

    /// Adds a picture or its placeholder, and a blank line. Does nothing if `picture` is `nil`.
    mutating func picture(_ picture: PanePicture?, in language: Language) {
        guard let picture else { return }
        let area = PictureArea(size: picture.request.size, state: picture.state, language: language)
        for row in 0..<area.size.height { line { area.add(row: row, to: &$0) } }
        blank()
    }

    /// Adds lines that were laid out for the full width of the pane.
    mutating func add(_ lines: [Line]) { self.lines += lines }
    mutating func add(_ line: Line) { lines.append(line) }

    /// Returns the picture with a hint below the text, or in the last line if the text is longer than the pane.
    func picture(hint: (inout LineBuilder) -> Void) -> LayerPicture {
        var pane = self
        if let last = pane.lines.last, last != .blank { pane.blank() }
        pane.lines = Array(pane.lines.prefix(frame.size.height - 1))
        pane.line(hint)
        return pane.picture
    }

    var picture: LayerPicture {
        let shown = (0..<frame.size.height).map { number in
            let line = lines.indices.contains(number) ? lines[number] : .blank
            let rule = Span(column: 0, columns: 1, text: "│", style: Pane.rule)
            return Line(fill: line.fill, spans: [rule] + line.spans, pictures: line.pictures)
        }
        return LayerPicture(panels: [Panel(region: Pane.region, place: frame, lines: shown)])
    }
}

/// The picture of the selected row in the pane's size, with its state.
struct PanePicture: Hashable {
    let request: PictureRequest
    let state: PictureState

    /// Returns `nil` if there is no pane, no room in it, or the row has no picture.
    init?(_ list: SectionedList, _ known: [PictureRequest: PictureState]) {
        guard let request = list.panePicture else { return nil }
        self.request = request
        state = known[request] ?? .waiting
    }
}

extension SectionedList {
    var panePicture: PictureRequest? {
        guard !isSelectionFolded, let pane = layout.pane, let size = layout.panePicture(in: pane),
            let image = selectedSection?.rows.image(ofRow: cursor.selection.row), !image.isEmpty
        else { return nil }
        return PictureRequest(image, fitting: size)
    }
}

extension ListLayout {
    /// The area of the pane; `nil` if there is no room for it.
    var pane: Rectangle? {
        guard hasPane else { return nil }
        let column = listWidth + 1
        return Rectangle(column: column, row: origin.row, width: screen.width - column, height: height)
    }

    /// Returns the size of the picture in the pane: visually a square, as large as there is space beside the text. Returns
    /// `nil` if there is no room.
    func panePicture(in pane: Rectangle) -> Size? {
        let lines = pane.size.height
        let height = min(max(lines / 2, lines - ListLayout.linesBelowPanePicture), lines * 3 / 5)
        let fitting = min(height, Pane.textColumns(in: pane) / 2, ListLayout.highestPicture)
        return hasPictures && fitting >= 4 ? Size(width: fitting * 2, height: fitting) : nil
    }

    /// The most rows of a square picture, so that one on a screen of any size takes little memory.
    static let highestPicture = 48
    /// The lines that most texts below a picture need.
    private static let linesBelowPanePicture = 14
}

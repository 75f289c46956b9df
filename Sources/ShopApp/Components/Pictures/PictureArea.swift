import Canvas
import ShopClient
import TerminalText

/// The area of a picture. Until the picture is loaded, and if loading failed, it shows a dim frame; for a picture that is
/// too large, with the limit in it.
struct PictureArea {
    let size: Size
    let state: PictureState
    /// The language of that sentence; `nil` for an area without room for it.
    var language: Language?

    private static let style = Style(.standard, [.dim, .frame])

    /// All rows of the area.
    var lines: [Line] { (0..<size.height).map(line) }

    func line(_ row: Int) -> Line {
        var builder = LineBuilder(width: size.width)
        add(row: row, to: &builder)
        return builder.line
    }

    /// Adds one row at the left end of the free part of `line` and advances by the width of the area. A picture smaller
    /// than the area is centred in it.
    func add(row: Int, to line: inout LineBuilder) {
        let columns = min(size.width, line.room)
        guard (0..<size.height).contains(row) else { return line.skip(columns) }
        guard let picture = state.picture else { return addFrame(row, to: &line) }
        let left = max(0, columns - picture.size.width) / 2
        line.skip(left)
        let above = max(0, size.height - picture.size.height) / 2
        line.picture(picture, row: row - above)
        line.skip(columns - left - picture.size.width)
    }

    /// The least width of an area with a sentence in it.
    private static let minSentenceWidth = 12

    /// The lines of the sentence within the frame.
    private var sentence: [String] {
        guard state == .tooLarge, size.width >= PictureArea.minSentenceWidth, let language else { return [] }
        return language.words.pictureIsTooLarge.wrapped(columns: size.width - 2, limit: max(1, size.height - 2))
    }

    private func addFrame(_ row: Int, to line: inout LineBuilder) {
        guard size.width >= 2 else { return line.skip(size.width) }
        let inner = size.width - 2
        switch row {
        case 0: line.left("┌" + String(repeating: "─", count: inner) + "┐", PictureArea.style)
        case size.height - 1: line.left("└" + String(repeating: "─", count: inner) + "┘", PictureArea.style)
        default:
            line.left("│", PictureArea.style)
            let text = sentence.indices.contains(row - 1) ? sentence[row - 1] : ""
            line.left(text, .dim)
            line.skip(inner - text.columns)
            line.left("│", PictureArea.style)
        }
    }
}

import Canvas
import ShopClient

/// Where a picture stands, or will stand: until it is there, and when it failed, a quiet frame holds its place.
struct PicturePlace {
    let size: Size
    let state: PictureState

    private static let style = Style(.standard, [.dim, .frame])

    /// All of its rows.
    var lines: [Line] { (0..<size.height).map(line) }

    /// The row of that number.
    func line(_ number: Int) -> Line {
        var builder = LineBuilder(width: size.width)
        add(row: number, to: &builder)
        return builder.line
    }

    /// Adds the row of that number at the left end of what is free in `line`, and takes the place's columns up. A picture
    /// that is smaller than its place is centred in it.
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

    private func addFrame(_ row: Int, to line: inout LineBuilder) {
        guard size.width >= 2 else { return line.skip(size.width) }
        let inner = size.width - 2
        switch row {
        case 0: line.left("┌" + String(repeating: "─", count: inner) + "┐", PicturePlace.style)
        case size.height - 1: line.left("└" + String(repeating: "─", count: inner) + "┘", PicturePlace.style)
        default:
            line.left("│", PicturePlace.style)
            line.skip(inner)
            line.left("│", PicturePlace.style)
        }
    }
}

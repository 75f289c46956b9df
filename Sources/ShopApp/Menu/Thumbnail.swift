import Canvas
import ShopClient

/// The picture of a dish in its row, and the quiet frame in its place while there is none.
struct Thumbnail {
    let size: Size
    let state: PictureState

    private static let placeholder = Style(.standard, [.dim, .frame])

    /// Adds what stands in that row of it, and the gap after it. A picture of another shape is centred.
    func add(row: Int, to line: inout LineBuilder) {
        guard (0..<size.height).contains(row) else { return line.skip(size.width + MenuLayout.pictureGap) }
        if let picture = state.picture {
            let left = max(0, size.width - picture.size.width) / 2
            line.skip(left)
            let above = max(0, size.height - picture.size.height) / 2
            line.picture(picture, row: row - above)
            line.skip(size.width - left - picture.size.width + MenuLayout.pictureGap)
        } else {
            line.left(placeholder(row), Thumbnail.placeholder)
            line.skip(MenuLayout.pictureGap)
        }
    }

    private func placeholder(_ row: Int) -> String {
        let inner = max(0, size.width - 2)
        if row == 0 { return "┌" + String(repeating: "─", count: inner) + "┐" }
        if row == size.height - 1 { return "└" + String(repeating: "─", count: inner) + "┘" }
        return "│" + String(repeating: " ", count: inner) + "│"
    }
}

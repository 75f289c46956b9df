import Canvas
import TerminalText

/// A line of a modal, and its priority if there is not room for all.
struct ModalRow {
    /// The priority of a line, lowest first; rows of lower priority are dropped first.
    enum Weight: Int {
        case space, spare, useful, wanted, needed
    }

    var weight = Weight.needed
    let add: (inout LineBuilder) -> Void

    static var space: ModalRow { ModalRow(weight: .space) { _ in } }
}

/// A layer above everything but toasts: centred on a large screen, full-screen on a small one so that nothing shows
/// beside it.
struct Modal {
    let layout: ListLayout
    let region: Region
    let title: String
    let rows: [ModalRow]
    /// The row that always stays visible.
    var focus = 0
    /// The greatest width of a frame.
    var widest = Modal.standardWidth
    /// A text beside the title; empty if there is none.
    var note = ""
    /// Whether a frame is only as wide as its rows need.
    var fitsRows = false

    static let standardWidth = 58
    /// Columns of the frame and the space beside it, on each side.
    private static let side = 3
    private static let minFramedWidth = 44
    /// The least height at which a line is given up for the number of those that there is no room for.
    private static let minHeightOfCount = 8
    /// Rows of a frame: its edges, and the space inside them.
    private static let edges = 2
    private static let spaces = 2

    /// Whether it has a frame, which requires room around it.
    private var isFramed: Bool { layout.density == .spacious && layout.width >= Modal.minFramedWidth }
    private var width: Int { isFramed ? min(fitsRows ? neededWidth : widest, widest, layout.width - 4) : layout.width }

    /// The width that the widest row and the title need.
    private var neededWidth: Int {
        let columns = rows.map { row in
            var builder = LineBuilder(width: widest, margin: Modal.side)
            row.add(&builder)
            return widest - builder.room
        }
        return max(columns.max() ?? 0, title.columns + Border.besideTitle)
    }
    private var margin: Int { isFramed ? Modal.side : layout.margin }

    static func textColumns(in layout: ListLayout, widest: Int = standardWidth) -> Int {
        let modal = Modal(layout: layout, region: Region(""), title: "", rows: [], widest: widest)
        return max(1, modal.width - 2 * modal.margin)
    }

    /// Returns the number of lines that a modal with a title needs in addition to its rows if there is room for all.
    static func linesAround(in layout: ListLayout) -> Int {
        Modal(layout: layout, region: Region(""), title: "", rows: []).isFramed ? edges + spaces : 1
    }

    var panel: Panel { Panel(region: region, place: frame, lines: lines) }

    /// Returns the screen position of the row at index `number`, `column` columns after the start of its text; the
    /// nearest position if the row is not shown.
    func point(ofRow row: Int, column: Int) -> Point {
        let index = shown.firstIndex(of: row) ?? 0
        return Point(
            column: min(frame.origin.column + margin + column, layout.width - 1),
            row: min(frame.origin.row + linesAbove + index, layout.origin.row + layout.height - 1))
    }

    // MARK: - Lines

    /// The indices of the rows that fit, with the focused one: spaces are dropped first, then rows of weight `spare`,
    /// `useful` and `wanted`, then those far from the focus.
    private var shown: [Int] {
        let room = max(1, layout.height - (isFramed ? Modal.edges : titleLines))
        var kept = Array(rows.indices)
        for weight in [ModalRow.Weight.space, .spare, .useful, .wanted] {
            for number in kept.reversed() where kept.count > room && rows[number].weight == weight && number != focus {
                kept.removeAll { $0 == number }
            }
        }
        guard kept.count > room else { return kept }
        let index = kept.firstIndex(of: focus) ?? 0
        let first = min(max(0, index - room / 2), kept.count - room)
        return Array(kept[first..<(first + room)])
    }

    /// Without a frame, the title is shown only if no important row has to be dropped for it, or if some have to be
    /// anyway: it says how many.
    private var titleLines: Int {
        let isFitting = rows.count { $0.weight == .needed || $0.weight == .wanted } < layout.height
        let isCut = layout.height >= Modal.minHeightOfCount && rows.count { $0.weight == .needed } > layout.height
        return isFitting || isCut ? 1 : 0
    }
    private var hasSpaces: Bool { shown.count + Modal.edges + Modal.spaces <= layout.height }
    private var linesAbove: Int { isFramed ? (hasSpaces ? 2 : 1) : titleLines }

    private var frame: Rectangle {
        guard isFramed else {
            return Rectangle(column: 0, row: layout.origin.row, width: width, height: layout.height)
        }
        let height = min(layout.height, shown.count + Modal.edges + (hasSpaces ? Modal.spaces : 0))
        return Rectangle(
            column: (layout.width - width) / 2, row: layout.origin.row + (layout.height - height) / 2, width: width,
            height: height)
    }

    private var lines: [Line] {
        let inner = shown.map { number in
            var builder = LineBuilder(width: width, margin: margin)
            rows[number].add(&builder)
            return builder.line
        }
        guard isFramed else { return (titleLines > 0 ? [plainTitle] : []) + inner }
        let space = hasSpaces ? [Line.blank] : []
        return Border(width: width).around(space + inner + space, title: title, aside: note, below: hidden)
    }

    /// The number of lines that there is no room for, as text; empty if all are shown. Lines that are dropped on a small
    /// screen because they matter less do not count.
    private var hidden: String {
        let room = max(1, layout.height - (isFramed ? Modal.edges : titleLines))
        let count = rows.count { $0.weight == .needed } - room
        return count > 0 ? "+\(count)" : ""
    }

    private var plainTitle: Line {
        var builder = LineBuilder(width: width, margin: margin)
        builder.right(hidden.isEmpty ? note : hidden, .dim, gap: 1)
        builder.left(title, Style(.accent, .bold))
        return builder.line
    }
}

extension ListLayout {
    private static let narrow = 30

    /// Whether buttons and field labels use their short form.
    var isNarrow: Bool { width < ListLayout.narrow }

    func button(_ name: String) -> String { isNarrow ? "[\(name)]" : "[ \(name) ]" }
}

extension ModalRow {
    private static let maxLines = 3

    /// Returns the rows of a sentence, wrapped to the width of a modal.
    static func sentence(
        _ text: String, _ style: Style = .bold, _ weight: Weight = .needed, in layout: ListLayout
    ) -> [ModalRow] {
        text.wrapped(columns: Modal.textColumns(in: layout), limit: maxLines).map { line in
            ModalRow(weight: weight) { $0.left(line, style) }
        }
    }
}

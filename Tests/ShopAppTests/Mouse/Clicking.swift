import Canvas
import Domain
import ShopClient
import Terminal
import TerminalText

@testable import ShopApp

/// A drawn state that can be clicked.
struct DrawnShop {
    let state: ShopState
    let frame: Frame
    let inputPanels: InputPanels
    /// The displayed text of each row.
    let rows: [String]

    init(_ state: ShopState, _ words: Words = .korean) {
        self.state = state
        var view = ShopView(words: words)
        frame = view.frame(of: state)
        inputPanels = view.inputPanels
        rows = CellText(frame, hasColors: false).rows.map { String($0.dropFirst()) }
    }

    func target(_ column: Int, _ row: Int) -> (any ClickTarget)? {
        inputPanels.zone(at: Point(column: column, row: row), in: frame)?.zone.target
    }

    func shellTarget(_ column: Int, _ row: Int) -> ShellTarget? { target(column, row) as? ShellTarget }

    /// Returns the columns of every occurrence of the text in a row.
    func columns(of text: String, inRow row: Int) -> [Range<Int>] {
        guard rows.indices.contains(row) else { return [] }
        return rows[row].ranges(of: text).map { range in
            let start = String(rows[row][..<range.lowerBound]).columns
            return start..<(start + text.columns)
        }
    }

    /// Returns where the text first occurs, or `nil` if it does not.
    func place(of text: String) -> Point? {
        for row in rows.indices {
            if let columns = columns(of: text, inRow: row).first { return Point(column: columns.lowerBound, row: row) }
        }
        return nil
    }

    /// Returns the region that is visible at a cell.
    func region(_ column: Int, _ row: Int) -> Region? {
        frame.panels.last { $0.contains(Point(column: column, row: row)) }?.region
    }

    /// Returns the columns of a row that are not covered by a toast.
    func columnsBesideToasts(inRow row: Int) -> [Int] {
        let covering = [Region("toast"), Region("welcome")]
        let toasts = frame.panels.filter { covering.contains($0.region) && $0.rows.contains(row) }
        return (0..<frame.size.width).filter { column in
            toasts.allSatisfy { !$0.contains(Point(column: column, row: row)) }
        }
    }
}

extension ShopState {
    @discardableResult
    mutating func click(_ point: Point, isDouble: Bool = false, _ words: Words = .korean) -> [Effect] {
        mouse(MouseEvent(.press, at: point, isDouble: isDouble), words)
    }

    /// Clicks on the text, `column` columns from its beginning.
    @discardableResult
    mutating func click(_ text: String, column: Int = 0, isDouble: Bool = false, _ words: Words = .korean) -> [Effect] {
        guard let place = DrawnShop(self, words).place(of: text) else { return [] }
        return click(Point(column: place.column + column, row: place.row), isDouble: isDouble, words)
    }

    @discardableResult
    mutating func doubleClick(_ text: String) -> [Effect] { click(text) + click(text, isDouble: true) }

    @discardableResult
    mutating func turnWheel(_ action: MouseEvent.Action, _ notches: Int = 1, at point: Point) -> [Effect] {
        (0..<notches).flatMap { _ in mouse(MouseEvent(action, at: point), .korean) }
    }

    private mutating func mouse(_ event: MouseEvent, _ words: Words) -> [Effect] {
        var view = ShopView(words: words)
        let frame = view.frame(of: self)
        return view.inputPanels.action(of: event, in: frame).map { reduce(&self, $0) } ?? []
    }
}

import Canvas
import Domain
import Terminal
import Testing

@testable import ShopApp

@Suite struct ToastViewTests {
    private let layout = ListLayout(screen: Size(width: 44, height: 14))

    private func rows(clearOf kept: Range<Int>) -> Range<Int>? {
        let toast = Toast(.done, Localized { _ in ["하나", "둘"] })
        let panel = ToastView(words: .korean).panel(toast, layout: layout, clearOf: kept)
        return panel.map { $0.origin.row..<$0.origin.row + $0.lines.count }
    }

    @Test func aToastHidesNeitherTheSelectedRowNorTheCaret() {
        #expect(rows(clearOf: 1..<3) == 8..<12)
        #expect(rows(clearOf: 9..<11) == 2..<6)
        #expect(rows(clearOf: 7..<9) == 2..<6)
        #expect(rows(clearOf: 5..<9) == 8..<12, "there is no room elsewhere")
    }

    /// Of a row that it covers in part, words and the price are seen whole, or nothing.
    @Test(arguments: [(44, 20, 1), (44, 12, 14), (80, 60, 1), (80, 50, 13), (120, 93, 1), (120, 90, 13)])
    func besideAToastNoPartOfAWordOrPriceStands(_ screen: Int, _ text: Int, _ beside: Int) throws {
        let toast = Toast(.note, Localized { _ in [String(repeating: "x", count: text)] })
        let layout = ListLayout(screen: Size(width: screen, height: 24))
        let panel = try #require(ToastView(words: .korean).panel(toast, layout: layout, clearOf: 0..<1))
        #expect(panel.origin.column == beside)
        #expect(screen - panel.origin.column - panel.width == beside)
    }

    @Test func aFailureAndASuccessDifferWithoutColour() {
        let marks = [Toast.Kind.note, .done, .failed].map { kind in
            let panel = ToastView(words: .korean).panel(
                Toast(kind, Localized { _ in ["우유"] }), layout: layout, clearOf: 0..<1)
            return panel?.lines[1].text
        }
        #expect(marks == ["│ 우유 │", "│ ✓ 우유 │", "│ ! 우유 │"])
    }

    @Test func onTheSmallestScreenItHasNoFrame() {
        let smallest = ListLayout(screen: ListLayout.smallest)
        let panel = ToastView(words: .korean).panel(
            Toast(.done, Localized { _ in ["우유"] }), layout: smallest, clearOf: 1..<2)
        #expect(panel?.lines.map(\.text) == ["✓ 우유"])
    }
}

import Canvas
import Terminal
import Testing

@testable import ShopApp

/// What is seen while something is asked.
struct DialogViewTests {
    private func styles(_ frame: Frame, _ region: String) -> [Style] {
        frame.panels.filter { $0.region.name == region }.flatMap { $0.lines.flatMap { $0.spans.map(\.style) } }
    }

    @Test func whatLiesBelowADialogIsDimAndTheDialogIsNot() throws {
        var state = BarFixture.state(80, 24)
        var view = ShopView(words: .korean)
        let before = view.frame(of: state)
        state.press(.enter)
        #expect(state.layer == .dialog)
        let frame = view.frame(of: state)
        let list = try #require(before.panels.first { $0.region.name.contains("juice") }?.region.name)
        #expect(styles(before, list).contains { $0.ink == .price })
        let below = styles(frame, list)
        #expect(!below.isEmpty)
        #expect(below.allSatisfy { $0.ink == .standard && $0.weight.contains(.dim) && !$0.weight.contains(.bold) })
        #expect(below.contains { $0.weight.contains(.reverse) })
        #expect(styles(frame, "dialog").contains { $0.weight.contains(.bold) })
        #expect(styles(frame, "frame-top") == styles(before, "frame-top"))
        state.press(.escape)
        #expect(view.frame(of: state).panels == before.panels)
    }

    @Test func aQuestionIsAsWideAsItsWords() throws {
        var state = BarFixture.state(120, 40)
        state.press(.enter)
        let dialog = try #require(Fixture.frame(state).panels.first { $0.region.name == "dialog" })
        let widest = dialog.lines.dropFirst().dropLast().map { line in
            line.spans.filter { $0.text != "│" }.map(\.end).max() ?? 0
        }.max()
        #expect(dialog.width < Modal.standardWidth)
        // The frame and the space beside it.
        #expect(widest == dialog.width - 3)
        for (line, panel) in dialog.lines.enumerated() {
            #expect(panel.spans.allSatisfy { $0.end <= dialog.width }, "\(line)")
        }
    }
}

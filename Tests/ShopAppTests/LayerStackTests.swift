import Canvas
import Domain
import Terminal
import Testing

@testable import ShopApp

/// The layers above the list.
struct LayerStackTests {
    private struct Note: ShellLayer {
        var text: String
        var coversAll = false
        var keyTable: KeyTable { [] }
        func handle(_ command: Command, _ shell: inout ShellContext) {}
        func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
            LayerPicture(panels: [
                Panel(region: Region(text), origin: Point(column: 0, row: 1), width: 5, lines: [.blank])
            ])
        }
    }

    private struct Page: ShellLayer {
        var keyTable: KeyTable { [] }
        var coversAll: Bool { true }
        func handle(_ command: Command, _ shell: inout ShellContext) {}
        func draw(_ context: LayerContext, _ words: Words) -> LayerPicture { LayerPicture(panels: []) }
    }

    private func kinds(_ stack: LayerStack) -> [String] { stack.layers.map { "\(type(of: $0))" } }

    @Test func theLatestIsOnTopAndKeepsItsPlaceWhenItChanges() {
        var stack = LayerStack()
        stack[Note.self] = Note(text: "first")
        stack[Page.self] = Page()
        #expect(kinds(stack) == ["Note", "Page"])
        stack[Note.self]?.text = "changed"
        #expect(kinds(stack) == ["Note", "Page"])
        #expect(stack[Note.self]?.text == "changed")
    }

    @Test func aLayerBelowOthersCanBeClosedAlone() {
        var stack = LayerStack()
        stack[Page.self] = Page()
        stack[Note.self] = Note(text: "above")
        stack[Page.self] = nil
        #expect(kinds(stack) == ["Note"])
        stack[Note.self] = nil
        #expect(stack.isEmpty)
        #expect(!stack.coversList)
    }

    @Test func aLayerThatWasClosedMeanwhileIsNotPutBack() throws {
        var stack = LayerStack()
        stack[Note.self] = Note(text: "first")
        let number = try #require(stack.topNumber)
        stack[Note.self] = nil
        stack[number: number] = Note(text: "late")
        #expect(stack.isEmpty)
        stack[Note.self] = Note(text: "second")
        stack[number: number] = Note(text: "late")
        #expect(stack[Note.self]?.text == "second")
    }

    @Test func onlyWhatLiesAboveTheHighestCoverIsDrawn() {
        var stack = LayerStack()
        stack[Note.self] = Note(text: "hidden")
        stack[Page.self] = Page()
        #expect(stack.visible.map { "\(type(of: $0))" } == ["Page"])
        #expect(stack.coversList)
    }

    @Test func aLayerIsDrawnAnewOnlyWhenItChanges() {
        var state = Fixture.state(80, 24)
        state.layers[Note.self] = Note(text: "one")
        var view = LayerView(words: .korean)
        func regions() -> [String] {
            var frame = Frame(size: state.size)
            _ = view.add(state, to: &frame)
            return frame.panels.map(\.region.name)
        }
        #expect(regions() == ["one"])
        state.layers[Note.self] = Note(text: "two")
        #expect(regions() == ["two"])
        state.layers[Note.self] = nil
        #expect(regions() == [])
    }

    @Test func keysGoToTheTopAndEscapeComesBackLayerByLayer() {
        var state = Fixture.state(80, 24, sections: [Fixture.section(.main, [Fixture.galbi])])
        state.press(.right, .character("o"), .function(1))
        #expect(kinds(state.layers) == ["DishPage", "OrderForm", "HelpPage"])
        for left in [2, 1, 0] {
            state.press(.escape)
            #expect(state.layers.layers.count == left)
        }
    }

    @Test func whatIsDiscardedIsTheFormThatTheQuestionIsAbout() {
        var state = Fixture.state(80, 24, sections: [Fixture.section(.main, [Fixture.galbi])])
        state.press(.right, .character("o"))
        state.type("길동")
        state.press(.escape)
        #expect(kinds(state.layers).count == 3)
        state.layers[OrderForm.self] = nil
        state.press(.character("y"))
        #expect(kinds(state.layers) == ["DishPage"])
    }
}

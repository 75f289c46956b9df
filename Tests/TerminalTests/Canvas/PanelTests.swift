import Canvas
import Testing

struct CompositorTests {
    private func panel(_ name: String, column: Int = 0, row: Int = 0, width: Int = 10, _ texts: String...) -> Panel {
        Panel(
            region: Region(name), origin: Point(column: column, row: row), width: width,
            lines: texts.map { Line($0, width: width) })
    }

    private func frame(_ panels: Panel...) -> Frame { Frame(size: Size(width: 10, height: 6), panels: panels) }

    @Test func theFirstFrameIsDrawnWhole() {
        var compositor = Compositor()
        let plan = compositor.plan(for: frame(panel("a", "one")))
        #expect(plan.rows.map(\.row) == Array(0..<6))
        #expect(plan.changed == [Region("a")])
    }

    @Test func theSameFrameDrawsNothing() {
        var compositor = Compositor()
        _ = compositor.plan(for: frame(panel("a", "one")))
        let plan = compositor.plan(for: frame(panel("a", "one")))
        #expect(plan.rows.isEmpty)
        #expect(plan.changed.isEmpty)
    }

    @Test func onlyTheChangedLineOfTheChangedRegionIsDrawn() {
        var compositor = Compositor()
        _ = compositor.plan(for: frame(panel("a", "one", "two"), panel("b", row: 2, "three")))
        let plan = compositor.plan(for: frame(panel("a", "one", "2"), panel("b", row: 2, "three")))
        #expect(plan.rows.map(\.row) == [1])
        #expect(plan.changed == [Region("a")])
    }

    @Test func aRegionThatMovedIsDrawnWhereItWasAndWhereItIs() {
        var compositor = Compositor()
        _ = compositor.plan(for: frame(panel("a", row: 0, "one")))
        let plan = compositor.plan(for: frame(panel("a", row: 3, "one")))
        #expect(plan.rows.map(\.row) == [0, 3])
    }

    @Test func whatLiesBeneathAnOverlayComesBackWhenItGoes() {
        var compositor = Compositor()
        let list = panel("list", "0", "1", "2")
        _ = compositor.plan(for: frame(list, panel("toast", column: 2, row: 1, width: 4, "hi")))
        let plan = compositor.plan(for: frame(list))
        #expect(plan.rows.map(\.row) == [1])
        #expect(plan.rows[0].segments.map(\.line) == [Line("1", width: 10)])
        #expect(plan.changed == [Region("toast")])
    }

    @Test func aLineThatChangesBeneathAnOverlayIsDrawnWithTheOverlayOnTop() {
        var compositor = Compositor()
        let toast = panel("toast", column: 2, row: 1, width: 4, "hi")
        _ = compositor.plan(for: frame(panel("list", "0", "1"), toast))
        let plan = compositor.plan(for: frame(panel("list", "0", "x"), toast))
        #expect(plan.rows.map(\.row) == [1])
        #expect(plan.rows[0].segments.map(\.isOverlay) == [false, true])
        #expect(plan.changed == [Region("list")])
    }

    @Test func whatOnlyScrolledIsMovedNotDrawn() {
        var compositor = Compositor()
        func scrolled(to top: Int) -> Frame {
            let lines = (top..<(top + 6)).map { Line("\($0)", width: 10) }
            let list = Panel(region: Region("list"), origin: Point(column: 0, row: 0), width: 10, lines: lines)
            return Frame(
                size: Size(width: 10, height: 6), panels: [list], viewport: Frame.Viewport(rows: 0..<6, top: top))
        }
        _ = compositor.plan(for: scrolled(to: 0))
        let down = compositor.plan(for: scrolled(to: 2))
        #expect(down.scroll == DrawPlan.Scroll(rows: 0..<6, distance: 2))
        #expect(down.rows.map(\.row) == [4, 5])
        let up = compositor.plan(for: scrolled(to: 1))
        #expect(up.scroll == DrawPlan.Scroll(rows: 0..<6, distance: -1))
        #expect(up.rows.map(\.row) == [0])
        let far = compositor.plan(for: scrolled(to: 50))
        #expect(far.scroll == nil)
        #expect(far.rows.count == 6)
    }

    @Test func anotherSizeOrAResetDrawsEverything() {
        var compositor = Compositor()
        _ = compositor.plan(for: frame(panel("a", "one")))
        compositor.reset()
        let again = compositor.plan(for: frame(panel("a", "one")))
        #expect(again.rows.count == 6)
        let smaller = compositor.plan(for: Frame(size: Size(width: 9, height: 3)))
        #expect(smaller.rows.count == 3)
    }
}

struct LineTests {
    @Test func bothEndsOfALineMeetWithoutOverlapping() {
        var builder = LineBuilder(width: 20, margin: 1)
        builder.right("9,000원", gap: 2)
        builder.left("아주 긴 이름의 반찬입니다")
        let frame = Frame(
            size: Size(width: 20, height: 1),
            panels: [Panel(region: Region("a"), origin: Point(column: 0, row: 0), width: 20, lines: [builder.line])])
        #expect(frame.picture == " 아주 긴..  9,000원")
    }

    @Test func whatDoesNotFitAtTheRightIsLeftOutWhole() {
        var builder = LineBuilder(width: 5)
        let fits = builder.right("9,000원")
        #expect(!fits)
        #expect(builder.line.spans.isEmpty)
    }

    @Test(arguments: [
        ("떡갈비 한판", 20, 3, ["떡갈비 한판"]), ("떡갈비 한판 주세요", 11, 3, ["떡갈비 한판", "주세요"]),
        ("떡갈비한판", 5, 3, ["떡갈", "비한", "판"]), ("하나 둘 셋 넷", 4, 2, ["하나", "둘.."]), ("", 5, 2, []),
        ("가나", 1, 3, ["가", "나"]),
    ])
    func textIsWrappedAtSpacesElseBetweenGraphemes(_ text: String, _ width: Int, _ limit: Int, _ lines: [String]) {
        #expect(text.wrapped(columns: width, limit: limit) == lines)
    }

    @Test func anOverlayThatSplitsAWideGlyphBlanksItsOtherHalf() {
        let size = Size(width: 6, height: 1)
        let list = Panel(
            region: Region("list"), origin: Point(column: 0, row: 0), width: 6, lines: [Line("가나다", width: 6)])
        let toast = Panel(
            region: Region("toast"), origin: Point(column: 1, row: 0), width: 2, lines: [Line("xy", width: 2)])
        #expect(Frame(size: size, panels: [list, toast]).picture == " xy 다")
        #expect(Frame(size: size, panels: [list]).picture == "가나다")
    }
}

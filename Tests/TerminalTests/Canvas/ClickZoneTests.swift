import Canvas
import Testing

private struct Named: ClickTarget {
    let name: String
    init(_ name: String) { self.name = name }
}

@Suite struct ClickZoneTests {
    private func names(_ line: Line, width: Int) -> String {
        (0..<width).map { (line.zone(at: $0)?.target as? Named)?.name ?? "." }.joined()
    }

    @Test func whatIsDrawnAtAColumnIsWhatAClickThereMeans() {
        var builder = LineBuilder(width: 12, margin: 1)
        builder.left("갈비", gap: 1, target: Named("g"))
        builder.left("x", gap: 1)
        builder.right("12", target: Named("p"))
        #expect(names(builder.line, width: 12) == ".gggg....pp.")
    }

    @Test func whatHasNoRoomMeansNothing() {
        var builder = LineBuilder(width: 6)
        builder.left("abcdefgh", target: Named("a"))
        let fits = builder.right("z", target: Named("z"))
        #expect(!fits)
        #expect(names(builder.line, width: 8) == "aaaaaa..")
    }

    @Test func aLineMeansOneThingWhereItsPartsMeanNothing() {
        var builder = LineBuilder(width: 6)
        builder.left("ab", target: Named("b"))
        builder.left("cd")
        #expect(names(builder.line.clickable(.all(Named("l"))), width: 6) == "bbllll")
        #expect(names([builder.line].clickable(Named("l"))[0], width: 6) == "bbllll")
    }

    @Test func aSelectedLineMeansWhatItMeant() {
        var builder = LineBuilder(width: 6)
        builder.left("ab", target: Named("b"))
        let line = builder.line
        #expect(line.uniform(.selected).zones == line.zones)
        #expect(line.selected(columns: 1..<4).zones == line.zones)
    }

    @Test func partsOfATextAreCountedFromItsBeginning() {
        var builder = LineBuilder(width: 8, margin: 2)
        builder.left("- +")
        builder.add([
            ClickZone(columns: 0..<1, target: Named("-")), ClickZone(columns: 2..<3, target: Named("+")),
        ])
        #expect(names(builder.line, width: 8) == "..-.+...")
    }

    @Test func aPanelCountsFromItsOwnCorner() {
        let line = Line("ab", width: 4).clickable(.all(Named("l")))
        let panel = Panel(region: Region("p"), origin: Point(column: 5, row: 2), width: 4, lines: [.blank, line])
        #expect(panel.zone(at: Point(column: 5, row: 3))?.target as? Named == Named("l"))
        for (column, row) in [(4, 3), (9, 3), (5, 2), (5, 4)] {
            #expect(panel.zone(at: Point(column: column, row: row)) == nil)
        }
    }

    @Test func zonesAreEqualWhereTheirColumnsAndTargetsAre() {
        #expect(ClickZone.all(Named("a")) == .all(Named("a")))
        #expect(ClickZone.all(Named("a")) != .all(Named("b")))
    }
}

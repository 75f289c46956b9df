import Foundation
import Testing

@testable import ShopApp

/// Compares every screen with its recording in `Tests/Screens`.
@Suite struct ScreensTests {
    @Test(arguments: ScreenFile.all) func looksAsItIsRecorded(_ screen: ScreenFile) throws {
        try ScreenFile.expectRecorded(screen.text, as: screen.name)
    }

    @Test func theEdgesOfAllScreensAreAsTheyAreRecorded() throws {
        try ScreenFile.expectRecorded(ScreenEdges.text, as: ScreenEdges.name)
    }

    @Test func everyFileIsOfAScreenThatThereIs() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: ScreenFile.directory.path)
        let names = Set((ScreenFile.all.map(\.name) + [ScreenEdges.name]).map { $0 + ".txt" })
        #expect(names.count == ScreenFile.all.count + 1, "two screens have one name")
        for file in files where file.hasSuffix(".txt") && !names.contains(file) {
            if ScreenFile.writes { try FileManager.default.removeItem(at: ScreenFile.directory.appending(path: file)) }
            #expect(ScreenFile.writes, "\(file) is of no screen")
        }
    }

    @Test func aDifferenceIsToldByItsRowsAndTheScreenTheyAreFrom() {
        let old = "== 80x24 Korean\n|a\n|b\n== 80x24 English\n|a\n|b\n"
        let new = "== 80x24 Korean\n|a\n|b\n== 80x24 English\n|a\n|c\n"
        #expect(ScreenFile.difference(new, from: old) == "== 80x24 English\n- |b\n+ |c")
    }
}

import Domain
import Testing

@Suite struct SectionTests {
    @Test func theNameIsTheLastPartOfThePath() {
        #expect(SectionID.menu.map(\.name) == ["main", "soup", "side"])
        #expect(SectionID(path: "").name == "")
    }
}

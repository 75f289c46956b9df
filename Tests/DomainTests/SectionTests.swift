import Domain
import Testing

@Suite struct SectionTests {
    @Test func headingsAreSpeltAsTheShopSpellsThem() {
        #expect(SectionHeading.of(.main) == SectionHeading(title: "메인반찬", subtitle: "한그릇 뚝딱 메인 요리"))
        #expect(SectionHeading.of(.soup) == SectionHeading(title: "국.찌게", subtitle: "김이 모락모락 국.찌게"))
        #expect(SectionHeading.of(.side) == SectionHeading(title: "밑반찬", subtitle: "언제 먹어도 든든한 밑반찬"))
    }

    @Test func aSectionOfAnotherOriginShowsItsPath() {
        #expect(SectionHeading.of(SectionID(path: "made/here")).title == "made/here")
    }

    @Test func theNameIsTheLastPartOfThePath() {
        #expect(SectionID.menu.map(\.name) == ["main", "soup", "side"])
        #expect(SectionID(path: "").name == "")
    }
}

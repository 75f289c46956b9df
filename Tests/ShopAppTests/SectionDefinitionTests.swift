import Domain
import Foundation
import ShopClient
import Testing

@testable import ShopApp

/// The counters' definitions of their sections.
struct SectionDefinitionTests {
    @Test func headingsAreSpeltAsTheShopSpellsThem() {
        #expect(SectionDefinition.menu.map(\.id) == SectionID.menu)
        #expect(SectionDefinition.menu.map(\.heading.title) == ["메인반찬", "국.찌게", "밑반찬"])
        #expect(SectionDefinition.menu.map(\.heading.subtitle) == ["한그릇 뚝딱 메인 요리", "김이 모락모락 국.찌게", "언제 먹어도 든든한 밑반찬"])
        #expect(SectionDefinition.juiceBar.map(\.id) == SectionID.juiceBar)
        #expect(SectionDefinition.juiceBar.map(\.heading.title) == ["주스", "과일"])
        #expect(SectionDefinition.drinksMachine.map(\.id) == SectionID.drinksMachine)
        #expect(SectionDefinition.drinksMachine.map(\.heading.title) == ["우유", "탄산음료", "커피"])
    }

    @Test func aSectionWithoutAHeadingShowsItsPath() {
        #expect(SectionDefinition(SectionID(path: "made/here"), rows: Dish.self).heading.title == "made/here")
    }
}

import Domain
import Foundation
import Testing

@testable import banchan_benchmark

@Suite struct GeneratedMenuTests {
    @Test(arguments: [0, 1, 2, 3, 25, 10_000, 1_000_000])
    func allDishesAreInOneSectionEach(count: Int) {
        let menu = GeneratedMenu(count: count)
        let numbers = SectionID.menu.indices.map(menu.numbers(of:))
        #expect(numbers.map(\.count).reduce(0, +) == count)
        #expect(numbers.first?.lowerBound == 0)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(numbers.map(\.count).max().map { $0 - (numbers.last?.count ?? 0) <= 1 } == true)
    }

    @Test func aChangeIsAPriceAndNothingElse() {
        let menu = GeneratedMenu(count: 9)
        let one = GeneratedMenu(count: 9, dearer: 1)
        #expect((0..<9).filter { menu.dish($0) != one.dish($0) } == [1])
        #expect(one.dish(1).title == menu.dish(1).title)
        #expect(one.price(1) != menu.price(1))
    }

    @Test func theFilesAreAMenu() throws {
        let scratch = try Scratch()
        let menu = GeneratedMenu(count: 25)
        try menu.write(to: scratch.url)
        let data = try Data(contentsOf: scratch.url.appending(path: "menu/soup.json"))
        #expect(try SectionBody.decode(data) == menu.numbers(of: 1).map(menu.dish))
    }

    @Test func picturesAreSpreadOverTheMenu() throws {
        let menu = GeneratedMenu(count: 30, pictures: 3, maxFiles: 2, pictureBytes: 1_000)
        #expect((0..<30).filter { !menu.dish($0).image.isEmpty } == [9, 19, 29])
        #expect(menu.dish(29).image == "pictures/0.jpg")
        #expect(menu.pictureFiles().keys.sorted() == ["pictures/0.jpg", "pictures/1.jpg"])
    }
}

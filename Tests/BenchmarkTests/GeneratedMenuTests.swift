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
        let one = GeneratedMenu(count: 9, change: .dish(1))
        #expect((0..<9).filter { menu.dish($0) != one.dish($0) } == [1])
        #expect(one.dish(1).title == menu.dish(1).title)
        #expect(one.price(1) != menu.price(1))
        let all = GeneratedMenu(count: 9, change: .everything)
        #expect((0..<9).allSatisfy { all.price($0) != menu.price($0) })
    }

    @Test func theFilesAreAMenu() throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "banchan-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: directory) }
        let menu = GeneratedMenu(count: 25)
        try menu.write(to: directory)
        let data = try Data(contentsOf: directory.appending(path: "menu/soup.json"))
        #expect(try SectionBody.decode(data) == menu.numbers(of: 1).map(menu.dish))
    }
}

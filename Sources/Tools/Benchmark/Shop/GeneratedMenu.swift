import Domain
import Foundation
import ShopResources
import TerminalText

/// A generated menu of any size, with the same texts as the C program's.
struct GeneratedMenu: Sendable {
    /// A change of the menu after it was generated.
    enum Change {
        case nothing
        /// Another price for one dish.
        case dish(Int)
        /// Another price for every dish.
        case everything
    }

    let count: Int
    var change = Change.nothing
    var sections = SectionID.menu
    var hasPictures = false

    /// Returns the numbers of the dishes in a section.
    func numbers(of section: Int) -> Range<Int> { start(of: section)..<start(of: section + 1) }

    func dish(_ number: Int) -> Dish {
        let taste = GeneratedMenu.tastes[number % GeneratedMenu.tastes.count]
        let beside = [5, 9].map { GeneratedMenu.dishes[(number + $0) % GeneratedMenu.dishes.count] }
        return Dish(
            detailHash: "G" + GeneratedMenu.sevenDigits(number), image: hasPictures ? picture(number) : "",
            title: PlainText(title(number)),
            description: PlainText("\(taste) \(beside[0])에 곁들이는 \(beside[1])"), price: price(number))
    }

    func title(_ number: Int) -> String {
        let kitchen = GeneratedMenu.kitchens[number % GeneratedMenu.kitchens.count]
        let taste = GeneratedMenu.tastes[number / 4 % GeneratedMenu.tastes.count]
        return "\(GeneratedMenu.sevenDigits(number)) [\(kitchen)] \(taste) \(GeneratedMenu.dishes[number % 16])"
    }

    func price(_ number: Int) -> Won {
        let price = 3_000 + number * 700 % 20_000
        return switch change {
        case .dish(number), .everything: Won(price + GeneratedMenu.increase)
        case .dish, .nothing: Won(price)
        }
    }

    /// The number of different pictures: as many as a screen shows.
    private static let pictures = 16

    private func picture(_ number: Int) -> String { "pictures/\(number % GeneratedMenu.pictures).jpg" }

    /// Copies pictures of the shop's own menu into a directory of resources, if the menu has any.
    private func writePictures(to resources: URL) throws {
        guard hasPictures else { return }
        let own = try ShopResources.directory().appending(path: "pictures", directoryHint: .isDirectory)
        let files = try FileManager.default.contentsOfDirectory(atPath: own.path).filter { $0.hasSuffix(".jpg") }
            .sorted()
        let directory = resources.appending(path: "pictures", directoryHint: .isDirectory)
        guard !FileManager.default.fileExists(atPath: directory.path) else { return }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (number, file) in files.prefix(GeneratedMenu.pictures).enumerated() {
            let picture = resources.appending(path: self.picture(number))
            try FileManager.default.copyItem(at: own.appending(path: file), to: picture)
        }
    }

    /// Writes `menu/<section>.json` into a directory of resources.
    func write(to resources: URL) throws {
        let directory = resources.appending(path: "menu", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try writePictures(to: resources)
        for (index, section) in sections.enumerated() {
            let body = try JSONEncoder().encode(numbers(of: index).map(dish))
            try body.write(to: directory.appending(path: "\(section.name).json"), options: .atomic)
        }
    }

    private func start(of section: Int) -> Int {
        section * (count / sections.count) + min(section, count % sections.count)
    }

    private static func sevenDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    }

    /// The amount in won by which a changed price is higher.
    private static let increase = 100
    private static let kitchens = ["소반집", "봄동네", "마루찬", "느티밥상"]
    private static let tastes = ["매콤한", "담백한", "구수한", "달큰한", "칼칼한", "짭조름한", "고소한", "새콤한"]
    private static let dishes = [
        "소갈비찜", "오징어볶음", "된장찌개", "시금치나물", "계란말이", "감자조림", "미역국", "모둠잡채",
        "콩나물무침", "고등어구이", "두부부침", "멸치볶음", "김치전", "닭볶음탕", "순두부", "도라지무침",
    ]
}

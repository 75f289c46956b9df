import Domain
import Foundation
import TerminalText
import TestPeers

/// A generated menu of any size, with the same texts as the C program's.
struct GeneratedMenu: Sendable {
    let count: Int
    /// The dish that costs more than at first.
    var dearer: Int?
    /// The number of dishes that have a picture, spread evenly over the menu.
    var pictures = 0
    /// The most different pictures, and the size of each file in bytes.
    var maxFiles = Int.max
    var pictureBytes = 20_000

    /// Returns the numbers of the dishes in a section.
    func numbers(of section: Int) -> Range<Int> { start(of: section)..<start(of: section + 1) }

    func dish(_ number: Int) -> Dish {
        let taste = GeneratedMenu.tastes[number % GeneratedMenu.tastes.count]
        let beside = [5, 9].map { GeneratedMenu.dishes[(number + $0) % GeneratedMenu.dishes.count] }
        return Dish(
            detailHash: "G" + GeneratedMenu.sevenDigits(number), image: picture(number) ?? "",
            title: PlainText(title(number)),
            description: PlainText("\(taste) \(beside[0])에 곁들이는 \(beside[1])"), price: price(number))
    }

    func title(_ number: Int) -> String {
        let kitchen = GeneratedMenu.kitchens[number % GeneratedMenu.kitchens.count]
        let taste = GeneratedMenu.tastes[number / 4 % GeneratedMenu.tastes.count]
        return "\(GeneratedMenu.sevenDigits(number)) [\(kitchen)] \(taste) \(GeneratedMenu.dishes[number % 16])"
    }

    func price(_ number: Int) -> Won {
        Won(3_000 + number * 700 % 20_000 + (number == dearer ? GeneratedMenu.increase : 0))
    }

    /// Returns the path of a dish's picture, or `nil` if it has none.
    private func picture(_ number: Int) -> String? {
        let before = number * pictures / count
        return before < (number + 1) * pictures / count ? "pictures/\(before % maxFiles).jpg" : nil
    }

    /// Returns the sections' lists, by the path that a server has for each.
    func lists() throws -> [String: Data] {
        var lists: [String: Data] = [:]
        for (index, section) in SectionID.menu.enumerated() {
            lists[section.path] = try JSONEncoder().encode(numbers(of: index).map(dish))
        }
        return lists
    }

    /// Returns all pictures, by path.
    func pictureFiles() -> [String: Data] {
        Dictionary(
            uniqueKeysWithValues: (0..<min(pictures, maxFiles)).map { number in
                ("pictures/\(number).jpg", TestPicture.noise(seed: number, bytes: pictureBytes))
            })
    }

    /// Writes the lists into a directory of resources, and the pictures unless they are there.
    func write(to resources: URL) throws {
        let lists = try lists()
        for section in SectionID.menu {
            try write(lists[section.path] ?? Data(), to: resources.appending(path: "menu/\(section.name).json"))
        }
        let directory = resources.appending(component: "pictures").path
        guard pictures > 0, !FileManager.default.fileExists(atPath: directory) else { return }
        for (path, picture) in pictureFiles() { try write(picture, to: resources.appending(path: path)) }
    }

    private func write(_ body: Data, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try body.write(to: file, options: .atomic)
    }

    private func start(of section: Int) -> Int {
        section * (count / SectionID.menu.count) + min(section, count % SectionID.menu.count)
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

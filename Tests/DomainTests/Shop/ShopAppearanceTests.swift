import Domain
import Foundation
import TerminalText
import Testing

/// The tabs and the sections of a shop.
@Suite struct ShopAppearanceTests {
    private static func profile(_ json: String) throws -> ShopProfile {
        try JSONDecoder().decode(ShopProfile.self, from: Data(json.utf8))
    }

    private static let whole = #"""
        {"name": "소반가", "name_en": "Sobanga", "counters": ["orders", "menu"], "delivery": {"fee": 3000},
         "sections": [{"id": "late", "title": "밤참", "subtitle": "열 시부터", "title_en": "Late", "subtitle_en": "from ten"},
                      {"id": "b-2_X", "title": "빵", "subtitle": " ", "title_en": ""}]}
        """#

    @Test func aShopThatSaysNothingHasAllTabsAndTheThreeSections() throws {
        let profile = try ShopAppearanceTests.profile("{}")
        #expect(profile.counters == [.menu, .juice, .drinks, .contacts, .orders])
        #expect(profile.sections.map(\.section) == SectionID.menu)
        #expect(profile.sections.map(\.title) == ["메인반찬", "국.찌게", "밑반찬"])
        #expect(profile.sections.map(\.subtitle) == ["한그릇 뚝딱 메인 요리", "김이 모락모락 국.찌게", "언제 먹어도 든든한 밑반찬"])
        #expect(profile.appearance == ShopAppearance())
        #expect(
            try ShopAppearanceTests.profile(#"{"counters": null, "sections": null}"#).appearance == ShopAppearance())
    }

    @Test func whatAShopSaysIsTheSameBehindItsEncodingAndAsAPart() throws {
        let profile = try ShopAppearanceTests.profile(ShopAppearanceTests.whole)
        let expected = ShopAppearance(
            name: "소반가", englishName: "Sobanga", counters: [.orders, .menu],
            sections: [
                MenuSection(
                    id: "late", title: "밤참", subtitle: "열 시부터", englishTitle: "Late", englishSubtitle: "from ten"),
                MenuSection(id: "b-2_X", title: "빵"),
            ], delivery: DeliveryRule(fee: Won(3_000)))
        #expect(profile.appearance == expected)
        #expect(profile.sections.map(\.section.path) == ["woowa/late", "woowa/b-2_X"])
        let encoded = try JSONEncoder().encode(profile)
        #expect(try JSONDecoder().decode(ShopProfile.self, from: encoded) == profile)
        #expect(try JSONDecoder().decode(ShopAppearance.self, from: encoded) == expected)
    }

    /// What is wrong, and the path of the error.
    @Test(arguments: [
        (#"{"counters": []}"#, "counters"), (#"{"counters": ["menu"]}"#, "counters"),
        (#"{"counters": ["juice", "drinks"]}"#, "counters"), (#"{"counters": ["drinks", "tea"]}"#, "counters.1"),
        (#"{"counters": ["drinks", "contacts", "drinks"]}"#, "counters.2"), (#"{"sections": []}"#, "sections"),
        (#"{"sections": [{"id": "a", "title": "가"}, {"id": "a", "title": "나"}]}"#, "sections.1.id"),
        (#"{"sections": [{"id": "a", "title": "가"}, {"id": "..", "title": "나"}]}"#, "sections.1.id"),
        (#"{"sections": [{"id": "a/b", "title": "가"}]}"#, "sections.0.id"),
        (#"{"sections": [{"id": "", "title": "가"}]}"#, "sections.0.id"),
        (#"{"sections": [{"id": "국", "title": "가"}]}"#, "sections.0.id"),
        (#"{"sections": [{"id": "a", "title": " "}]}"#, "sections.0.title"),
        (#"{"sections": [{"id": "a"}]}"#, "sections.0"),
        (#"{"sections": [{"id": "a", "title": "가", "title_en": 1}]}"#, "sections.0.title_en"),
    ])
    func whatIsWrongIsRefusedWhereItIs(_ json: String, _ path: String) {
        #expect(ShopAppearanceTests.path(of: json) == path)
    }

    @Test func thereIsALimitOfSectionsAndOfTheirTexts() throws {
        func list(_ count: Int) -> String {
            #"{"sections": [\#((0..<count).map { #"{"id": "s\#($0)", "title": "가"}"# }.joined(separator: ","))]}"#
        }
        #expect(try ShopAppearanceTests.profile(list(50)).sections.count == 50)
        #expect(ShopAppearanceTests.path(of: list(51)) == "sections")
        for (id, length) in [(40, 100), (41, 100), (40, 101)] {
            let (name, title) = (String(repeating: "a", count: id), String(repeating: "가", count: length))
            let path = ShopAppearanceTests.path(of: #"{"sections": [{"id": "\#(name)", "title": "\#(title)"}]}"#)
            #expect(path == (id > 40 ? "sections.0.id" : length > 100 ? "sections.0.title" : nil))
        }
    }

    /// Returns the coding path of the error, with the positions in lists; `nil` if there is none.
    private static func path(of json: String) -> String? {
        do {
            _ = try profile(json)
            return nil
        } catch let error as DecodingError {
            let context: DecodingError.Context
            switch error {
            case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found),
                .keyNotFound(_, let found):
                context = found
            @unknown default: return "unknown"
            }
            return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        } catch {
            return "\(error)"
        }
    }
}

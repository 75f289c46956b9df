import Domain
import Foundation
import TestSupport
import Testing

@testable import ShopServer

/// The shop's own files are UTF-8 or not served.
@Suite struct ShopFileTextTests {
    /// A text that is not UTF-8 in place of a letter of a file, and the line and column of it.
    private static let files = [
        ("menu/main.json", "가지", 3, 14), ("details/A1.json", "맛", 2, 96), ("juice/fruits.json", "망고", 2, 27),
        ("juice/recipes.json", "망키쥬스", 2, 26), ("drinks/drinks.json", "콜라", 1, 59),
        ("avatars/avatars.json", "감", 1, 12),
    ]
    /// "가지" in CP949.
    private static let gaji: [UInt8] = [0xB0, 0xA1, 0xC1, 0xF6]

    private func spoilt(_ file: String, _ old: String) throws -> Data {
        let text = try #require(SmallShop.files[file])
        let range = try #require(text.range(of: old))
        return Data(text[..<range.lowerBound].utf8) + ShopFileTextTests.gaji + Data(text[range.upperBound...].utf8)
    }

    @Test(arguments: files)
    func aFileThatIsNotUTF8IsAProblemAtItsLine(_ file: String, _ old: String, _ line: Int, _ column: Int) async throws {
        try await SmallShop.with([file: try spoilt(file, old)]) { shop in
            let found = ShopServer.check(shop).findings.filter { $0.text == .notUTF8 }
            #expect(found.map(\.file) == [file])
            #expect(found.map(\.severity) == [.problem])
            #expect(found.map(\.position) == [TextPosition(line: line, column: column)])
            #expect(FindingText.notUTF8.english.contains("save it as UTF-8"))
            #expect(
                throws: ShopServerError.unreadableResource(
                    path: shop.appending(path: file).path(percentEncoded: false), why: .notUTF8(line: line))
            ) {
                _ = try ShopServer(ShopServer.Configuration(resources: shop))
            }
        }
    }

    @Test(arguments: [true, false]) func utf16IsNotServedEither(_ hasMark: Bool) async throws {
        let mark: [UInt8] = hasMark ? [0xFF, 0xFE] : []
        let bytes = mark + "[]\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try await SmallShop.with(["menu/side.json": Data(bytes)]) { shop in
            #expect(ShopServer.check(shop).findings.map(\.text) == [.notUTF8])
            #expect(throws: ShopServerError.self) { _ = try ShopServer(ShopServer.Configuration(resources: shop)) }
        }
    }

    @Test(arguments: [
        ("menu/side.json", "woowa/side"), ("details/H0001.json", "woowa/detail/H0001"),
        ("juice/fruits.json", "juice/fruits"), ("drinks/drinks.json", "drinks/soda"),
    ])
    func aFileThatIsSavedInAnotherCharsetLeavesTheLastGoodOneServed(_ file: String, _ path: String) async throws {
        let told = Record<Finding>()
        try await withDrinksShop(configure: { configuration in
            configuration.onFindings = { report in for finding in report.findings { told.append(finding) } }
        }) { shop in
            let (good, place) = (try await ask(shop.url, path), shop.directory.appending(path: file))
            let text = try Data(contentsOf: place)
            let quote = try #require(text.firstIndex(of: UInt8(ascii: "\"")))
            try (text[...quote] + ShopFileTextTests.gaji + text[(quote + 1)...]).write(to: place)
            await told.wait { $0.contains { $0.file == file && $0.text == .notUTF8 && $0.position?.line != nil } }
            let after = try await ask(shop.url, path)
            #expect(after.status == 200)
            #expect(after.body == good.body)
        }
    }

    @Test func aMarkAndTrailingCommasAreForgivenAndNotPassedOn() async throws {
        let text = { @Sendable (comma: String) in
            #"""
            [
            {"detail_hash": "A1", "image": "", "alt": "a", "delivery_type": ["]", ","\#(comma)],
             "title": "가,]}", "description": "\",]", "s_price": "1,000원"\#(comma)} \#(comma)
            ]
            """#
        }
        let files: [String: Data?] = [
            "menu/main.json": Data("\u{FEFF}\(text(","))".utf8), "menu/soup.json": Data("[]".utf8),
            "details/B2.json": nil,
        ]
        try await SmallShop.with(files) { shop in
            #expect(ShopServer.check(shop).problems == 0)
            try await ShopServerTests.withServer(ShopServer.Configuration(resources: shop)) { url in
                let body = try await ask(url, "woowa/main").body
                #expect(String(decoding: body, as: UTF8.self) == text(" "))
                #expect(try JSONSerialization.jsonObject(with: body) is [Any])
            }
        }
    }
}

import Foundation
import TestPeers
import Testing

@testable import ShopServer

/// Slips that keepers make with a shop's files: each is told in at most one line, which names the place, the fault and, where
/// it can be known, the remedy.
@Suite struct SlipTests {
    struct Slip: Sendable, CustomTestStringConvertible {
        let name: String
        /// "file:line:column: sentence", notes in parentheses; `nil` if there is nothing to say.
        let line: String?
        let make: @Sendable (URL) throws -> Void

        var testDescription: String { name }
    }

    private static func file(_ name: String, _ line: String?, _ make: @escaping @Sendable (URL) throws -> Void) -> Slip
    {
        Slip(name: name, line: line, make: make)
    }

    /// A text of a file that is replaced by another.
    private static func text(_ file: String, _ old: String, _ new: String, _ line: String?) -> Slip {
        Slip(name: "\(file): \(old) -> \(new)", line: line.map { "\(file):\($0)" }) { shop in
            let place = shop.appending(path: file)
            let text = try String(contentsOf: place, encoding: .utf8)
            let range = try #require(text.range(of: old))
            try text.replacingCharacters(in: range, with: new).write(to: place, atomically: false, encoding: .utf8)
        }
    }

    private static func move(_ shop: URL, _ old: String, _ new: String) throws {
        try FileManager.default.moveItem(at: shop.appending(path: old), to: shop.appending(path: new))
    }

    private static func remove(_ shop: URL, _ name: String) throws {
        try FileManager.default.removeItem(at: shop.appending(path: name))
    }

    private static func write(_ shop: URL, _ name: String, _ text: String = "") throws {
        try Data(text.utf8).write(to: shop.appending(path: name))
    }

    private static let files: [Slip] = [
        file("ending in capitals", "menu/main.json: The file is missing (there is main.JSON).") {
            try move($0, "menu/main.json", "menu/main.JSON")
        },
        file("a second ending", "menu/main.json: The file is missing (there is main.json.txt).") {
            try move($0, "menu/main.json", "menu/main.json.txt")
        },
        file("a typing error", "menu/main.json: The file is missing (there is mian.json).") {
            try move($0, "menu/main.json", "menu/mian.json")
        },
        file("a missing file", "menu/soup.json: The file is missing.") { try remove($0, "menu/soup.json") },
        file("a directory in capitals", "menu: The directory is missing (there is Menu).") {
            try move($0, "menu", "Menu")
        },
        file("a missing directory", "menu: The directory is missing.") { try remove($0, "menu") },
        file("missing pictures", "pictures: The directory is missing.") { try remove($0, "pictures") },
        file("pictures under another name", "pictures: The directory is missing (there is picture).") {
            try move($0, "pictures", "picture")
        },
        file("missing details", "(details: There are no details, so that the pages of dishes cannot be shown.)") {
            try remove($0, "details")
        },
        file("a link to nothing", "menu/main.json: The link leads to nothing: gone.json") {
            try remove($0, "menu/main.json")
            symlink("gone.json", $0.appending(path: "menu/main.json").path)
        },
        file("links in a circle", "menu/main.json: The file cannot be read: there are too many symbolic links.") {
            try remove($0, "menu/main.json")
            symlink("main.json", $0.appending(path: "menu/main.json").path)
        },
        file("a directory instead", "menu/main.json: The file cannot be read: it is a directory.") {
            try remove($0, "menu/main.json")
            try FileManager.default.createDirectory(
                at: $0.appending(path: "menu/main.json"), withIntermediateDirectories: false)
        },
        file("a pipe instead", "menu/main.json: This is no file but a pipe or a device.") {
            try remove($0, "menu/main.json")
            mkfifo($0.appending(path: "menu/main.json").path, 0o600)
        },
        file(
            "a picture that is a link out of its directory",
            "pictures/a.jpg: The link leads out of pictures/, so that the picture is not shown: ../avatars/1.png"
        ) {
            try remove($0, "pictures/a.jpg")
            symlink("../avatars/1.png", $0.appending(path: "pictures/a.jpg").path)
        },
        file("a picture that is a link to nothing", "pictures/a.jpg: The link leads to nothing: gone.jpg") {
            try remove($0, "pictures/a.jpg")
            symlink("gone.jpg", $0.appending(path: "pictures/a.jpg").path)
        },
        file("a pipe instead of a picture", "pictures/a.jpg: This is no file but a pipe or a device.") {
            try remove($0, "pictures/a.jpg")
            mkfifo($0.appending(path: "pictures/a.jpg").path, 0o600)
        },
        file("an empty file", "menu/main.json: The file is empty.") { try write($0, "menu/main.json") },
        file("only blanks", "menu/main.json: The file is empty.") { try write($0, "menu/main.json", " \n\n") },
        file("an editor's swap file", nil) { try write($0, "menu/.main.json.swp", "b0VIM") },
        file("an editor's lock", nil) { symlink("me@here.1", $0.appending(path: "menu/.#main.json").path) },
        file("an editor's copy", nil) { try write($0, "menu/main.json~", "[]") },
        file("a desktop's file", nil) { try write($0, "menu/.DS_Store", "\0\0") },
        file("a desktop's thumbnails", nil) { try write($0, "pictures/Thumbs.db", "\0\0") },
        file(
            "a copy of a file",
            "(menu/main copy.json: No section in “sections” of shop.json has this file, so that it is not shown.)"
        ) { try write($0, "menu/main copy.json", "[]") },
        file("a list in shop.json", "shop.json:1:1: This has to be an object in { }.") {
            try write($0, "shop.json", "[]")
        },
        file("shop.json without its end", "shop.json:1:2: The text ends too early.") {
            try write($0, "shop.json", "{")
        },
        file("an empty shop.json", "shop.json: The file is empty.") { try write($0, "shop.json") },
    ]

    private static let syntax: [Slip] = [
        text("menu/main.json", "[", "[ // dishes", "1:3: JSON has no comments: write a field such as \"//\": \"…\"."),
        text(
            "menu/main.json", "[", "[ /* dishes */", "1:3: JSON has no comments: write a field such as \"//\": \"…\"."),
        text("menu/main.json", "[", "# dishes\n[", "1:1: JSON has no comments: write a field such as \"//\": \"…\"."),
        text("menu/main.json", "\"title\"", "'title'", "3:4: A name in double quotes is expected here."),
        text("menu/main.json", "\"title\"", "“title”", "3:4: A name in double quotes is expected here."),
        text("menu/main.json", "\"title\"", "title", "3:4: A name in double quotes is expected here."),
        text("menu/main.json", "[\n", "", "2:58: There is more behind the end."),
        text("menu/main.json", "\n]", "", "5:58: The text ends too early."),
        text("menu/main.json", "]", "[", "2:84: A value is expected here."),
        text("menu/side.json", "[]", "{}", "1:1: This has to be a list."),
        text("menu/side.json", "[]", "null", "1:1: This has to be a list."),
        text("menu/side.json", "[]", "\"\"", "1:1: This has to be a list."),
        text("menu/side.json", "[]", "[null]", "1:2: This has to be an object in { }."),
        text("menu/side.json", "[]", "[[]]", "1:2: This has to be an object in { }."),
        text("menu/side.json", "[]", "[7]", "1:2: This has to be an object in { }."),
        text("menu/side.json", "[]", "[\"갈비\"]", "1:2: This has to be an object in { }."),
    ]

    private static let price = "“s_price” has to be a price, as \"15,900원\", and is:"
    private static let values: [Slip] = [
        text("menu/main.json", "\"title\": \"가지\"", "\"titel\": \"가지\"", "2:3: “title” is missing (there is “titel”)."),
        text("menu/main.json", "\"title\": \"가지\"", "\"Title\": \"가지\"", "2:3: “title” is missing (there is “Title”)."),
        text("menu/main.json", "\"title\": \"가지\",", "", "2:3: “title” is missing."),
        text("menu/main.json", "\"가지\"", "7", "3:13: “title” has to be text."),
        text("menu/main.json", "\"가지\"", "null", "3:13: “title” has to be text."),
        text("menu/main.json", "\"1,000원\"", "\"천원\"", "3:49: \(price) \"천원\""),
        text("menu/main.json", "\"1,000원\"", "\"10,00원\"", "3:49: \(price) \"10,00원\""),
        text("menu/main.json", "\"1,000원\"", "\"-1,000원\"", "3:49: \(price) \"-1,000원\""),
        text("menu/main.json", "\"1,000원\"", "\"$10\"", "3:49: \(price) \"$10\""),
        text("menu/main.json", "\"1,000원\"", "\"99,999,999,999원\"", "3:49: \(price) \"99,999,999,999원\""),
        text("menu/main.json", "\"1,000원\"", "\"\"", "3:49: \(price) \"\""),
        text("menu/main.json", "\"1,000원\"", "1000", "3:49: “s_price” has to be text."),
        text("menu/main.json", "\"s_price\"", "\"price\"", "2:3: “s_price” is missing (there is “price”)."),
        text(
            "menu/main.json", "\"alt\"", "\"sold_out\": \"yes\", \"alt\"", "2:65: “sold_out” has to be true or false."),
        text(
            "menu/main.json", "\"alt\"", "\"count\": -1, \"alt\"",
            "2:62: “count” has to be from 0 to 100,000, and is: -1"),
        text(
            "menu/main.json", "\"alt\"", "\"count\": 1.5, \"alt\"",
            "2:62: “count” has to be from 0 to 100,000, and is: 1.5"),
        text("menu/main.json", "[],", "\"새벽\",", "2:82: “delivery_type” has to be a list in [ ]."),
        text("menu/main.json", "\"alt\"", "\"badge\": \"new\", \"alt\"", "2:62: “badge” has to be a list in [ ]."),
        text("menu/main.json", "\"B2\"", "\"b2\"", "4:19: There is no details/b2.json: 나물 (there is B2.json)"),
        text("menu/main.json", "\"B2\"", "\"C3\"", "4:19: There is no details/C3.json: 나물"),
        text("menu/main.json", "\"B2\"", "\"b/2\"", "4:19: There is no details/b/2.json: 나물"),
        text(
            "menu/main.json", "/pictures/a.jpg", "/pictures/A.JPG",
            "2:34: There is no such picture: /pictures/A.JPG (there is /pictures/a.jpg)"),
        text(
            "menu/main.json", "/pictures/a.jpg", "/pictures/b/c.jpg",
            "2:34: There is no such picture: /pictures/b/c.jpg"),
        text(
            "menu/main.json", "/pictures/a.jpg", "/pictures/none.jpg",
            "2:34: There is no such picture: /pictures/none.jpg"),
        text(
            "menu/main.json", "/pictures/a.jpg", "/pictures/../shop.json",
            "2:34: Pictures at addresses with “..” are not shown: /pictures/../shop.json"),
        text(
            "menu/main.json", "/pictures/a.jpg", "ftp://a.example/a.jpg",
            "2:34: Pictures at ftp: addresses are not shown: put the file into pictures/ and write /pictures/NAME."),
    ]

    private static func shop(_ text: String, _ line: String) -> Slip {
        file("shop.json: \(text)", "shop.json:\(line)") { try write($0, "shop.json", text) }
    }

    private static let others: [Slip] = [
        shop(#"{"hours": {"mon": "9-18"}}"#, "1:19: “mon” has to be a list in [ ]."),
        shop(
            #"{"time_zone": "Asia/Soul"}"#,
            "1:15: “time_zone” has to be the name of a time zone, as \"Asia/Seoul\", and is: \"Asia/Soul\""),
        shop(
            #"{"day_starts": "24:00"}"#,
            "1:16: “day_starts” has to be a time from \"00:00\" to \"23:59\", and is: \"24:00\""),
        shop(
            #"{"printers": [{"name": "k", "adress": "10.0.0.9"}]}"#, "1:15: “address” is missing (there is “adress”)."),
        shop(#"{"sections": [{"id": "main"}]}"#, "1:15: “title” is missing."),
        shop(
            #"{"business_number": "123"}"#,
            "1:21: “business_number” has to be ten digits, as \"123-45-67890\", and is: \"123\""),
        shop(#"{"vat": "yes"}"#, "1:9: “vat” has to be true or false."),
        file("a fruit without a name", "juice/fruits.json:1:2: “id” is missing.") {
            try write($0, "juice/fruits.json", "[{}]")
        },
        file("fruits without recipes", "juice/recipes.json: The file is missing.") {
            try remove($0, "juice/recipes.json")
        },
        file("a drink without a name", "drinks/drinks.json:1:2: “id” is missing.") {
            try write($0, "drinks/drinks.json", "[{}]")
        },
        file("avatars that are no list", "avatars/avatars.json:1:1: This has to be a list.") {
            try write($0, "avatars/avatars.json", "{}")
        },
        file("a detail that is a list", "details/A1.json:1:1: This has to be an object in { }.") {
            try write($0, "details/A1.json", "[]")
        },
        file("an empty detail", "details/A1.json:1:1: “data” is missing.") { try write($0, "details/A1.json", "{}") },
        text("details/A1.json", "\"A1\"", "\"A2\"", "1:10: The hash is not that of the file's name: A1"),
        text("details/A1.json", "\"hash\": \"A1\", ", "", "1:1: The hash is not that of the file's name: A1"),
    ]

    @Test(arguments: files + syntax + values + others) func aSlipIsOneLine(_ slip: Slip) async throws {
        try await SmallShop.with { shop in
            try slip.make(shop)
            let found = ShopServer.check(shop).findings.map { finding in
                let position = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
                let line = "\(finding.file)\(position): \(finding.text.english)"
                return finding.severity == .note ? "(\(line))" : line
            }
            #expect(found == [slip.line].compactMap(\.self))
        }
    }

    /// A field that no file has is left alone, unless it is nearly one that every dish may have.
    @Test func aMisspeltNameIsNotedAndAStrangeOneIsNot() async throws {
        let text = try #require(SmallShop.files["menu/main.json"])
        let misspelt = text.replacing(
            "\"alt\": \"가\"", with: "\"alt\": \"가\", \"bagde\": [], \"supplier\": 7, \"//\": \"!\"")
        try await SmallShop.with(["menu/main.json": Data(misspelt.utf8)]) { shop in
            let found = ShopServer.check(shop).findings
            #expect(found.map(\.text.english) == ["There is no “bagde”; it is ignored. Did you mean “badge”?"])
            #expect(found.map(\.severity) == [.note])
        }
    }
}

import Foundation
import ShopResources
import TestPeers
import Testing

@testable import ShopServer

/// The check of a shop in which one file is broken finds the problem and its position.
@Suite struct ResourceCheckTests {
    /// A file in which `old` is replaced by `new`, and the expected findings: "line:column sentence", notes in
    /// parentheses.
    struct Spoilt: Sendable, CustomTestStringConvertible {
        let file: String
        let old: String
        let new: String
        let findings: [String]

        init(_ file: String, _ old: String, _ new: String, _ findings: String...) {
            (self.file, self.old, self.new, self.findings) = (file, old, new, findings)
        }

        var testDescription: String { "\(file): \(old) -> \(new)" }
    }

    private static let classes =
        #""strawberry-milk", "chocolate-milk", "banana-milk", "cola", "cider", "fanta", "top", "cantata", "georgia""#

    @Test func nothingIsFoundInAShopInOrder() async throws {
        let report = try await SmallShop.with { ShopServer.check($0) }
        #expect(report.findings == [])
        #expect(report.isEmpty)
    }

    @Test func nothingIsFoundInTheShopsOwnFiles() throws {
        #expect(ShopServer.check(try ShopResources.directory()).findings == [])
    }

    @Test(arguments: [
        Spoilt("menu/main.json", "[\n", "", "2:58 There is more behind the end."),
        Spoilt("menu/main.json", #""title": "가지""#, #"title: "가지""#, "3:4 A name in double quotes is expected here."),
        Spoilt(
            "menu/main.json", #""title": "가지","#, #""title": "가지""#,
            "3:18 A comma or a closing bracket is expected here."),
        Spoilt("menu/main.json", #""title": "#, #""title" "#, "3:12 A colon is expected here."),
        Spoilt(
            "menu/main.json", "가지", "가\t지", "3:15 Control characters in quotes are written like \\t."),
        Spoilt("menu/main.json", "가지", "가\n지", "3:15 A closing quote is missing in this line."),
        Spoilt("menu/main.json", #""가지","#, #""가지,"#, "3:19 A closing quote is missing in this line."),
        Spoilt("menu/main.json", #""title": "가지""#, #""title: "가지""#, "3:13 A closing quote is missing in this line."),
        Spoilt("menu/main.json", #""가지""#, "가지", #"3:13 This value needs double quotes: "가지""#),
        Spoilt("menu/main.json", #""2,000원""#, "2,000원", #"5:49 This value needs double quotes: "2,000원""#),
        Spoilt("menu/main.json", #""2,000원""#, "2000원", #"5:49 This value needs double quotes: "2000원""#),
        Spoilt("menu/main.json", #""2,000원""#, "2,000", #"5:49 This value needs double quotes: "2,000""#),
        Spoilt("menu/main.json", "가지", #"가\지"#, "3:15 What follows this \\ in quotes means nothing."),
        Spoilt("menu/main.json", #""가지""#, "'가지'", "3:13 A value is expected here."),
        Spoilt("menu/main.json", "\n]", "", "5:58 The text ends too early."),
        Spoilt("menu/main.json", "\"2,000원\"}", "\"2,000원\"},", "(5:58 Nothing follows this comma; it is ignored.)"),
        Spoilt(
            "menu/main.json", "\"2,000원\"", "\"2,000원\", \"s_price\": \"3,000원\"",
            "(5:61 “s_price” is here a second time; the first one is ignored.)"),
        Spoilt(
            "menu/main.json", #""title": "가지""#, #""title": 7, "title": "가지""#,
            "(3:16 “title” is here a second time; the first one is ignored.)"),
        Spoilt("menu/main.json", "\"2,000원\"", "\"2,000원\", \"x\": 01", "(5:64 A number is not written like this.)"),
        Spoilt(
            "menu/main.json", "[\n", "\u{FEFF}[\n",
            "(The file begins with a byte order mark; it is ignored.)"),
        Spoilt("menu/main.json", "나물", #"\ud83c\udf5a"#),
        Spoilt("menu/main.json", "가지", #"가\ud83c"#, "3:15 What follows this \\ in quotes means nothing."),
        Spoilt("menu/main.json", "가지", #"가\udf5a\ud83c"#, "3:15 What follows this \\ in quotes means nothing."),
        Spoilt("menu/main.json", "[\n", "[null,\n", "1:2 This has to be an object in { }."),
        Spoilt("menu/main.json", #""title": "가지", "#, "", "2:3 “title” is missing."),
        Spoilt("menu/main.json", #""title": "가지""#, #""title": 7"#, "3:13 “title” has to be text."),
        Spoilt(
            "menu/main.json", #""title": "가지""#, #""title": "가지", "title_en": 7"#,
            "3:31 This has to be text."),
        Spoilt(
            "menu/main.json", #""delivery_type": []"#, #""delivery_type": "새벽""#,
            "2:82 “delivery_type” has to be a list in [ ]."),
        Spoilt(
            "menu/main.json", "2,000원", "2,00원", "5:49 “s_price” has to be a price, as \"15,900원\", and is: \"2,00원\""),
        Spoilt(
            "menu/main.json", #""s_price": "2,000원""#, #""s_price": "2,000원", "n_price": "2,2000""#,
            "5:70 “n_price” has to be a price, as \"15,900원\", and is: \"2,2000\""),
        Spoilt("menu/main.json", "2,000원", "비싸요", "5:49 “s_price” has to be a price, as \"15,900원\", and is: \"비싸요\""),
        Spoilt("menu/soup.json", "200", "500", "1:16 The statusCode is 500."),
        Spoilt("menu/soup.json", "\"body\"", "\"rows\"", "1:1 This has to be a list."),
    ])
    func whatCannotBeReadIsFoundWhereItIs(_ spoilt: Spoilt) async throws { try await expect(spoilt) }

    @Test(arguments: [
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "/pictures/b.jpg", "2:34 There is no such picture: /pictures/b.jpg"),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "/elsewhere/a.jpg",
            "2:34 There is no such picture: /elsewhere/a.jpg (there is /pictures/a.jpg)"),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "/pictures/../menu/main.json",
            "2:34 Pictures at addresses with “..” are not shown: /pictures/../menu/main.json"),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "/pictures/A.JPG",
            "2:34 There is no such picture: /pictures/A.JPG (there is /pictures/a.jpg)"),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "A.jpg",
            "2:34 There is no such picture: A.jpg (there is /pictures/a.jpg)"),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "//pictures/a.jpg",
            "2:34 An address that begins with // names another server; write /pictures/: //pictures/a.jpg"),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "data:image/png;base64,AAAA",
            "2:34 Pictures at data: addresses are not shown: put the file into pictures/ and write /pictures/NAME."),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "http://user:word@host/a.jpg",
            "2:34 Pictures at addresses with a user name or password are not shown."),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "/pictures/", "2:34 There is no such picture: /pictures/"),
        Spoilt("menu/main.json", "/pictures/a.jpg", "/", "2:34 The address names no file: /"),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", #"/pictures/a\n.jpg"#,
            "2:34 The address has a control character: /pictures/a .jpg"),
        Spoilt(
            "menu/main.json", "/pictures/a.jpg", "http://a b/c.jpg",
            "2:34 The address has no valid name of a server: http://a b/c.jpg"),
        Spoilt(
            "menu/main.json", #""B2""#, #""A1""#, "4:19 A1 is in this section already: 나물"),
        Spoilt(
            "menu/soup.json", "1,000원", "1,200원", "3:49 A1 costs 1,000원 in menu/main.json, which comes first."),
        Spoilt(
            "menu/soup.json", "가지", "가지나물",
            "3:13 A1 is 가지 in menu/main.json, and only that dish can be ordered."),
        Spoilt("menu/side.json", "[]", "", "The file is empty."),
        Spoilt("menu/side.json", "[]", " \n\t", "The file is empty."),
        Spoilt(
            "details/A1.json", #""1,000원"]"#, #""900원"]"#,
            "3:80 This says 900원, the menu 1,000원, which comes first."),
        Spoilt(
            "details/A1.json", #""hash": "A1""#, #""hash": "B2""#, "1:10 The hash is not that of the file's name: A1"),
        Spoilt("details/A1.json", #""data""#, #""date""#, "1:1 “data” is missing (there is “date”)."),
        Spoilt(
            "details/A1.json", #"["/pictures/a.jpg"]"#, #"["/pictures/a.jpg", "/pictures/c.jpg"]"#,
            "2:71 There is no such picture: /pictures/c.jpg"),
        Spoilt(
            "details/A1.json", #""delivery_fee": """#, #""delivery_fee": "2,50원 (30,000원 이상 무료)""#,
            "3:55 This is not like “2,500원 (40,000원 이상 구매 시 무료)”, so that nothing is charged for delivery."),
        Spoilt("details/A1.json", #""1,000원"]"#, #"9]"#, "3:80 “prices” has to be text."),
    ])
    func whatDoesNotFitTogetherIsFound(_ spoilt: Spoilt) async throws { try await expect(spoilt) }

    @Test(arguments: [
        Spoilt(
            "juice/fruits.json", #""id": "mango""#, #""id": "kiwi""#, "2:9 This id was used before: kiwi"),
        Spoilt(
            "juice/fruits.json", #""count": 10}]"#, #""count": 101}]"#,
            "2:41 “count” has to be from 0 to 100, and is: 101"),
        Spoilt(
            "juice/fruits.json", "10}]", "1.5}]",
            "2:41 “count” has to be from 0 to 100, and is: 1.5"),
        Spoilt(
            "juice/recipes.json", #""mango": 2"#, #""durian": 2"#, "2:68 This fruit is not in juice/fruits.json: durian"
        ),
        Spoilt(
            "juice/recipes.json", #""kiwi": 3"#, #""kiwi": 101"#,
            "1:57 “needs” has to have a number from 1 to 100 for each fruit, and is: {\"kiwi\": 101}"),
        Spoilt(
            "juice/recipes.json", #"{"kiwi": 3}"#, "{}",
            "1:57 “needs” has to have a number from 1 to 100 for each fruit, and is: {}"),
        Spoilt("juice/recipes.json", #""id": "both""#, #""id": "kiwi""#, "2:9 This id was used before: kiwi"),
        Spoilt(
            "drinks/drinks.json", #""class": "cola""#, #""class": "water""#,
            "1:26 “class” has to be one of \(classes), and is: \"water\""),
        Spoilt("drinks/drinks.json", #""id": "milk""#, #""id": "cola""#, "3:9 This id was used before: cola"),
        Spoilt(
            "drinks/drinks.json", #""count": 1"#, #""count": 1000"#,
            "2:54 “count” has to be from 0 to 100, and is: 1000"),
        Spoilt(
            "drinks/drinks.json", "2000", "100001",
            "(1:88 Nobody can buy this: the machine holds at most 100,000원 of a guest's.)"),
        Spoilt(
            "drinks/drinks.json", #"{"count": 1"#, #"{"count": 100, "manufactured_days_ago": 3}, {"count": 20"#,
            "(2:43 These are 120 together, and the keeper can set the stock of a drink to at most 100.)"),
        Spoilt(
            "drinks/drinks.json", "pictures/a.jpg", "/pictures/b.png", "4:68 There is no such picture: /pictures/b.png"),
        Spoilt("avatars/avatars.json", "1.png", "2.png", "1:51 There is no such picture: 2.png"),
        Spoilt(
            "avatars/avatars.json", "1.png", "../1.png",
            "1:51 “image” has to be the name of a PNG file in the same directory, and is: \"../1.png\""),
        Spoilt(
            "avatars/avatars.json", "\"height\": 3", "\"height\": 0", "1:26 “height” has to be 1 or more, and is: 0"),
    ])
    func theOtherModulesCheckTheirFiles(_ spoilt: Spoilt) async throws { try await expect(spoilt) }

    @Test(arguments: [
        ("menu/main.json", ["The file is missing."]),
        ("details/B2.json", ["menu/main.json:4:19 There is no details/B2.json: 나물"]),
        ("juice/fruits.json", ["The file is missing."]), ("drinks/drinks.json", ["The file is missing."]),
        ("avatars/avatars.json", ["The file is missing."]),
        ("pictures/a.jpg", ["pictures The directory is missing."]),
    ])
    func whatIsMissingIsFound(_ file: String, _ expected: [String]) async throws {
        let found = try await SmallShop.with([file: Data?.none]) { lines(ShopServer.check($0), of: file) }
        #expect(found == expected)
    }

    @Test func everyFaultyItemIsFoundAndNotOnlyTheFirst() async throws {
        let fruits =
            #"[{"id": "kiwi", "count": 1}, {"id": 1, "name": "a", "count": 1}, {"name": "b", "id": "b", "count": "1"}]"#
        let found = try await SmallShop.with(["juice/fruits.json": Data(fruits.utf8)]) { ShopServer.check($0) }
        #expect(
            lines(found, of: "juice/fruits.json").prefix(3) == [
                "1:2 “name” is missing.", "1:37 “id” has to be text.", "1:100 “count” has to be a whole number.",
            ])
    }

    @Test func ofAFloodOnlyAPartIsKeptAndTheRestIsCounted() async throws {
        let dish = #"{"title": 1}"#
        let flood = "[" + Array(repeating: dish, count: 1_000).joined(separator: ",") + "]"
        let report = try await SmallShop.with(["menu/side.json": Data(flood.utf8)]) { ShopServer.check($0) }
        #expect(report.findings.count == CheckReport.limit)
        #expect(report.problems == 1_000)
        #expect(report.omitted == 1_000 - CheckReport.limit)
    }

    @Test(.timeLimit(.minutes(5))) func aLargeShopIsLookedThroughInItsSize() async throws {
        let dishes = (0..<3_000).map {
            #"{"detail_hash": "H\#($0)", "image": "/pictures/\#($0).jpg", "alt": "", "delivery_type": [], "title": "나물 \#($0)", "#
                + #""description": "들기름에 볶아 고소하고 부드러운 나물", "title_en": 7, "s_price": "1,000원"},"#
        }
        let menu = "[\n" + dishes.joined(separator: "\n").dropLast() + "\n]"
        let report = try await SmallShop.with(["menu/side.json": Data(menu.utf8)]) { ShopServer.check($0) }
        #expect(report.problems == 9_000)
        #expect(report.findings.last { $0.file == "menu/side.json" }?.position?.line == 101)
    }

    @Test func whatStandsInFilesAndTheirNamesIsShownHarmlessly() async throws {
        let title = #"\u001b[31m\u0007\u202e"#
        let dish =
            #"[{"detail_hash": "\#(title)", "image": "/\u001b]0;x", "title": "\#(title)", "alt": "", "delivery_type": [], "description": "", "s_price": "1원"}]"#
        let files = ["menu/side.json": Data(dish.utf8), "details/\u{1B}[2J.json": Data("{".utf8)]
        let report = try await SmallShop.with(files) { ShopServer.check($0) }
        #expect(report.findings.count >= 3)
        for finding in report.findings {
            for scalar in (finding.file + finding.text.korean + finding.text.english).unicodeScalars {
                #expect(scalar.value >= 0x20)
                #expect(scalar.value != 0x202E)
                #expect(!(0x7F...0x9F).contains(scalar.value))
            }
        }
    }

    @Test func aShopWithoutItsPartsIsOneWithoutThem() async throws {
        let parts = SmallShop.names.filter { !$0.hasPrefix("menu/") }
        let none = Dictionary(uniqueKeysWithValues: parts.map { ($0, Data?.none) })
        let found = try await SmallShop.with(none.merging(["menu/main.json": Data("[]".utf8)]) { $1 }) {
            lines(ShopServer.check($0), of: "details")
        }
        #expect(found == ["(There are no details, so that the pages of dishes cannot be shown.)"])
    }

    /// Files with mutated bytes: whenever the server refuses to open the shop, the check finds a problem.
    @Test func whateverReadersRefuseIsFound() async throws {
        var generator = SeededGenerator(seed: 20_261_122)
        let names = SmallShop.files.keys.filter { $0.hasSuffix(".json") }.sorted()
        try await SmallShop.with { shop in
            for _ in 0..<400 {
                let name = try #require(names.randomElement(using: &generator))
                let original = Array((SmallShop.files[name] ?? "").utf8)
                let bytes = JSONMutation.mutate(original, using: &generator)
                try Data(bytes).write(to: shop.appending(path: name))
                let isRefused = (try? ShopServer(ShopServer.Configuration(resources: shop))) == nil
                let found = ShopServer.check(shop)
                if isRefused { #expect(found.problems > 0, "\(name): \(String(decoding: bytes, as: UTF8.self))") }
                try Data(original).write(to: shop.appending(path: name))
            }
        }
    }

    private func expect(_ spoilt: Spoilt) async throws {
        let text = try #require(SmallShop.files[spoilt.file])
        let range = try #require(text.range(of: spoilt.old))
        let new = text.replacingCharacters(in: range, with: spoilt.new)
        let found = try await SmallShop.with([spoilt.file: Data(new.utf8)]) {
            lines(ShopServer.check($0), of: spoilt.file)
        }
        #expect(found == spoilt.findings)
    }

    /// Returns the findings as "line:column sentence", preceded by the file if it is a different one; notes are in
    /// parentheses.
    private func lines(_ report: CheckReport, of file: String) -> [String] {
        report.findings.map { finding in
            let position = finding.position.map { "\($0.line):\($0.column)" }
            let place = [finding.file == file ? nil : finding.file, position].compactMap(\.self).joined(separator: ":")
            let line = place.isEmpty ? finding.text.english : "\(place) \(finding.text.english)"
            return finding.severity == .note ? "(\(line))" : line
        }
    }
}

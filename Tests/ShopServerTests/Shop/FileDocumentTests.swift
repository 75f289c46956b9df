import Domain
import Foundation
import ShopResources
import TestSupport
import Testing

@testable import ShopServer

/// The schemas and the manual's tables of a shop's files are made from their descriptions.
@Suite struct FileDocumentTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(components: "..", "..", "..").standardizedFileURL

    /// The fields of the manual's tables.
    private static let tables: [(name: String, first: String, fields: [FileField])] = [
        ("printers", "of a printer", ShopFile.printerFields), ("shop", "field", ShopFile.description.fields),
        ("menu", "field", FileDescription.menu.fields),
        ("details", "field", FileDescription.detailFields),
        ("fruits", "field", FileDescription.fruits.fields), ("recipes", "field", FileDescription.recipes.fields),
        ("drinks", "field", FileDescription.drinks.fields), ("avatars", "field", FileDescription.avatars.fields),
    ]

    @Test(arguments: tables.map(\.name)) func theManualsTableIsMadeFromTheDescription(_ name: String) throws {
        let table = try #require(FileDocumentTests.tables.first { $0.name == name })
        let made = "| \(table.first) | holds | without it |\n|---|---|---|\n" + FileDescription.table(of: table.fields)
        try GeneratedPart("fields: \(name)", of: "Resources/docs/manual.md").expectOrRewrite(made)
    }

    @Test func theSchemasAreMadeFromTheDescriptions() throws {
        for description in ShopServer.fileDescriptions {
            let file = FileDocumentTests.repository
                .appending(components: "Resources", "schemas", "\(description.name).json")
            if GeneratedPart.isRewritten { try description.schema.write(to: file) }
            #expect(try Data(contentsOf: file) == description.schema, "\(description.name)")
        }
    }

    /// Every directory in which modules have JSON files has files that are described.
    @Test func everyKindOfFileIsDescribed() {
        let described = Set(ShopServer.fileDescriptions.map(\.name))
        #expect(
            described == [
                "shop", "menu-file", "details-file", "fruits-file", "recipes-file", "drinks-file", "avatars-file",
            ])
        for module in ShopModules.all where !module.directories.isEmpty { #expect(!module.descriptions.isEmpty) }
    }
}

/// What a description says is what reading a file does.
@Suite struct FileDescriptionTests {
    /// A file whose fields, or those of its first element, are described.
    struct Described: Sendable, CustomTestStringConvertible {
        let file: String
        /// The key of the object that has the fields; `nil` for the file itself.
        var key: String?
        let fields: [FileField]
        /// The module that reads it.
        let module: any ServerModule.Type
        var testDescription: String { file }
    }

    /// The page of the first dish.
    private static let details = try! "details/\(allDishes()[0].detailHash).json"

    private static let files = [
        Described(file: "shop.json", fields: ShopFile.description.fields, module: ShopModule.self),
        Described(file: "menu/main.json", fields: FileDescription.menu.fields, module: MenuModule.self),
        Described(file: details, key: "data", fields: FileDescription.detailFields, module: MenuModule.self),
        Described(file: "juice/fruits.json", fields: FileDescription.fruits.fields, module: JuiceBarModule.self),
        Described(file: "juice/recipes.json", fields: FileDescription.recipes.fields, module: JuiceBarModule.self),
        Described(file: "drinks/drinks.json", fields: FileDescription.drinks.fields, module: DrinksMachineModule.self),
        Described(file: "avatars/avatars.json", fields: FileDescription.avatars.fields, module: AvatarsModule.self),
    ]

    /// Runs `body` with a sample shop, and a function that returns its problems after a change to the described object.
    private func withSampleShop(
        _ described: Described,
        _ body: (_ problems: ((inout JSONValue) -> Void) throws -> [Finding]) throws -> Void
    ) async throws {
        let files = try ShopServer.sampleFiles(of: ShopResources.directory()) { $0.english }
        let whole = try JSONDecoder().decode(JSONValue.self, from: try #require(files[described.file]))
        let unused = Dictionary(uniqueKeysWithValues: SmallShop.names.map { ($0, Data?.none) })
        try await SmallShop.with(unused.merging(files) { $1 }) { shop in
            try body { change in
                let changed = described.changing(whole, change)
                try JSONEncoder().encode(changed).write(to: shop.appending(path: described.file))
                let report = ResourceCheck.report(on: shop, of: [described.module])
                return report.findings.filter { $0.severity == .problem }
            }
        }
    }

    @Test(arguments: files) func onlyAFieldThatIsNeededHasToBeThere(_ described: Described) async throws {
        try await withSampleShop(described) { problems in
            #expect(try problems { _ in } == [])
            // What some classes of drinks have, others need not have.
            for field in described.fields where field.otherwise != "needed for these" {
                let problems = try problems { object in
                    for key in field.keys { object[key] = nil }
                }
                #expect(problems.isEmpty == (field.otherwise != nil), "\(field.key): \(problems)")
            }
        }
    }

    @Test(arguments: files) func everyDescribedFieldIsRead(_ described: Described) async throws {
        try await withSampleShop(described) { problems in
            for key in described.fields.flatMap(\.keys) {
                // Of a drink of another class, some are not read.
                guard described.fields.contains(where: { $0.keys.contains(key) && $0.otherwise != "needed for these" })
                else { continue }
                let problems = try problems { $0[key] = .object(["x": .flag(true)]) }
                #expect(problems.contains { $0.file == described.file }, "\(key)")
            }
        }
    }

    @Test func anExampleOfTheSampleShopAppliesOnceItIsNoCommentAnyMore() async throws {
        try await withSampleShop(FileDescriptionTests.files[0]) { problems in
            let problems = try problems { file in
                guard case .object(let members) = file else { return }
                for (key, value) in members where key.hasPrefix("//") && !key.hasPrefix("// ") {
                    file[key] = nil
                    file[String(key.dropFirst(2))] = value
                }
                #expect(["time_zone", "hours", "delivery"].allSatisfy { file[$0] != nil })
            }
            #expect(problems == [])
        }
    }
}

extension FileDescriptionTests.Described {
    /// Returns the file after a change to the described object.
    fileprivate func changing(_ whole: JSONValue, _ change: (inout JSONValue) -> Void) -> JSONValue {
        var root = whole
        if var items = root.items {
            change(&items[0])
            return .list(items)
        }
        guard let key, var part = root[key] else {
            change(&root)
            return root
        }
        change(&part)
        root[key] = part
        return root
    }
}

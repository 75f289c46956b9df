import Domain
import Foundation
import Hummingbird
import ShopResources
import TestSupport
import Testing

@testable import ShopServer

/// The server of the added counter: the teas of a file. This is all that a module with files takes, besides one line to
/// register it.
struct TeaModule: ServerModule {
    struct Tea: Codable, Hashable {
        let id: String
        let name: String
        let minutes: Int
    }

    static let directories = ["tea"]
    private static let section = SectionID(path: "tea/list")
    private let teas: LiveResource<[Tea]>

    static func read(_ resources: URL) throws(ShopServerError) -> [Tea] {
        try ResourceFile.list(in: resources.appending(path: "tea/teas.json").path(percentEncoded: false))
    }

    init(_ teas: [Tea], _ context: ServerContext) {
        let resources = context.resources
        self.teas = LiveResource(teas) { _ throws(ShopServerError) in try TeaModule.read(resources) }
    }

    let sections = [section]
    var contents: [SectionID: String] { [TeaModule.section: EntityTag(of: Response.encode(teas.value)).opaque] }

    func reload() { teas.reload() }

    func addRoutes(to routes: Routes) {
        routes.getShared("/tea/list") { [teas] _, _ in .lasting(EncodedContent(json: Response.encode(teas.value))) }
    }
}

@Suite struct TeaModuleTests {
    private static let teas = #"[{"id": "green", "name": "녹차", "minutes": 3}]"#

    private func withTeahouse(_ file: String?, _ body: (ShopServer.Configuration) async throws -> Void) async throws {
        try await withShop(replacing: [:]) { shop in
            let directory = shop.appending(path: "tea")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try file.map { try Data($0.utf8).write(to: directory.appending(path: "teas.json")) }
            var configuration = ShopServer.Configuration(resources: shop)
            configuration.modules.append(TeaModule.self)
            try await body(configuration)
        }
    }

    @Test func whatAModuleReadsIsServedCheckedAndPartOfANewShop() async throws {
        try await withTeahouse(TeaModuleTests.teas) { configuration in
            try await withServer(configuration) { url in
                let teas = try await ask(url, "tea/list").value([TeaModule.Tea].self)
                #expect(teas == [TeaModule.Tea(id: "green", name: "녹차", minutes: 3)])
            }
            let (shop, modules) = (configuration.resources, configuration.modules)
            #expect(ResourceCheck.report(on: shop, of: modules).findings.filter { $0.file.contains("tea") } == [])
            #expect(
                try SampleShop(of: shop, for: [TeaModule.self]).files == [
                    "tea/teas.json": Data(TeaModuleTests.teas.utf8)
                ])
        }
    }

    @Test(arguments: [
        (nil, "The file is missing."), ("[{]", "A name in double quotes is expected here."),
        ("[7]", "This cannot be read."),
    ]) func aBrokenFileIsFoundByTheCheckAndRefusedAtTheStart(_ file: String?, _ finding: String) async throws {
        try await withTeahouse(file) { configuration in
            let report = ResourceCheck.report(on: configuration.resources, of: configuration.modules)
            let found = report.findings.filter { $0.file == "tea/teas.json" && $0.severity == .problem }
            #expect(found.map(\.text.english) == [finding])
            #expect(throws: ShopServerError.self) { try ShopServer(configuration) }
        }
    }

    @Test func theDirectoriesOfEveryModuleAreCopiedBesideTheProgram() throws {
        let copied = try FileManager.default.contentsOfDirectory(atPath: ShopResources.directory().path)
        #expect(Set(ShopModules.all.flatMap { $0.directories }) == Set(copied))
    }

    @Test func everyModuleThatReadsFilesNamesTheirDirectories() throws {
        for module in ShopModules.all where try !SampleShop(of: ShopResources.directory(), for: [module]).files.isEmpty
        {
            #expect(!(module.directories + module.files).isEmpty, "\(module)")
        }
    }
}

import Domain
import Foundation
import ShopResources
import TestSupport

/// A copy of the shop's resources with some sections replaced or, where `nil`, missing; removed after `body`.
func withShop<Outcome>(
    replacing sections: [SectionID: Data?], _ body: (URL) async throws -> Outcome
) async throws -> Outcome {
    let shop = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
    let menu = shop.appending(component: "menu")
    try FileManager.default.createDirectory(at: menu, withIntermediateDirectories: true)
    defer { FileManager.default.removeScratch(shop) }
    for section in SectionID.menu {
        let content = try sections[section] ?? fileContent(of: section)
        try content?.write(to: menu.appending(component: "\(section.name).json"))
    }
    try FileManager.default.copyItem(at: shopFile("juice"), to: shop.appending(component: "juice"))
    return try await body(shop)
}

/// The bytes of a section as the shop's own file has them.
func fileContent(of section: SectionID) throws -> Data {
    try Data(contentsOf: ShopResources.directory().appending(components: "menu", "\(section.name).json"))
}

/// Where one of the shop's own files is; `path` is seen from the directory that contains `menu`.
func shopFile(_ path: String) throws -> URL { try ShopResources.directory().appending(path: path) }

/// The names of the shop's own files in a directory of theirs, in the same order every time.
func fileNames(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: shopFile(directory).path()).sorted()
}

/// The dishes of all sections; one that stands in two sections comes twice.
func allDishes() throws -> [Dish] { try SectionID.menu.flatMap { try SectionBody.decode(fileContent(of: $0)) } }

import Domain
import Foundation
import ShopResources
import TestSupport

/// Runs `body` with a copy of the shop's resources in which some sections are replaced, or missing if `nil`. Removes it
/// afterwards.
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

/// Returns the bytes of a section's file in the shop's own resources.
func fileContent(of section: SectionID) throws -> Data {
    try Data(contentsOf: ShopResources.directory().appending(components: "menu", "\(section.name).json"))
}

/// Returns the location of one of the shop's own files; `path` is relative to the directory that contains `menu`.
func shopFile(_ path: String) throws -> URL { try ShopResources.directory().appending(path: path) }

/// Returns the sorted names of the files in one of the shop's own directories.
func fileNames(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: shopFile(directory).path()).sorted()
}

/// Returns the dishes of all sections; a dish that is listed in two sections occurs twice.
func allDishes() throws -> [Dish] { try SectionID.menu.flatMap { try SectionBody.decode(fileContent(of: $0)) } }

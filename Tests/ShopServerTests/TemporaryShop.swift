import Foundation
import ShopModels
import ShopResources

/// A copy of the shop's resources with some sections replaced or, where `nil`, missing; removed after `body`.
func withShop<Outcome>(
    replacing sections: [SectionID: Data?], _ body: (URL) async throws -> Outcome
) async throws -> Outcome {
    let shop = FileManager.default.temporaryDirectory.appending(component: "banchan-\(UUID())")
    let menu = shop.appending(component: "menu")
    try FileManager.default.createDirectory(at: menu, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: shop) }
    for section in SectionID.menu {
        let content = try sections[section] ?? fileContent(of: section)
        try content?.write(to: menu.appending(component: "\(section.name).json"))
    }
    return try await body(shop)
}

/// The bytes of a section as the shop's own file has them.
func fileContent(of section: SectionID) throws -> Data {
    try Data(contentsOf: ShopResources.directory().appending(components: "menu", "\(section.name).json"))
}

import Foundation
import ShopModels

/// The menu's sections as they lie in the resources, each ready to be sent.
struct MenuShelf: Sendable {
    private let files: [SectionID: SectionFile]

    /// Reads every section of the menu from `menu/<name>.json` below `resources`.
    init(resources: URL) throws(ShopServerError) {
        var files: [SectionID: SectionFile] = [:]
        for section in SectionID.menu {
            files[section] = try SectionFile(readingFrom: MenuShelf.path(of: section, in: resources))
        }
        self.files = files
    }

    /// The section's file; `nil` for a section that is not on the menu.
    subscript(section: SectionID) -> SectionFile? { files[section] }

    /// The dish of that hash as the menu's first section with it lists it.
    func offer(_ hash: String) -> Offer? {
        for section in SectionID.menu {
            if let offer = files[section]?.offers[hash] { return offer }
        }
        return nil
    }

    private static func path(of section: SectionID, in resources: URL) -> String {
        resources.appending(components: "menu", "\(section.name).json", directoryHint: .notDirectory)
            .path(percentEncoded: false)
    }
}

import Domain
import Foundation
import Platform

/// The menu's sections as they lie in the resources, each ready to be sent.
struct MenuFiles: Sendable {
    private let files: [SectionID: SectionFile]

    private init(files: [SectionID: SectionFile]) { self.files = files }

    /// Reads every section of the menu from `menu/<name>.json` below `resources`.
    init(resources: URL) throws(ShopServerError) {
        var files: [SectionID: SectionFile] = [:]
        for section in SectionID.menu {
            files[section] = try SectionFile(readingFrom: MenuFiles.path(of: section, in: resources))
        }
        self.files = files
    }

    /// The section's file; `nil` for a section that is not on the menu.
    subscript(section: SectionID) -> SectionFile? { files[section] }

    /// Texts that differ where the sections do.
    var contents: [SectionID: String] { files.mapValues(\.tag.opaque) }

    /// The sections as they lie in the resources now; those that cannot be served stay what they were, with the reason.
    func reread(resources: URL) -> (MenuFiles, problems: [SectionID: ShopServerError]) {
        var files = files
        var problems: [SectionID: ShopServerError] = [:]
        for section in SectionID.menu {
            let path = MenuFiles.path(of: section, in: resources)
            if let stamp = FileStamp(of: path), stamp == files[section]?.stamp { continue }
            do throws(ShopServerError) {
                files[section] = try SectionFile(readingFrom: path)
            } catch {
                problems[section] = error
            }
        }
        return (MenuFiles(files: files), problems)
    }

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

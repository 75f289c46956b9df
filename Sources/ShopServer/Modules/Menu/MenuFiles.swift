import Domain
import Foundation
import Platform
import TerminalText

/// The content of the menu's files: the sections and the details of their dishes.
struct MenuFiles: Sendable {
    private(set) var sections: [SectionID: SectionFile] = [:]
    /// The details, by the hash of their dish.
    private(set) var details: DetailFiles

    /// Reads every section of the menu from `menu/<name>.json` below `resources`. The details are read when they are
    /// needed.
    init(resources: URL) throws(ShopServerError) {
        details = try DetailFiles(resources: resources)
        for section in SectionID.menu {
            sections[section] = try SectionFile(readingFrom: MenuFiles.path(of: section, in: resources))
        }
    }

    /// Returns the current content of the files below `resources`. Files that cannot be served keep their previous
    /// content; details whose files were removed are dropped.
    func reread(resources: URL) -> MenuFiles {
        var files = self
        for section in SectionID.menu {
            let path = MenuFiles.path(of: section, in: resources)
            let stamp = sections[section]?.stamp
            guard stamp == nil || FileStamp(of: path) != stamp else { continue }
            if let file = try? SectionFile(readingFrom: path) { files.sections[section] = file }
        }
        files.details = details.reread()
        return files
    }

    /// Returns the dish with that hash from the first section that lists it; `nil` if none does. Throws if its detail,
    /// which may state a delivery fee, cannot be read.
    func offer(_ hash: String) throws(ShopServerError) -> Offer? {
        var offer = SectionID.menu.lazy.compactMap { sections[$0]?.offers[hash] }.first
        if let fee = try details.file(of: hash)?.deliveryFee { offer?.deliveryFee = fee }
        return offer
    }

    /// Returns the first section that lists a dish with that hash, and the dish's title; `nil` if none does.
    func listing(of hash: String) -> (section: SectionID, title: PlainText)? {
        SectionID.menu.lazy.compactMap { section in sections[section]?.offers[hash].map { (section, $0.title) } }.first
    }

    /// Returns the sections that list the dish with that hash.
    func sections(with hash: String) -> [SectionID] { SectionID.menu.filter { sections[$0]?.offers[hash] != nil } }

    private static func path(of section: SectionID, in resources: URL) -> String {
        resources.appending(components: "menu", "\(section.name).json", directoryHint: .notDirectory)
            .path(percentEncoded: false)
    }
}

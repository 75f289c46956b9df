import Domain
import Foundation
import Platform

/// The content of the menu's files: the sections and the details of their dishes.
struct MenuFiles: Sendable {
    private(set) var sections: [SectionID: SectionFile] = [:]
    /// The details, by the hash of their dish.
    private(set) var details: [String: DetailFile] = [:]

    /// Reads every section of the menu from `menu/<name>.json` below `resources`, and every existing
    /// `details/<hash>.json`. A shop may have no details.
    init(resources: URL) throws(ShopServerError) {
        for section in SectionID.menu {
            sections[section] = try SectionFile(readingFrom: MenuFiles.path(of: section, in: resources))
        }
        for hash in try MenuFiles.hashesOfDetails(in: resources) {
            details[hash] = try DetailFile(readingFrom: MenuFiles.path(ofDetail: hash, in: resources), hash: hash)
        }
    }

    /// Returns the current content of the files below `resources`. Files that cannot be served keep their previous
    /// content; details whose files were removed are dropped.
    func reread(resources: URL) -> MenuFiles {
        var files = self
        for section in SectionID.menu {
            let path = MenuFiles.path(of: section, in: resources)
            guard !MenuFiles.isUnchanged(path, sections[section]?.stamp) else { continue }
            if let file = try? SectionFile(readingFrom: path) { files.sections[section] = file }
        }
        guard let hashes = try? MenuFiles.hashesOfDetails(in: resources) else { return files }
        files.details = files.details.filter { hashes.contains($0.key) }
        for hash in hashes {
            let path = MenuFiles.path(ofDetail: hash, in: resources)
            guard !MenuFiles.isUnchanged(path, details[hash]?.stamp) else { continue }
            if let file = try? DetailFile(readingFrom: path, hash: hash) { files.details[hash] = file }
        }
        return files
    }

    /// Returns the dish with that hash from the first section that lists it; `nil` if none does.
    func offer(_ hash: String) -> Offer? {
        var offer = SectionID.menu.lazy.compactMap { sections[$0]?.offers[hash] }.first
        if let fee = details[hash]?.deliveryFee { offer?.deliveryFee = fee }
        return offer
    }

    /// Returns the sections that list the dish with that hash.
    func sections(with hash: String) -> [SectionID] { SectionID.menu.filter { sections[$0]?.offers[hash] != nil } }

    /// Returns the hashes of all files in `details`; empty if there is no such directory.
    static func hashesOfDetails(in resources: URL) throws(ShopServerError) -> Set<String> {
        let directory = resources.appending(path: "details").path(percentEncoded: false)
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            return Set(
                names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.map { String($0.dropLast(suffix.count)) })
        } catch {
            guard FileManager.default.fileExists(atPath: directory) else { return [] }
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            throw .inaccessibleResource(path: directory, code: (reason?.code ?? .EIO).rawValue)
        }
    }

    private static let suffix = ".json"

    private static func isUnchanged(_ path: String, _ stamp: FileStamp?) -> Bool {
        stamp != nil && FileStamp(of: path) == stamp
    }

    private static func path(of section: SectionID, in resources: URL) -> String {
        resources.appending(components: "menu", "\(section.name)\(suffix)", directoryHint: .notDirectory)
            .path(percentEncoded: false)
    }

    private static func path(ofDetail hash: String, in resources: URL) -> String {
        resources.appending(components: "details", "\(hash)\(suffix)", directoryHint: .notDirectory)
            .path(percentEncoded: false)
    }
}

import Foundation
import NIOConcurrencyHelpers
import Platform

/// The files with the details of dishes, by the hash of their dish. A file is read when its detail is first needed,
/// unless all were read before.
final class DetailFiles: Sendable {
    private enum Entry {
        case unread
        case read(DetailFile)
    }

    private let resources: URL
    private let entries: NIOLockedValueBox<[String: Entry]>

    /// Lists `details/<hash>.json` below `resources` without reading the files. A shop may have none.
    convenience init(resources: URL) throws(ShopServerError) {
        let hashes = try DetailFiles.hashes(in: resources)
        self.init(resources, Dictionary(uniqueKeysWithValues: hashes.map { ($0, .unread) }))
    }

    private init(_ resources: URL, _ entries: [String: Entry]) {
        self.resources = resources
        self.entries = NIOLockedValueBox(entries)
    }

    /// Returns the detail of the dish with that hash; `nil` if it has none.
    func file(of hash: String) throws(ShopServerError) -> DetailFile? {
        switch entries.withLockedValue({ $0[hash] }) {
        case nil: return nil
        case .read(let file): return file
        case .unread: return try read(hash)
        }
    }

    /// Reads all files that were not read yet.
    func readAll() throws(ShopServerError) {
        for case (let hash, .unread) in entries.withLockedValue(\.self) { _ = try read(hash) }
    }

    /// Returns the current files. Files that cannot be read keep their previous content; removed ones are dropped.
    func reread() -> DetailFiles {
        guard let hashes = try? DetailFiles.hashes(in: resources) else { return self }
        var current = entries.withLockedValue(\.self).filter { hashes.contains($0.key) }
        for hash in hashes {
            if case .unread = current[hash] { continue }
            let path = path(of: hash)
            if case .read(let file) = current[hash], file.stamp != nil, FileStamp(of: path) == file.stamp { continue }
            if let file = try? DetailFile(readingFrom: path, hash: hash) { current[hash] = .read(file) }
        }
        return DetailFiles(resources, current)
    }

    /// Returns the hashes of all files in `details`; empty if there is no such directory.
    static func hashes(in resources: URL) throws(ShopServerError) -> Set<String> {
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

    private func read(_ hash: String) throws(ShopServerError) -> DetailFile {
        let file = try DetailFile(readingFrom: path(of: hash), hash: hash)
        entries.withLockedValue { $0[hash] = .read(file) }
        return file
    }

    private func path(of hash: String) -> String {
        resources.appending(components: "details", "\(hash)\(DetailFiles.suffix)", directoryHint: .notDirectory)
            .path(percentEncoded: false)
    }

    private static let suffix = ".json"
}

import Domain
import Foundation

/// Reads files of the shop's data.
enum ResourceFile {
    /// Returns the bytes of the file at `path`.
    static func content(of path: String) throws(ShopServerError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
        } catch {
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            guard reason?.code != .ENOENT, reason?.code != .ENOTDIR else { throw .missingResource(path: path) }
            throw .inaccessibleResource(path: path, code: (reason?.code ?? .EIO).rawValue)
        }
    }

    /// Decodes the items of the JSON array in the file at `path`.
    static func list<Item: Decodable>(in path: String) throws(ShopServerError) -> [Item] {
        let content = try content(of: path)
        do {
            return try JSONDecoder().decode([Item].self, from: RepairedJSON.repair(content))
        } catch {
            throw .unreadableResource(
                path: path,
                why: content.isEmpty ? .empty : (error as? DecodingError).map(SectionBodyError.init) ?? .notJSON)
        }
    }
}

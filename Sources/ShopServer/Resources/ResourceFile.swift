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

    /// Returns the JSON text of the file at `path` as it is served. Throws if it is not UTF-8.
    static func json(of path: String) throws(ShopServerError) -> Data {
        let content = try content(of: path)
        do throws(ShopFileText.NotUTF8) {
            return try ShopFileText(content).served
        } catch {
            let line = content.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw .unreadableResource(path: path, why: .notUTF8(line: line))
        }
    }

    /// Decodes the items of the JSON array in the file at `path`.
    static func list<Item: Decodable>(in path: String) throws(ShopServerError) -> [Item] {
        let content = try json(of: path)
        do {
            return try JSONDecoder().decode([Item].self, from: content)
        } catch {
            throw .unreadableResource(
                path: path,
                why: content.isEmpty ? .empty : (error as? DecodingError).map(SectionBodyError.init) ?? .notJSON)
        }
    }
}

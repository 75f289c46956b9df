import Foundation

/// Files of the shop's data.
enum ResourceFile {
    /// The bytes of the file at `path`.
    static func content(of path: String) throws(ShopServerError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
        } catch {
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            guard reason?.code != .ENOENT, reason?.code != .ENOTDIR else { throw .missingResource(path: path) }
            throw .inaccessibleResource(path: path, code: (reason?.code ?? .EIO).rawValue)
        }
    }
}

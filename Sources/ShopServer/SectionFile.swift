import Foundation
import NIOCore
import ShopModels

/// One section of the menu as its file has it, ready to be sent: checked, tagged and compressed once.
struct SectionFile: Sendable {
    let tag: EntityTag
    /// The file's bytes as they are.
    let plain: ByteBuffer
    /// The same in the gzip format; `nil` where that is no smaller.
    let compressed: ByteBuffer?

    /// Reads the file at `path` and checks that it holds a section.
    init(readingFrom path: String) throws(ShopServerError) {
        let content = try SectionFile.content(of: path)
        do {
            _ = try MenuBody.decode(content)
        } catch {
            throw .unreadableResource(path: path, why: error)
        }
        let bytes = [UInt8](content)
        tag = EntityTag(of: bytes)
        plain = ByteBuffer(bytes: bytes)
        compressed = Gzip.compress(bytes).map { ByteBuffer(bytes: $0) }
    }

    private static func content(of path: String) throws(ShopServerError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
        } catch {
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            guard reason?.code != .ENOENT, reason?.code != .ENOTDIR else { throw .missingResource(path: path) }
            throw .inaccessibleResource(path: path, code: (reason?.code ?? .EIO).rawValue)
        }
    }
}

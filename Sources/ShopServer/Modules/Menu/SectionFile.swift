import Domain
import Foundation
import NIOCore
import Platform

/// One section of the menu as its file has it, ready to be sent: checked, tagged and compressed once.
struct SectionFile: Sendable {
    let tag: EntityTag
    /// What the system said of the file before it was read; `nil` where it said nothing.
    let stamp: FileStamp?
    /// The file's bytes as they are.
    let plain: ByteBuffer
    /// The same in the gzip format; `nil` where that is no smaller.
    let compressed: ByteBuffer?
    /// What the section offers, by the hash that names a dish; the first of several with one hash.
    let offers: [String: Offer]

    /// Reads the file at `path` and checks that it holds a section.
    init(readingFrom path: String) throws(ShopServerError) {
        stamp = FileStamp(of: path)
        let content = try ResourceFile.content(of: path)
        do {
            let dishes = try SectionBody.decode(content, as: Dish.self)
            offers = Dictionary(dishes.map { ($0.detailHash, Offer($0)) }) { first, _ in first }
        } catch {
            throw .unreadableResource(path: path, why: error)
        }
        let bytes = [UInt8](content)
        tag = EntityTag(of: bytes)
        plain = ByteBuffer(bytes: bytes)
        compressed = Gzip.compress(bytes).map { ByteBuffer(bytes: $0) }
    }
}

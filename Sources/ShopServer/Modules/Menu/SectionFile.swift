import Domain
import Foundation
import Hummingbird
import NIOCore
import Platform

/// The file with one section of the menu, validated when it is read.
struct SectionFile: Sendable {
    /// The file's metadata before it was read; `nil` if it was not available.
    let stamp: FileStamp?
    /// The section with the file's text.
    let content: SectionContent
    /// The section's dishes, by hash; the first one if a hash is repeated.
    let offers: [String: Offer]

    /// Reads the file at `path` and checks that it contains a section.
    init(readingFrom path: String) throws(ShopServerError) {
        stamp = FileStamp(of: path)
        let bytes = try ResourceFile.json(of: path)
        do throws(SectionBodyError) {
            let dishes: [Dish] = try SectionBody.decode(bytes)
            offers = Dictionary(dishes.map { ($0.detailHash, Offer($0)) }) { first, _ in first }
        } catch {
            throw .unreadableResource(path: path, why: error)
        }
        content = SectionContent([UInt8](bytes))
    }

    /// Returns the section with the changes of its dishes applied. Only the changed values are replaced in the text.
    func content(with changes: [String: DishChange]) -> SectionContent {
        guard changes.contains(where: { offers[$0.key] != nil }) else { return content }
        let bytes = Data(content.plain.body.readableBytesView)
        let text = JSONDocument(bytes)
        // Never fails: whatever the decoder accepts, the scanner finds.
        guard let root = try? text.root.get(), let dishes: [Dish] = try? SectionBody.decode(bytes) else {
            return content
        }
        let nodes = (root.isList ? root : root["body"])?.items ?? []
        let places = zip(dishes, nodes).flatMap { dish, node in
            changes[dish.detailHash].flatMap {
                $0.title == dish.title ? SectionFile.places($0, of: dish, at: node) : nil
            }
                ?? []
        }
        return places.isEmpty ? content : SectionContent(text.replacing(places))
    }

    private static func places(
        _ change: DishChange, of dish: Dish, at node: JSONNode
    ) -> [(range: Range<Int>, text: String)] {
        var places: [(range: Range<Int>, text: String)] = []
        if let price = change.price, price != dish.price, let place = node["s_price"]?.range {
            places.append((place, "\"\(price.text)\""))
        }
        if let isSoldOut = change.isSoldOut, isSoldOut != dish.isSoldOut {
            let start = node.range.lowerBound + 1
            let place = node["sold_out"].map { ($0.range, "\(isSoldOut)") }
            places.append(place ?? (start..<start, "\"sold_out\": \(isSoldOut), "))
        }
        return places
    }
}

/// A section ready to be sent; its entity tag and compressed form are computed once.
struct SectionContent: Sendable {
    let tag: EntityTag
    let plain: BufferedResponse
    /// The gzip-compressed response; `nil` if that would not be smaller.
    let compressed: BufferedResponse?
    /// The 304 response for a client that already has the section.
    let unchanged: BufferedResponse

    init(_ bytes: [UInt8]) {
        tag = EntityTag(of: bytes)
        var fields: HTTPFields = [.eTag: tag.text, .cacheControl: "no-cache", .vary: "Accept-Encoding"]
        unchanged = BufferedResponse(status: .notModified, fields: fields)
        fields[.contentType] = "application/json; charset=utf-8"
        plain = BufferedResponse(status: .ok, fields: fields, body: ByteBuffer(bytes: bytes))
        fields[.contentEncoding] = "gzip"
        compressed = Gzip.compress(bytes).map {
            BufferedResponse(status: .ok, fields: fields, body: ByteBuffer(bytes: $0))
        }
    }
}

import Domain
import Foundation
import Hummingbird
import NIOCore
import Platform

/// One section of the menu as its file has it, checked once.
struct SectionFile: Sendable {
    /// What the system said of the file before it was read; `nil` where it said nothing.
    let stamp: FileStamp?
    /// The file's bytes as they are.
    let content: SectionContent
    /// What the section offers, by the hash that names a dish; the first of several with one hash.
    let offers: [String: Offer]

    /// Reads the file at `path` and checks that it holds a section.
    init(readingFrom path: String) throws(ShopServerError) {
        stamp = FileStamp(of: path)
        let bytes = try ResourceFile.content(of: path)
        do throws(SectionBodyError) {
            let dishes: [Dish] = try SectionBody.decode(bytes)
            offers = Dictionary(dishes.map { ($0.detailHash, Offer($0)) }) { first, _ in first }
        } catch {
            throw .unreadableResource(path: path, why: error)
        }
        content = SectionContent([UInt8](bytes))
    }

    /// The section with those of the changes that are of its dishes: their places in the text are others, and nothing else.
    func content(with changes: [String: DishChange]) -> SectionContent {
        guard changes.contains(where: { offers[$0.key] != nil }) else { return content }
        let bytes = Data(content.plain.body.readableBytesView)
        let text = JSONDocument(bytes)
        // What a decoder takes always has its places.
        guard let root = try? text.root.get(), let dishes: [Dish] = try? SectionBody.decode(bytes) else {
            return content
        }
        let nodes = (root.isList ? root : root["body"])?.items ?? []
        let places = zip(dishes, nodes).flatMap { dish, node in
            changes[dish.detailHash].map { SectionFile.places($0, of: dish, at: node) } ?? []
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

/// A section, ready to be sent: tagged and compressed once.
struct SectionContent: Sendable {
    let tag: EntityTag
    let plain: BufferedResponse
    /// The same in the gzip format; `nil` where that is no smaller.
    let compressed: BufferedResponse?
    /// For a client that has it already.
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

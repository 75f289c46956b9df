import Domain
import Foundation
import NIOCore
import Platform
import TerminalText

/// The detail of one dish as its file has it, checked once.
struct DetailFile: Sendable {
    /// What the system said of the file before it was read; `nil` where it said nothing.
    let stamp: FileStamp?
    /// The file's bytes as they are.
    let content: DetailContent
    /// What the detail says that one costs; `nil` where it says nothing.
    private let price: Won?
    /// What the detail says that delivery costs.
    let deliveryFee: DeliveryFee

    /// Reads the file at `path` and checks that it holds the detail of the dish with that hash.
    init(readingFrom path: String, hash: String) throws(ShopServerError) {
        stamp = FileStamp(of: path)
        let bytes = try ResourceFile.content(of: path)
        let named: String?
        do throws(SectionBodyError) {
            let file = try DishDetailBody.decode(bytes)
            (price, deliveryFee) = (file.data.price, DeliveryFee(file.data.deliveryFee.string))
            named = file.hash
        } catch {
            throw .unreadableResource(path: path, why: error)
        }
        // A copied file with the old hash in it is the detail of another dish.
        guard named == hash else {
            throw .unreadableResource(path: path, why: .unreadable(item: nil, key: "hash"))
        }
        content = DetailContent(bytes)
    }

    /// The detail of a dish that costs that: the list's price is the price, and stands last among those of the detail.
    func content(at price: Won) -> DetailContent {
        guard price != self.price else { return content }
        let text = JSONDocument(Data(content.bytes.readableBytesView))
        // What a decoder takes always has its places.
        guard let prices = (try? text.root.get())?["data"]?["prices"] else { return content }
        let quoted = "\"\(price.text)\""
        let place = prices.items.last.map { ($0.range, quoted) } ?? (prices.range, "[\(quoted)]")
        return DetailContent(text.replacing([place]))
    }
}

/// The detail of a dish, ready to be sent.
struct DetailContent: Sendable {
    let tag: EntityTag
    let bytes: ByteBuffer

    init(_ bytes: some Collection<UInt8>) {
        tag = EntityTag(of: bytes)
        self.bytes = ByteBuffer(bytes: bytes)
    }
}

import Domain
import Foundation
import NIOCore
import Platform
import TerminalText

/// The file with a dish's detail, validated when it is read.
struct DetailFile: Sendable {
    /// The file's metadata before it was read; `nil` if it was not available.
    let stamp: FileStamp?
    /// The file's text.
    let content: DetailContent
    /// The price that the detail states; `nil` if it states none.
    private let price: Won?
    /// The delivery fee that the detail states.
    let deliveryFee: DeliveryFee

    /// Reads the file at `path` and checks that it contains the detail of the dish with that hash.
    init(readingFrom path: String, hash: String) throws(ShopServerError) {
        stamp = FileStamp(of: path)
        let bytes = try ResourceFile.json(of: path)
        let named: String?
        do throws(SectionBodyError) {
            let file = try DishDetailBody.decode(bytes)
            (price, deliveryFee) = (file.data.price, DeliveryFee(file.data.deliveryFee.string))
            named = file.hash
        } catch {
            throw .unreadableResource(path: path, why: error)
        }
        // A copied file that still contains another hash is the detail of another dish.
        guard named == hash else {
            throw .unreadableResource(path: path, why: .unreadable(item: nil, key: "hash"))
        }
        content = DetailContent(bytes)
    }

    /// Returns the detail of a dish that costs `price`. The section's price is what is charged, so it replaces the last
    /// of the detail's prices.
    func content(at price: Won) -> DetailContent {
        guard price != self.price else { return content }
        let text = JSONDocument(Data(content.bytes.readableBytesView))
        // Never fails: whatever the decoder accepts, the scanner finds.
        guard let prices = (try? text.root.get())?["data"]?["prices"] else { return content }
        let quoted = "\"\(price.text)\""
        let place = prices.items.last.map { ($0.range, quoted) } ?? (prices.range, "[\(quoted)]")
        return DetailContent(text.replacing([place]))
    }
}

/// A dish's detail with its entity tag, ready to be sent.
struct DetailContent: Sendable {
    let tag: EntityTag
    let bytes: ByteBuffer

    init(_ bytes: some Collection<UInt8>) {
        tag = EntityTag(of: bytes)
        self.bytes = ByteBuffer(bytes: bytes)
    }
}

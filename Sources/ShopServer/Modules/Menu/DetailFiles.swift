import Domain
import Foundation
import NIOCore
import TerminalText

/// The details of dishes as they lie in the resources, each ready to be sent.
struct DetailFiles: Sendable {
    private static let suffix = ".json"

    private let files: [String: DetailFile]

    /// Reads `details/<hash>.json` below `resources`, every one that is there. A shop without details has none.
    init(resources: URL) throws(ShopServerError) {
        let directory = resources.appending(component: "details", directoryHint: .isDirectory)
            .path(percentEncoded: false)
        var files: [String: DetailFile] = [:]
        for name in try DetailFiles.names(in: directory) where name.hasSuffix(DetailFiles.suffix) {
            let hash = String(name.dropLast(DetailFiles.suffix.count))
            files[hash] = try DetailFile(readingFrom: directory + name, hash: hash)
        }
        self.files = files
    }

    /// The detail of the dish with that hash; `nil` where there is none.
    subscript(hash: String) -> DetailFile? { files[hash] }

    private static func names(in directory: String) throws(ShopServerError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            guard FileManager.default.fileExists(atPath: directory) else { return [] }
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            throw .inaccessibleResource(path: directory, code: (reason?.code ?? .EIO).rawValue)
        }
    }
}

/// The detail of one dish as its file has it: checked and tagged once.
struct DetailFile: Sendable {
    let tag: EntityTag
    /// The file's bytes as they are.
    let content: ByteBuffer
    /// What the detail says that one costs; `nil` where it leaves that to the list.
    let price: Won?
    /// What the detail says that delivery costs.
    let deliveryFee: DeliveryFee

    /// Reads the file at `path` and checks that it holds the detail of the dish with that hash.
    init(readingFrom path: String, hash: String) throws(ShopServerError) {
        let bytes = try ResourceFile.content(of: path)
        do {
            let detail = try DishDetail.decode(bytes)
            (price, deliveryFee) = (detail.price, DeliveryFee(detail.deliveryFee.string))
        } catch {
            throw .unreadableResource(path: path, why: error)
        }
        // A copied file with the old hash in it would charge one dish's price for another.
        guard (try? JSONDecoder().decode(Name.self, from: bytes))?.hash == hash else {
            throw .unreadableResource(path: path, why: .unreadable(item: nil, key: "hash"))
        }
        tag = EntityTag(of: bytes)
        content = ByteBuffer(bytes: bytes)
    }

    private struct Name: Decodable { let hash: String }
}

import Foundation

/// The files of a small starter shop, taken from a larger one.
struct SampleShop {
    /// The directory of the larger shop.
    let source: URL
    /// The files, by their paths relative to the shop's directory.
    private(set) var files: [String: Data] = [:]

    /// Takes what all those modules need from the shop in `source`.
    init(of source: URL, for modules: [any ServerModule.Type]) throws(ShopServerError) {
        self.source = source
        for module in modules { try module.addFiles(to: &self) }
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Takes a file unchanged and returns its text.
    @discardableResult
    mutating func copy(_ name: String) throws(ShopServerError) -> JSONDocument {
        if let copied = files[name] { return JSONDocument(copied) }
        let content = try ResourceFile.content(of: path(name))
        files[name] = content
        return JSONDocument(content)
    }

    /// Takes the first `count` items of the list in that file, each with its text unchanged, and returns the shortened
    /// document.
    mutating func copy(first count: Int, of name: String) throws(ShopServerError) -> JSONDocument {
        let text = try copy(name)
        let items = text.list.prefix(count).map { String(decoding: text.data(of: $0), as: UTF8.self) }
        let shorter = Data("[\n  \(items.joined(separator: ",\n  "))\n]\n".utf8)
        files[name] = shorter
        return JSONDocument(shorter)
    }

    /// Takes the pictures at those addresses that are the shop's own.
    mutating func copyPictures(_ addresses: [JSONNode?], in text: JSONDocument) throws(ShopServerError) {
        for address in addresses.compactMap({ $0.flatMap(text.string) }) {
            let name = String(address.drop { $0 == "/" })
            if name.hasPrefix("pictures/") { try copy(name) }
        }
    }

    private func path(_ name: String) -> String { source.appending(path: name).path(percentEncoded: false) }
}

import Domain
import Foundation

/// The files of a small starter shop, taken from a larger one.
struct SampleShop {
    /// The directory of the larger shop.
    let source: URL
    private let pictures: PictureDirectory
    /// The files, by their paths relative to the shop's directory.
    private(set) var files: [String: Data] = [:]
    /// Chooses the language of explanations.
    let text: (FindingText) -> String

    /// Takes what all those modules need from the shop in `source`, and adds the schemas of their files.
    init(
        of source: URL, for modules: [any ServerModule.Type], text: @escaping (FindingText) -> String = { $0.english }
    ) throws(ShopServerError) {
        self.source = source
        self.text = text
        pictures = PictureDirectory(source.appending(component: "pictures"))
        for module in modules {
            try module.addFiles(to: &self)
            for description in module.descriptions { files[SampleShop.file(of: description)] = description.schema }
        }
    }

    /// The path of the schema that describes a kind of file.
    static func file(of description: FileDescription) -> String { "schemas/\(description.name).json" }

    mutating func add(_ name: String, _ content: Data) { files[name] = content }

    /// Has a file that was taken, an object, name the schema that describes it, for editors.
    mutating func nameSchema(of description: FileDescription, in name: String) {
        guard let content = files[name], let start = content.firstIndex(of: UInt8(ascii: "{")) else { return }
        let up = String(repeating: "../", count: name.count { $0 == "/" })
        let schema = "\n  \"$schema\": \"\(up)\(SampleShop.file(of: description))\","
        files[name] = content[...start] + Data(schema.utf8) + content[(start + 1)...]
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
            guard let name = (try? PictureAddress(address))?.fileName else { continue }
            try copy("pictures/\(pictures.name(of: name) ?? name)")
        }
    }

    private func path(_ name: String) -> String { source.appending(path: name).path(percentEncoded: false) }
}

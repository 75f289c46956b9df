import Domain
import Foundation

/// Looks through a shop's files for everything that its readers refuse or repair, and for what does not fit together.
struct ResourceCheck {
    /// The directory with the shop's data.
    let directory: URL
    private(set) var report = CheckReport()

    /// A file whose text is JSON, so that there are places in it.
    struct File {
        let name: String
        let text: JSONDocument
        let root: JSONNode
        fileprivate let lines: LineIndex
    }

    /// What stands in a file, each with its place; what cannot be read is left out, and told.
    struct Items<Item> {
        let file: File
        var all: [(item: Item, node: JSONNode)] = []
    }

    init(_ directory: URL) { self.directory = directory }

    /// What all those modules find.
    static func report(on directory: URL, of modules: [any ServerModule.Type]) -> CheckReport {
        var check = ResourceCheck(directory)
        for module in modules { module.check(&check) }
        return check.report
    }

    /// Where a file or directory of the shop is.
    func path(_ name: String) -> String { directory.appending(path: name).path(percentEncoded: false) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    mutating func tell(
        _ severity: Finding.Severity, _ text: FindingText, in name: String, at position: TextPosition? = nil
    ) {
        let name = FindingText(korean: "", english: name).english
        report.add(Finding(severity: severity, file: name, position: position, text: text))
    }

    mutating func tell(_ severity: Finding.Severity, _ text: FindingText, in file: File, at node: JSONNode?) {
        tell(severity, text, in: file.name, at: node?.range.lowerBound, file.lines)
    }

    /// A place is looked for only where it is kept.
    private mutating func tell(
        _ severity: Finding.Severity, _ text: FindingText, in name: String, at offset: Int?, _ lines: LineIndex
    ) {
        let position = report.isFull(of: severity) ? nil : offset.map { lines.position(of: $0) }
        tell(severity, text, in: name, at: position)
    }

    /// The file of that name, where it is JSON; what keeps it from being read is told. `whole` reads it as it is served.
    mutating func file(_ name: String) -> File? {
        let content: Data
        do throws(ShopServerError) {
            content = try ResourceFile.content(of: path(name))
        } catch {
            tell(.problem, .unreadable(error), in: name)
            return nil
        }
        let repaired = RepairedJSON.repair(content)
        guard repaired.contains(where: { !RepairedJSON.isSpace($0) }) else {
            tell(.problem, .empty, in: name)
            return nil
        }
        if repaired.count != content.count || repaired != content { tell(.note, .repaired, in: name) }
        let text = JSONDocument(repaired)
        let lines = LineIndex(text.bytes)
        for fault in text.tolerated { tell(.note, .fault(fault), in: name, at: fault.offset, lines) }
        switch text.root {
        case .success(let root): return File(name: name, text: text, root: root, lines: lines)
        case .failure(let fault):
            tell(.problem, .fault(fault), in: name, at: fault.offset, lines)
            return nil
        }
    }

    /// Tells which of what may stand there stands there and is no text, so that nobody sees it.
    mutating func expectText(_ keys: [String], of node: JSONNode, in file: File) {
        for text in keys.compactMap({ node[$0] }) {
            _ = value(at: text, in: file) { try JSONDecoder().decode(String?.self, from: $0) }
        }
    }

    /// The items of the list in that file, which is under the key `body` where it is wrapped. `decode` reads a list of them.
    mutating func items<Item>(
        in name: String, unwrapping body: String? = nil, _ decode: (Data) throws -> [Item]
    ) -> Items<Item>? {
        guard let file = file(name) else { return nil }
        let list = body.flatMap { file.root[$0] } ?? file.root
        var items = Items<Item>(file: file)
        guard list.isList else {
            tell(.problem, .noList, in: file, at: list)
            return nil
        }
        if let all = try? decode(file.text.data(of: list)), all.count == list.items.count {
            items.all = Array(zip(all, list.items))
            return items
        }
        for node in list.items {
            if let item = value(at: node, in: file, { try decode(Data("[".utf8) + $0 + Data("]".utf8)).first }) {
                items.all.append((item, node))
            }
        }
        return items
    }

    /// The value there; `nil` where it cannot be read, which is told.
    mutating func value<Value>(at node: JSONNode, in file: File, _ decode: (Data) throws -> Value?) -> Value? {
        do {
            return try decode(file.text.data(of: node))
        } catch let error as DecodingError {
            // An item was read as a list of one.
            let path = error.path.drop { $0.intValue != nil }
            // Of a number that is not whole, a decoder does not say where it stands.
            let fraction = error.isCorruption && path.isEmpty ? file.text.fraction(in: node) : nil
            let place = fraction ?? node.nearest(to: path)
            tell(.problem, .undecodable(error, text: file.text.data(of: place)), in: file, at: place)
        } catch {
            tell(.problem, .undecodable, in: file, at: node)
        }
        return nil
    }
}

extension DecodingError {
    /// Whether a value was of the right type, and still cannot be used.
    fileprivate var isCorruption: Bool {
        guard case .dataCorrupted = self else { return false }
        return true
    }

    /// Where it happened, with the key that is missing.
    fileprivate var path: [any CodingKey] {
        switch self {
        case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

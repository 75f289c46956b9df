import Domain
import Foundation
import Pictures
import Platform
import TerminalText

/// Checks a shop's files for everything that reading them would refuse or repair, and for inconsistencies.
struct ResourceCheck {
    /// The directory of the shop's data.
    let directory: URL
    let pictures: PictureDirectory
    let inspector: PictureInspector
    /// The files directly in the directory that the shop had since it was opened, which it may lack otherwise.
    let known: Set<String>
    /// The files of pictures that were inspected.
    var inspected: Set<String> = []
    private(set) var report = CheckReport()
    /// The directories that were reported as missing.
    private var missingDirectories: Set<String> = []

    /// A file with valid JSON, so that findings can refer to positions in it.
    struct File {
        let name: String
        let text: JSONDocument
        let root: JSONNode
        fileprivate let lines: LineIndex
    }

    /// The items of a file with their nodes. Items that could not be decoded were reported and are left out.
    struct Items<Item> {
        let file: File
        var all: [(item: Item, node: JSONNode)] = []
    }

    init(_ directory: URL, _ inspector: PictureInspector, known: Set<String> = []) {
        self.directory = directory
        self.inspector = inspector
        self.known = known
        pictures = PictureDirectory(directory.appending(component: "pictures"))
    }

    /// `inspector` keeps what it knows of pictures for the next check. The files in `known` must not be missing.
    static func report(
        on directory: URL, of modules: [any ServerModule.Type], inspector: PictureInspector = PictureInspector(),
        known: Set<String> = []
    ) -> CheckReport {
        var check = ResourceCheck(directory, inspector, known: known)
        for module in modules { module.check(&check) }
        return check.report
    }

    /// Returns the path of a file or directory of the shop.
    func path(_ name: String) -> String { directory.appending(path: name).path(percentEncoded: false) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    mutating func add(
        _ severity: Finding.Severity, _ text: FindingText, in name: String, at position: TextPosition? = nil
    ) {
        let name = FindingText(korean: "", english: name).english
        report.add(Finding(severity: severity, file: name, position: position, text: text))
    }

    mutating func addFee(_ text: PlainText) { report.addFee(text) }

    mutating func addPicture(_ facts: PictureFacts, in name: String) { report.addPicture(facts, in: name) }

    mutating func add(_ severity: Finding.Severity, _ text: FindingText, in file: File, at node: JSONNode?) {
        add(severity, text, in: file.name, at: node?.range.lowerBound, file.lines)
    }

    /// Computes the position only if the finding will be kept.
    private mutating func add(
        _ severity: Finding.Severity, _ text: FindingText, in name: String, at offset: Int?, _ lines: LineIndex
    ) {
        let position = report.isFull(of: severity) ? nil : offset.map { lines.position(of: $0) }
        add(severity, text, in: name, at: position)
    }

    /// Reads and parses the file of that name. Reports the problem and returns `nil` if it cannot be read or is not
    /// JSON.
    mutating func file(_ name: String) -> File? {
        let content: Data
        do throws(ShopServerError) {
            content = try ResourceFile.content(of: path(name))
        } catch {
            addUnreadable(error, in: name)
            return nil
        }
        guard let file = utf8(content, of: name) else { return nil }
        guard file.bytes.contains(where: { !RepairedJSON.isSpace($0) }) else {
            add(.problem, .empty, in: name)
            return nil
        }
        if file.hasMark { add(.note, .byteOrderMark, in: name) }
        let text = JSONDocument(file.bytes)
        let lines = LineIndex(text.bytes)
        for fault in text.tolerated { add(.note, .fault(fault), in: name, at: fault.offset, lines) }
        switch text.root {
        case .success(let root): return File(name: name, text: text, root: root, lines: lines)
        case .failure(let fault):
            add(.problem, .fault(fault), in: name, at: fault.offset, lines)
            return nil
        }
    }

    /// Returns the text of a file. Reports the problem and returns `nil` if it is not UTF-8.
    private mutating func utf8(_ content: Data, of name: String) -> ShopFileText? {
        do throws(ShopFileText.NotUTF8) {
            return try ShopFileText(content)
        } catch {
            add(.problem, .notUTF8, in: name, at: error.offset, LineIndex([UInt8](content)))
            return nil
        }
    }

    /// Reports each English text of an object with these fields that exists but has another type, and would therefore be
    /// ignored.
    mutating func expectEnglish(_ fields: [FileField], of node: JSONNode, in file: File) {
        for field in fields where field.hasEnglish {
            guard let value = node[field.key + "_en"] else { continue }
            _ = self.value(at: value, in: file) { data in
                switch field.shape {
                case .list: try JSONDecoder().decode([String]?.self, from: data)
                default: try JSONDecoder().decode(String?.self, from: data).map { [$0] }
                }
            }
        }
    }

    /// Decodes the items of the list in that file, which may be wrapped under the key `body`. `decode` decodes a list
    /// of them, which `description` describes. Returns `nil` if there is no list.
    mutating func items<Item>(
        in name: String, unwrapping body: String? = nil, _ description: FileDescription,
        _ decode: (Data) throws -> [Item]
    ) -> Items<Item>? {
        guard let file = file(name) else { return nil }
        let list = body.flatMap { file.root[$0] } ?? file.root
        var items = Items<Item>(file: file)
        guard list.isList else {
            add(.problem, .noList, in: file, at: list)
            return nil
        }
        if let all = try? decode(file.text.data(of: list)), all.count == list.items.count {
            items.all = Array(zip(all, list.items))
            for node in list.items { expectKnownNames(description.fields, of: node, in: file) }
            return items
        }
        for node in list.items {
            let item = value(at: node, in: file, description.shape) {
                try decode(Data("[".utf8) + $0 + Data("]".utf8)).first
            }
            guard let item else { continue }
            items.all.append((item, node))
            expectKnownNames(description.fields, of: node, in: file)
        }
        return items
    }

    /// Decodes the value of `node`, which has that shape. Reports the problem and returns `nil` if that fails.
    mutating func value<Value>(
        at node: JSONNode, in file: File, _ shape: FieldShape? = nil, _ decode: (Data) throws -> Value?
    ) -> Value? {
        do {
            return try decode(file.text.data(of: node))
        } catch let error as DecodingError {
            // Drop the leading index: an item was decoded as a list of one.
            let path = error.path.drop { $0.intValue != nil }
            // For a number that is not an integer, the decoder does not report the position.
            let fraction = error.isCorruption && path.isEmpty ? file.text.fraction(in: node) : nil
            let culprit = fraction ?? node.nearest(to: path)
            if error.isCorruption, let shape {
                addInvalid(culprit, of: node, in: file, shape)
            } else if case .keyNotFound(let key, _) = error, let text = missing(key.stringValue, in: culprit) {
                add(.problem, text, in: file, at: culprit)
            } else {
                add(.problem, .undecodable(error, text: file.text.data(of: culprit)), in: file, at: culprit)
            }
        } catch {
            add(.problem, .undecodable, in: file, at: node)
        }
        return nil
    }

    /// Reports a value that has the right type but is not valid. It is at or below `node`, which has that shape.
    mutating func addInvalid(_ value: JSONNode, of node: JSONNode, in file: File, _ shape: FieldShape) {
        let names = node.names(to: value)
        let text = file.text.data(of: value)
        let finding = shape.field(at: names[...])?.finding(of: names.last, brokenBy: text)
        add(.problem, finding ?? .unusable(text, name: names.last), in: file, at: value)
    }
}

extension DecodingError {
    /// Whether a value has the right type but is invalid.
    fileprivate var isCorruption: Bool {
        guard case .dataCorrupted = self else { return false }
        return true
    }

    /// The coding path of the error. For a missing key, this is the path of its container.
    fileprivate var path: [any CodingKey] {
        switch self {
        case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

// What is missing.
extension ResourceCheck {
    /// Reports a file that cannot be read. A directory that is missing is reported once, instead of all its files.
    mutating func addUnreadable(_ error: ShopServerError, in name: String) {
        if let directory = name.split(separator: "/").dropLast().first.map(String.init), !exists(directory) {
            return addMissingDirectory(directory)
        }
        let stamp = FileStamp(of: path(name))
        if let stamp, !stamp.isPlain, !isDirectory(name) { return add(.problem, .noFile, in: name) }
        let link = stamp == nil ? try? FileManager.default.destinationOfSymbolicLink(atPath: path(name)) : nil
        add(.problem, .unreadable(error, link: link, similar: similarName(to: name)), in: name)
    }

    /// Reports a directory that is missing, once.
    mutating func addMissingDirectory(_ name: String) {
        guard missingDirectories.insert(name).inserted else { return }
        let error = ShopServerError.missingResource(path: path(name))
        add(.problem, .unreadable(error, similar: similarName(to: name), isDirectory: true), in: name)
    }

    func isDirectory(_ name: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path(name), isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// Returns the name of a file in the same directory that is probably meant: in other letter case, with another ending
    /// behind it, or with a typing error or two; `nil` if there is none.
    private func similarName(to name: String) -> String? {
        let file = URL(filePath: path(name), directoryHint: .notDirectory)
        let (wanted, directory) = (file.lastPathComponent, file.deletingLastPathComponent().path)
        let others = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let shown = others.filter { !$0.hasPrefix(".") && $0 != wanted }.sorted()
        return shown.first { $0.lowercased() == wanted.lowercased() } ?? shown.first { $0.hasPrefix("\(wanted).") }
            ?? NameSuggestion.suggestion(for: wanted, among: shown)
    }
}

// Names of fields.
extension ResourceCheck {
    /// Notes each name of an object that is probably a misspelt one of these fields.
    mutating func expectKnownNames(_ fields: [FileField], of node: JSONNode, in file: File) {
        for member in node.members where !fields.contains(where: { $0.keys.contains(member.key) }) {
            guard let meant = NameSuggestion.field(for: member.key, among: fields), node[meant] == nil else { continue }
            add(.note, .misspelt(member.key, meant), in: file, at: member.value)
        }
    }

    /// Returns what to say of a field that is missing in that object: with the name that is probably meant to be its.
    fileprivate func missing(_ key: String, in node: JSONNode) -> FindingText? {
        let others = node.members.map(\.key).filter { !$0.hasPrefix("//") }
        let found = others.first { $0.lowercased() == key } ?? NameSuggestion.suggestion(for: key, among: others)
        return found.flatMap {
            NameSuggestion.suggestion(for: $0, among: [key]) == nil ? nil : .missing(key, written: $0)
        }
    }
}

extension NameSuggestion {
    /// Returns the name of a field that `key` was probably meant to be; `nil` for marks of explanations.
    fileprivate static func field(for key: String, among fields: [FileField]) -> String? {
        key.hasPrefix("//") || key.hasPrefix("$") ? nil : suggestion(for: key, among: fields.flatMap(\.keys))
    }
}

extension ResourceCheck {
    /// Checks the files of a module without a check of its own: each has to be JSON, and all together what it reads.
    mutating func read<Module: ServerModule>(_ module: Module.Type) {
        let names = module.files.filter(exists) + ResourceFile.names(in: module.directories, of: directory)
        let broken = names.count { $0.hasSuffix(".json") && file($0) == nil }
        guard broken == 0 else { return }
        do throws(ShopServerError) {
            _ = try module.read(directory)
        } catch {
            switch error {
            case .missingResource(let path), .inaccessibleResource(let path, _):
                addUnreadable(error, in: name(ofFileAt: path))
            case .unreadableResource(let path, _): add(.problem, .undecodable, in: name(ofFileAt: path))
            default: add(.problem, .undecodable, in: module.directories.first ?? "")
            }
        }
    }

    private func name(ofFileAt path: String) -> String {
        let start = directory.path(percentEncoded: false)
        return path.hasPrefix(start) ? String(path.dropFirst(start.count).drop { $0 == "/" }) : path
    }
}

extension ShopServer {
    /// Whether a directory has at least one of the files or directories of a shop.
    public static func isShop(at directory: URL) -> Bool {
        let names = ["shop.json"] + ShopModules.all.flatMap { $0.directories + $0.files }
        return names.contains { FileManager.default.fileExists(atPath: directory.appending(path: $0).path) }
    }
}

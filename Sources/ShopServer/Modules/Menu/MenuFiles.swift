import Domain
import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import Platform
import TerminalText

/// The content of the menu's files: the sections and the details of their dishes.
struct MenuFiles: Sendable {
    /// The sections that the shop names, in the order of the menu.
    private let named: [SectionID]
    /// Those of them that have a file.
    private(set) var sections: [SectionID: SectionFile] = [:]
    /// The details, by the hash of their dish.
    private(set) var details: DetailFiles

    /// Reads each of these sections from `menu/<name>.json` below `resources`. One that the shop itself names may lack its
    /// file, and the others go on. The details are read when they are needed.
    init(resources: URL, sections: [MenuSection] = MenuSection.standard) throws(ShopServerError) {
        named = sections.map(\.section)
        details = try DetailFiles(resources: resources)
        for section in named {
            do throws(ShopServerError) {
                self.sections[section] = try SectionFile(readingFrom: MenuFiles.path(of: section, in: resources))
            } catch {
                guard case .missingResource = error, sections != MenuSection.standard else { throw error }
            }
        }
        shareOffers()
    }

    private init(named: [SectionID], details: DetailFiles) { (self.named, self.details) = (named, details) }

    /// Returns the current content of the files below `resources` for these sections. Files that cannot be served keep
    /// their previous content; details whose files were removed are dropped.
    func reread(resources: URL, sections: [MenuSection]) -> MenuFiles {
        var files = MenuFiles(named: sections.map(\.section), details: details.reread())
        for section in files.named {
            let former = self.sections[section]
            let path = MenuFiles.path(of: section, in: resources)
            let isCurrent = former?.stamp != nil && FileStamp(of: path) == former?.stamp
            let file = isCurrent ? nil : try? SectionFile(readingFrom: path)
            files.sections[section] = file ?? former
        }
        files.shareOffers()
        return files
    }

    /// Has every section that lists a dish say of it what the first one says, which is what is sold.
    private mutating func shareOffers() {
        var first: [String: Offer] = [:]
        for section in named {
            sections[section]?.adopt(first)
            first.merge(sections[section]?.offers ?? [:]) { first, _ in first }
        }
    }

    /// The sections that can be served, in the order of the menu.
    var order: [SectionID] { named.filter { sections[$0] != nil } }

    /// Returns the dish with that hash from the first section that lists it, without its delivery fee; `nil` if none does.
    func listed(_ hash: String) -> Offer? {
        named.lazy.compactMap { section in
            var offer = sections[section]?.offers[hash]
            offer?.section = section
            return offer
        }.first
    }

    /// Returns the dish with that hash with its delivery fee, as far as its detail, which may state one, can be read; `nil`
    /// if no section lists it.
    func offer(_ hash: String) -> Offer? {
        guard var offer = listed(hash) else { return nil }
        do throws(ShopServerError) {
            if let fee = try details.file(of: hash)?.deliveryFee { offer.deliveryFee = fee }
        } catch {
            offer.isFeeKnown = false
        }
        return offer
    }

    /// Returns the first section that lists a dish with that hash, and the dish's title and price; `nil` if none does.
    func listing(of hash: String) -> (section: SectionID, title: PlainText, price: Won)? {
        named.lazy.compactMap { section in
            sections[section]?.offers[hash].map { (section, $0.title, $0.price) }
        }.first
    }

    /// Returns the sections that list a dish with that hash for which `isIncluded` returns `true`.
    func sections(listing hash: String, where isIncluded: (Offer) -> Bool) -> [SectionID] {
        named.filter { sections[$0]?.offers[hash].map(isIncluded) ?? false }
    }

    private static func path(of section: SectionID, in resources: URL) -> String {
        resources.appending(components: "menu", "\(section.name).json", directoryHint: .notDirectory)
            .path(percentEncoded: false)
    }
}

struct SectionFile: Sendable {
    /// The file's metadata before it was read; `nil` if it was not available.
    let stamp: FileStamp?
    let content: EncodedContent
    /// The section's dishes, by hash; the first one if a hash is repeated. What an earlier section says of the same dish
    /// takes the place of what the file says.
    private(set) var offers: [String: Offer]
    /// What the file says.
    private let ownOffers: [String: Offer]

    /// Reads the file at `path` and checks that it contains a section.
    init(readingFrom path: String) throws(ShopServerError) {
        stamp = FileStamp(of: path)
        let bytes = try ResourceFile.json(of: path)
        do throws(SectionBodyError) {
            let dishes: [Dish] = try SectionBody.decode(bytes)
            ownOffers = Dictionary(dishes.map { ($0.detailHash, Offer($0)) }) { first, _ in first }
        } catch {
            throw .unreadableResource(path: path, why: error)
        }
        offers = ownOffers
        content = EncodedContent(compressing: [UInt8](bytes))
    }

    /// Replaces the offers of dishes that earlier sections list. Another dish with the same hash keeps its own.
    mutating func adopt(_ earlier: [String: Offer]) {
        offers = ownOffers.reduce(into: ownOffers) { offers, own in
            if let offer = earlier[own.key], offer.title == own.value.title { offers[own.key] = offer }
        }
    }

    /// Whether it is said of a dish how many there are.
    var isCounted: Bool { offers.values.contains(where: \.isCounted) }

    /// Returns the section on that day with the changes of its dishes applied. It keeps whatever else the file has.
    func content(with changes: [String: DishChange], on day: Day?) -> EncodedContent {
        let text = content.text
        // Both can be decoded, because the file is valid.
        guard isCounted || offers != ownOffers || changes.contains(where: { offers[$0.key] != nil }),
            let dishes: [Dish] = try? SectionBody.decode(text),
            var root = try? JSONDecoder().decode(JSONValue.self, from: text),
            let before = root.items ?? root["body"]?.items
        else { return content }
        let after = zip(dishes, before).map { dish, value in
            let own = Offer(dish)
            let offer = offers[dish.detailHash].flatMap { $0.title == own.title ? $0 : nil } ?? own
            let shown = value.changed(to: offer.changed(by: changes[dish.detailHash], on: day).look, of: dish)
            return offer.options == own.options ? shown : shown.offering(offer.options)
        }
        guard after != before else { return content }
        if root.items == nil { root["body"] = .list(after) } else { root = .list(after) }
        return EncodedContent(compressing: [UInt8](Response.encode(root)))
    }
}

extension JSONValue {
    /// The dish with these options instead of its own.
    fileprivate func offering(_ options: [ItemOption]) -> JSONValue {
        var value = self
        // Never fails: every option can be written.
        let encoded = try? JSONDecoder().decode(JSONValue.self, from: Response.encode(options))
        value["options"] = options.isEmpty ? nil : encoded
        return value
    }

    fileprivate func changed(to look: Offer.Look, of dish: Dish) -> JSONValue {
        var value = self
        if look.price != dish.price { value["s_price"] = .text(look.price.text) }
        if look.isSoldOut != dish.isSoldOut { value["sold_out"] = .flag(look.isSoldOut) }
        if look.count != dish.count { value["count"] = look.count.map { .number(Decimal($0)) } }
        return value
    }
}

/// The file with a dish's detail, validated when it is read.
struct DetailFile: Sendable {
    /// The file's metadata before it was read; `nil` if it was not available.
    let stamp: FileStamp?
    let content: EncodedContent
    /// The price that the detail states; `nil` if it states none.
    private let price: Won?
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
        content = EncodedContent(json: bytes)
    }

    /// Returns the detail of a dish that costs `price`. The section's price is what is charged, so it replaces the last
    /// of the detail's prices.
    func content(at price: Won) -> EncodedContent {
        // The text can be decoded, because the file is valid.
        guard price != self.price, var page = try? JSONDecoder().decode(JSONValue.self, from: content.text),
            var data = page["data"], let prices = data["prices"]
        else { return content }
        data["prices"] = .list((prices.items ?? []).dropLast() + [.text(price.text)])
        page["data"] = data
        return EncodedContent(json: Response.encode(page))
    }
}

/// The files with the details of dishes, by the hash of their dish. A file is read when its detail is first needed,
/// unless all were read before.
final class DetailFiles: Sendable {
    private enum Entry {
        case unread
        case read(DetailFile)
        /// It was added since, and could not be read.
        case unreadable(ShopServerError)
    }

    private let resources: URL
    private let entries: NIOLockedValueBox<[String: Entry]>

    /// Lists `details/<hash>.json` below `resources` without reading the files. A shop may have none.
    convenience init(resources: URL) throws(ShopServerError) {
        let hashes = try DetailFiles.hashes(in: resources)
        self.init(resources, Dictionary(uniqueKeysWithValues: hashes.map { ($0, .unread) }))
    }

    private init(_ resources: URL, _ entries: [String: Entry]) {
        self.resources = resources
        self.entries = NIOLockedValueBox(entries)
    }

    func file(of hash: String) throws(ShopServerError) -> DetailFile? {
        switch entries.withLockedValue({ $0[hash] }) {
        case nil: return nil
        case .read(let file): return file
        case .unread: return try read(hash)
        case .unreadable(let error): throw error
        }
    }

    /// Reads all files that were not read yet.
    func readAll() throws(ShopServerError) {
        for case (let hash, .unread) in entries.withLockedValue(\.self) { _ = try read(hash) }
    }

    /// Returns the current files. Files that cannot be read keep their previous content, if they have one; removed ones are
    /// dropped.
    func reread() -> DetailFiles {
        guard let hashes = try? DetailFiles.hashes(in: resources) else { return self }
        var current = entries.withLockedValue(\.self).filter { hashes.contains($0.key) }
        for hash in hashes {
            if case .unread = current[hash] { continue }
            let path = path(of: hash)
            if case .read(let file) = current[hash], file.stamp != nil, FileStamp(of: path) == file.stamp { continue }
            do throws(ShopServerError) {
                current[hash] = .read(try DetailFile(readingFrom: path, hash: hash))
            } catch {
                if case .read = current[hash] { continue }
                current[hash] = .unreadable(error)
            }
        }
        return DetailFiles(resources, current)
    }

    /// Returns the hashes of all files in `details`; empty if there is no such directory.
    static func hashes(in resources: URL) throws(ShopServerError) -> Set<String> {
        let directory = resources.appending(path: "details").path(percentEncoded: false)
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            return Set(
                names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.map { String($0.dropLast(suffix.count)) })
        } catch {
            guard FileManager.default.fileExists(atPath: directory) else { return [] }
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            throw .inaccessibleResource(path: directory, code: (reason?.code ?? .EIO).rawValue)
        }
    }

    private func read(_ hash: String) throws(ShopServerError) -> DetailFile {
        let file = try DetailFile(readingFrom: path(of: hash), hash: hash)
        entries.withLockedValue { $0[hash] = .read(file) }
        return file
    }

    private func path(of hash: String) -> String {
        resources.appending(components: "details", "\(hash)\(DetailFiles.suffix)", directoryHint: .notDirectory)
            .path(percentEncoded: false)
    }

    private static let suffix = ".json"
}

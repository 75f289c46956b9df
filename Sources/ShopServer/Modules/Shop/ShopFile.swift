import Domain
import Foundation
import Storage
import TerminalText

/// The shop's own file, `shop.json` beside `menu/`.
struct ShopFile: Hashable, Sendable {
    static let name = "shop.json"

    /// The keys of the file.
    fileprivate static let keys = Set(description.fields.flatMap(\.keys))

    /// The keys of what guests are not told.
    private enum OwnKeys: String, CodingKey { case printers }

    let profile: ShopProfile
    /// Each with a name of its own.
    let printers: [KitchenPrinter]
    /// Whether the file says in which time zone the shop is.
    let namesZone: Bool
    /// Whether the shop has the file.
    let exists: Bool

    /// Reads the file in `resources`. Without one, the profile has the default of each value.
    init(below resources: URL) throws(ShopServerError) {
        do throws(ShopServerError) {
            self = try ShopFile(present: resources)
        } catch {
            guard case .missingResource = error else { throw error }
            (profile, printers, namesZone, exists) = (ShopProfile(), [], false, false)
        }
    }

    /// Reads the file in `resources`. Throws if there is none: a shop that is open keeps what it said, because an editor
    /// that replaces the file may have removed it for a moment.
    private init(present resources: URL) throws(ShopServerError) {
        self = try ResourceFile.value(in: resources.appending(path: ShopFile.name).path(percentEncoded: false))
    }

    /// Returns the profile as it is read again whenever the file in `resources` changes.
    func live(below resources: URL) -> LiveResource<ShopProfile> {
        LiveResource(profile) { former throws(ShopServerError) in
            let profile = try ShopFile(present: resources).profile
            return profile == former ? nil : profile
        }
    }

    /// Returns the printers as they are read again whenever the file in `resources` changes.
    func livePrinters(below resources: URL) -> LiveResource<[KitchenPrinter]> {
        LiveResource(printers) { former throws(ShopServerError) in
            let printers = try ShopFile(present: resources).printers
            return printers == former ? nil : printers
        }
    }
}

extension ShopFile: Decodable {
    init(from decoder: any Decoder) throws {
        exists = true
        profile = try ShopProfile(from: decoder)
        namesZone =
            try decoder.container(keyedBy: ShopProfile.CodingKeys.self)
            .decodeIfPresent(String.self, forKey: .timeZone) != nil
        let values = try decoder.container(keyedBy: OwnKeys.self)
        printers = try values.decodeIfPresent([KitchenPrinter].self, forKey: .printers) ?? []
        guard printers.count <= PrinterRecord.maxPrinters, Set(printers.map(\.name)).count == printers.count else {
            throw DecodingError.dataCorruptedError(forKey: .printers, in: values, debugDescription: "one name twice")
        }
    }
}

extension ShopModule {
    static func check(_ check: inout ResourceCheck) {
        guard check.exists(ShopFile.name) else {
            if check.known.contains(ShopFile.name) { check.add(.problem, .gone, in: ShopFile.name) }
            return
        }
        guard let file = check.file(ShopFile.name) else { return }
        let former = check.report.problems
        for member in file.root.members {
            let before = check.report.problems
            ShopModule.check(member, in: file, &check)
            // What is refused is not ignored.
            guard check.report.problems == before else { continue }
            let alone = JSONNode(range: member.value.range, content: .object([member]))
            checkNames(of: alone, ShopFile.description.shape, in: file, &check)
        }
        guard check.report.problems == former else { return }
        let whole = check.value(at: file.root, in: file) { try JSONDecoder().decode(ShopFile.self, from: $0) }
        if whole?.profile.hours?.spans.isEmpty == true {
            check.add(.note, .neverOpens, in: file, at: file.root["hours"])
        }
        if let sections = whole?.profile.sections { checkPrinters(of: sections, in: file, &check) }
    }

    /// Reports what printers are to print that is neither a section nor a counter with something to print.
    private static func checkPrinters(
        of sections: [MenuSection], in file: ResourceCheck.File, _ check: inout ResourceCheck
    ) {
        let known = Set(sections.map(\.id) + ShopModules.all.flatMap { $0.printedCounters }.map(\.rawValue))
        for node in file.root["printers"]?.items.flatMap({ $0["sections"]?.items ?? [] }) ?? [] {
            guard let name = file.text.string(of: node), !known.contains(name) else { continue }
            check.add(.note, .unknownSection(name), in: file, at: node)
        }
    }

    /// Notes each name that no field has, at any depth: a misspelt field does not apply.
    private static func checkNames(
        of node: JSONNode, _ shape: FieldShape, in file: ResourceCheck.File, _ check: inout ResourceCheck
    ) {
        switch shape {
        case .object(let fields):
            for member in node.members {
                if let field = fields.first(where: { $0.keys.contains(member.key) }) {
                    checkNames(of: member.value, field.shape, in: file, &check)
                } else if !member.key.hasPrefix("//"), member.key != "$schema" {
                    // With slashes begin explanations, and values that are not to apply.
                    check.add(.note, .unknownKey(member.key), in: file, at: member.value)
                }
            }
        case .list(let shape, _): for item in node.items { checkNames(of: item, shape, in: file, &check) }
        case .map(let shape): for member in node.members { checkNames(of: member.value, shape, in: file, &check) }
        case .text, .number, .flag, .choice, .numbers, .wrapped: break
        }
    }

    /// Decodes a profile that has only this value, so that each value that is wrong is found.
    private static func check(_ member: JSONNode.Member, in file: ResourceCheck.File, _ check: inout ResourceCheck) {
        guard ShopFile.keys.contains(member.key) else { return }
        let hasValidItems =
            switch ShopProfile.CodingKeys(rawValue: member.key) {
            case .counters: readsItems(of: member, as: CounterName.self, in: file, &check)
            case .sections: readsItems(of: member, as: MenuSection.self, in: file, &check)
            default: true
            }
        guard hasValidItems else { return }
        let node = JSONNode(range: member.value.range, content: .object([member]))
        _ = check.value(at: node, in: file, ShopFile.description.shape) { value in
            try JSONDecoder().decode(ShopFile.self, from: Data(#"{"\#(member.key)":"#.utf8) + value + Data("}".utf8))
        }
    }
}

extension ShopModule {
    /// Decodes each item of a list by itself, so that each wrong one is found. Returns whether all are valid.
    private static func readsItems<Item: Decodable & Sendable>(
        of list: JSONNode.Member, as kind: Item.Type, in file: ResourceCheck.File, _ check: inout ResourceCheck
    ) -> Bool {
        let former = check.report.problems
        for item in list.value.items {
            let items = JSONNode(range: item.range, content: .list([item]))
            let node = JSONNode(range: item.range, content: .object([.init(key: list.key, value: items)]))
            _ = check.value(at: node, in: file, ShopFile.description.shape) { value in
                try JSONDecoder().decode(
                    [String: [Item]].self, from: Data(#"{"\#(list.key)":["#.utf8) + value + Data("]}".utf8))
            }
        }
        return check.report.problems == former
    }
}

extension ResourceCheck {
    /// What the shop's own file says; `nil` if that is not known, because the file is not valid, or gone from a shop
    /// that is open.
    var profile: ShopProfile? {
        guard let file = try? ShopFile(below: directory), file.exists || !known.contains(ShopFile.name) else {
            return nil
        }
        return file.profile
    }
}

extension FindingText {
    fileprivate static let gone = FindingText(
        korean: "파일이 없어졌습니다. 다시 시작할 때까지는 마지막 내용으로 엽니다.",
        english: "The file is gone; what it said last holds until the next start.")

    fileprivate static let neverOpens = FindingText(
        korean: "문을 여는 요일이 없어서 가게가 늘 닫혀 있습니다.", english: "The shop never opens: no day has a time.")

    fileprivate static func unknownKey(_ key: String) -> FindingText {
        FindingText(korean: "“\(key)”라는 항목은 없어서 무시합니다.", english: "There is no “\(key)”; it is ignored.")
    }

    fileprivate static func unknownSection(_ name: String) -> FindingText {
        FindingText(
            korean: "“\(name)” 이름으로는 아무것도 인쇄하지 않습니다. 섹션도, 주문을 인쇄하는 코너도 아닙니다.",
            english: "Nothing is printed for “\(name)”: it is no section, and no counter whose orders are printed.")
    }
}

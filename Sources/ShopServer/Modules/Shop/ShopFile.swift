import Domain
import Foundation
import Storage
import TerminalText

/// The shop's own file, `shop.json` beside `menu/`.
struct ShopFile: Hashable, Sendable {
    static let name = "shop.json"

    /// The keys of what guests are not told.
    fileprivate enum OwnKeys: String, CodingKey { case printers }

    let profile: ShopProfile
    /// Each with a name of its own.
    let printers: [KitchenPrinter]
    /// Whether the file says in which time zone the shop is.
    let namesZone: Bool

    /// Reads the file in `resources`. Without one, the profile has the default of each value.
    init(below resources: URL) throws(ShopServerError) {
        do throws(ShopServerError) {
            self = try ResourceFile.value(in: resources.appending(path: ShopFile.name).path(percentEncoded: false))
        } catch {
            guard case .missingResource = error else { throw error }
            (profile, printers, namesZone) = (ShopProfile(), [], false)
        }
    }

    /// Returns the profile as it is read again whenever the file in `resources` changes.
    func live(below resources: URL) -> LiveResource<ShopProfile> {
        LiveResource(profile) { former throws(ShopServerError) in
            let profile = try ShopFile(below: resources).profile
            return profile == former ? nil : profile
        }
    }

    /// Returns the printers as they are read again whenever the file in `resources` changes.
    func livePrinters(below resources: URL) -> LiveResource<[KitchenPrinter]> {
        LiveResource(printers) { former throws(ShopServerError) in
            let printers = try ShopFile(below: resources).printers
            return printers == former ? nil : printers
        }
    }
}

extension ShopFile: Decodable {
    init(from decoder: any Decoder) throws {
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
        guard check.exists(ShopFile.name), let file = check.file(ShopFile.name) else { return }
        let former = check.report.problems
        if case .object(let members) = file.root.content {
            for member in members { ShopModule.check(member, in: file, &check) }
        }
        guard check.report.problems == former else { return }
        let whole = check.value(at: file.root, in: file) { try JSONDecoder().decode(ShopFile.self, from: $0) }
        if let sections = whole?.profile.sections { checkPrinters(of: sections, in: file, &check) }
    }

    /// Reports what printers are to print that is neither a section nor a counter with something to print.
    private static func checkPrinters(
        of sections: [MenuSection], in file: ResourceCheck.File, _ check: inout ResourceCheck
    ) {
        let known = Set(sections.map(\.id) + [SalesCounter.juice, .drinks].map(\.rawValue))
        for node in file.root["printers"]?.items.flatMap({ $0["sections"]?.items ?? [] }) ?? [] {
            guard let name = file.text.string(of: node), !known.contains(name) else { continue }
            check.add(.note, .unknownSection(name), in: file, at: node)
        }
    }

    /// Decodes a profile that has only this value, so that each value that is wrong is found.
    private static func check(_ member: JSONNode.Member, in file: ResourceCheck.File, _ check: inout ResourceCheck) {
        let (key, own) = (ShopProfile.CodingKeys(rawValue: member.key), ShopFile.OwnKeys(rawValue: member.key))
        guard key != nil || own != nil else {
            return check.add(.note, .unknownKey(member.key), in: file, at: member.value)
        }
        let hasValidItems =
            switch key {
            case .counters: readsItems(of: member.value, as: CounterName.self, .counters, in: file, &check)
            case .sections: readsItems(of: member.value, as: MenuSection.self, .sections, in: file, &check)
            default: true
            }
        guard hasValidItems else { return }
        let node = JSONNode(range: member.value.range, content: .object([member]))
        _ = check.value(
            at: node, in: file,
            explain: { text in
                key.map { .rule(of: $0, brokenBy: text) } ?? .printerRule(brokenBy: text)
            }
        ) { value in
            try JSONDecoder().decode(ShopFile.self, from: Data(#"{"\#(member.key)":"#.utf8) + value + Data("}".utf8))
        }
    }
}

extension ShopModule {
    /// Decodes each item of a list by itself, so that each wrong one is found. Returns whether all are valid.
    private static func readsItems<Item: Decodable & Sendable>(
        of list: JSONNode, as kind: Item.Type, _ key: ShopProfile.CodingKeys, in file: ResourceCheck.File,
        _ check: inout ResourceCheck
    ) -> Bool {
        let former = check.report.problems
        for item in list.items {
            _ = check.value(at: item, in: file, explain: { .rule(of: key, brokenBy: $0) }) { value in
                try JSONDecoder().decode([Item].self, from: Data("[".utf8) + value + Data("]".utf8))
            }
        }
        return check.report.problems == former
    }
}

extension FindingText {
    fileprivate static func unknownKey(_ key: String) -> FindingText {
        FindingText(korean: "“\(key)”라는 항목은 없어서 무시합니다.", english: "There is no “\(key)”; it is ignored.")
    }

    fileprivate static func unknownSection(_ name: String) -> FindingText {
        FindingText(
            korean: "“\(name)”라는 섹션이나 코너는 없어서 이 이름으로는 아무것도 인쇄하지 않습니다.",
            english: "There is no section or counter “\(name)”, so that nothing is printed for it.")
    }

    /// Returns what the entries of `printers` have to be.
    fileprivate static func printerRule(brokenBy text: Data) -> FindingText {
        let value = String(decoding: text.prefix(maxValueLength), as: UTF8.self)
        let widths = KitchenPrinter.widths.map(String.init).joined(separator: ", ")
        let charsets = PaperCharset.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let contents = KitchenPrinter.Content.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return FindingText(
            korean: "“printers”: 서로 다른 name, address(\"host:9100\"나 장치 파일), width(\(widths)), "
                + "charset(\(charsets)), prints(\(contents))를 적습니다. 지금 값: \(value)",
            english:
                "“printers” has for each a name of its own, an address (\"host:9100\" or a device file), a width of "
                + "\(widths), a charset of \(charsets) and prints of \(contents), and is: \(value)")
    }

    /// Returns what the value of `key` has to be. `text` is the JSON of what it is, or of the wrong part of it.
    fileprivate static func rule(of key: ShopProfile.CodingKeys, brokenBy text: Data) -> FindingText {
        let value = String(decoding: text.prefix(maxValueLength), as: UTF8.self)
        let days = ShopProfile.keepGuestDataBounds
        let ways = Fulfillment.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let weekdays = OpeningHours.Weekday.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let details = GuestDetail.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let counters = CounterName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        func length(_ limit: Int) -> (String, String) {
            ("\(limit)자까지 적습니다", "has to have at most \(limit) characters")
        }
        let (korean, english) =
            switch key {
            case .name, .englishName, .owner, .phone, .address: length(ShopHead.maxLength)
            case .receiptFoot: length(ShopHead.maxFootLength)
            case .businessNumber:
                ("\"123-45-67890\"처럼 숫자 열 개여야 합니다", "has to be ten digits, as \"123-45-67890\"")
            case .showsVAT: ("true나 false여야 합니다", "has to be true or false")
            case .timeZone: ("\"Asia/Seoul\" 같은 시간대 이름이어야 합니다", "has to be the name of a time zone, as \"Asia/Seoul\"")
            case .dayStarts: ("\"00:00\"부터 \"23:59\"까지의 시각이어야 합니다", "has to be a time from \"00:00\" to \"23:59\"")
            case .hours:
                (
                    "\(weekdays)마다 \"11:00-14:30\" 같은 시각의 목록을 적습니다",
                    "has for each of \(weekdays) a list of times, as \"11:00-14:30\""
                )
            case .receive:
                ("\(ways) 가운데 하나 이상을 한 번씩 적어야 합니다", "has to list at least one of \(ways), and none of them twice")
            case .delivery: ("금액은 0원부터 10억 원까지입니다", "has amounts from 0 to 1,000,000,000 won")
            case .ask: ("\(details)마다 \(ways)의 목록을 적습니다", "has for each of \(details) a list of \(ways)")
            case .counters:
                (
                    "\(counters) 가운데 하나 이상을 한 번씩 적고, menu나 juice에는 orders도 있어야 합니다",
                    "has to list at least one of \(counters), none of them twice, and orders with menu or juice"
                )
            case .sections:
                (
                    "\(MenuSection.limit)개까지 적고, id는 서로 다른 파일 이름(영문자, 숫자, -, _)이며 title이 있어야 합니다",
                    "has 1 to \(MenuSection.limit) sections, each with the name of its file (letters, digits, -, _) as id, "
                        + "which no other has, and a title of at most \(MenuSection.maxTextLength) characters"
                )
            case .keepGuestDataDays:
                (
                    "\(days.lowerBound)부터 \(days.upperBound)까지여야 합니다",
                    "has to be from \(days.lowerBound) to \(days.upperBound)"
                )
            }
        return FindingText(
            korean: "“\(key.rawValue)”: \(korean). 지금 값: \(value)",
            english: "“\(key.rawValue)” \(english), and is: \(value)")
    }
}

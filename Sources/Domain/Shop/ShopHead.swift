import TerminalText

/// Who the shop is: what receipts say above and below an order. In JSON it is a part of the shop's profile.
public struct ShopHead: Hashable, Sendable {
    public var name: PlainText?
    public var englishName: PlainText?
    /// Ten digits in the official form: "123-45-67890".
    public var businessNumber: PlainText?
    public var owner: PlainText?
    public var phone: PlainText?
    public var address: PlainText?
    /// The lines below an order.
    public var receiptFoot: [PlainText]
    /// Whether receipts and reports show supply value and VAT.
    public var showsVAT: Bool

    /// The maximum number of characters of a value, and of the whole foot.
    public static let maxLength = 100
    public static let maxFootLength = 500

    public init(
        name: PlainText? = nil, englishName: PlainText? = nil, businessNumber: PlainText? = nil,
        owner: PlainText? = nil, phone: PlainText? = nil, address: PlainText? = nil, receiptFoot: [PlainText] = [],
        showsVAT: Bool = false
    ) {
        self.name = name
        self.englishName = englishName
        self.businessNumber = businessNumber
        self.owner = owner
        self.phone = phone
        self.address = address
        self.receiptFoot = receiptFoot
        self.showsVAT = showsVAT
    }
}

extension ShopHead {
    init(from values: KeyedDecodingContainer<ShopProfile.CodingKeys>) throws {
        func invalid(_ key: ShopProfile.CodingKeys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: values, debugDescription: reason)
        }
        func text(_ key: ShopProfile.CodingKeys, limit: Int) throws -> String? {
            let text = try values.decodeIfPresent(String.self, forKey: key)
            if let text, text.count > limit { throw invalid(key, "too long") }
            return text
        }
        func line(_ key: ShopProfile.CodingKeys) throws -> PlainText? {
            try text(key, limit: ShopHead.maxLength).map { PlainText($0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let number = try line(.businessNumber)
        if let number, ShopHead.businessNumber(number.string) == nil { throw invalid(.businessNumber, "not one") }
        let foot = try text(.receiptFoot, limit: ShopHead.maxFootLength) ?? ""
        self.init(
            name: try line(.name), englishName: try line(.englishName),
            businessNumber: number.flatMap { ShopHead.businessNumber($0.string) }, owner: try line(.owner),
            phone: try line(.phone), address: try line(.address), receiptFoot: ShopHead.lines(of: foot),
            showsVAT: try values.decodeIfPresent(Bool.self, forKey: .showsVAT) ?? false)
    }

    func encode(to values: inout KeyedEncodingContainer<ShopProfile.CodingKeys>) throws {
        try values.encodeIfPresent(name, forKey: .name)
        try values.encodeIfPresent(englishName, forKey: .englishName)
        try values.encodeIfPresent(businessNumber, forKey: .businessNumber)
        try values.encodeIfPresent(owner, forKey: .owner)
        try values.encodeIfPresent(phone, forKey: .phone)
        try values.encodeIfPresent(address, forKey: .address)
        let foot = receiptFoot.map(\.string).joined(separator: "\n")
        if !foot.isEmpty { try values.encode(foot, forKey: .receiptFoot) }
        try values.encode(showsVAT, forKey: .showsVAT)
    }

    /// Returns the lines of a text, without empty ones before and after it.
    private static func lines(of text: String) -> [PlainText] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            PlainText(String($0))
        }
        guard let first = lines.firstIndex(where: { !$0.isEmpty }), let last = lines.lastIndex(where: { !$0.isEmpty })
        else { return [] }
        return Array(lines[first...last])
    }

    /// Returns a business number in its official form. Returns `nil` unless `text` has ten digits, with hyphens where
    /// that form has them or without any.
    private static func businessNumber(_ text: String) -> PlainText? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard digits.count == 10, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            parts.count == 1 || parts.map(\.count) == [3, 2, 5]
        else { return nil }
        let number = String(decoding: Array(digits), as: UTF8.self)
        return PlainText("\(number.prefix(3))-\(number.dropFirst(3).prefix(2))-\(number.suffix(5))")
    }
}

/// An amount of money with the VAT that it contains, which is 10 % of its supply value.
public struct TaxedSum: Hashable, Sendable {
    public let total: Won
    /// 10/110 of the total, rounded half up to whole won.
    public let vat: Won
    /// What is left of the total without VAT.
    public let supply: Won

    /// Splits a sum, of which a negative one is the mirror of the positive one.
    public init(of total: Won) {
        let vat = (2 * Int(total.amount.magnitude) + 11) / 22
        self.total = total
        self.vat = Won(total.amount < 0 ? -vat : vat)
        supply = Won(total.amount - self.vat.amount)
    }
}

/// What a search looks at of a row.
public struct SearchEntry: Hashable, Sendable {
    /// The names of the row, that in the reader's language first. A match in one of them ranks before any other.
    public var titles: [String]
    /// Who makes or sells it, found by `@` as well.
    public var brands: [String]
    /// What it is marked with, found by `#` as well.
    public var badges: [String]
    /// Everything else that it says.
    public var details: [String]
    /// Its price in won, for `12900`, `<5000` and `>5000`; `nil` if it has none.
    public var price: Int?

    public init(
        titles: [String], brands: [String] = [], badges: [String] = [], details: [String] = [], price: Int? = nil
    ) {
        self.titles = titles
        self.brands = brands
        self.badges = badges
        self.details = details
        self.price = price
    }
}

/// A row that matches a search.
public struct SearchHit: Hashable, Sendable {
    public let row: Int
    /// Whether every word was found in the title, and not in what else the row says.
    public let isInTitle: Bool

    public init(row: Int, isInTitle: Bool) {
        self.row = row
        self.isInTitle = isInTitle
    }
}

extension RandomAccessCollection<SearchHit> {
    /// The rows of the hits, those in titles before the others, each in their order.
    public var rankedRows: [Int] {
        var rows: [Int] = []
        rows.reserveCapacity(count)
        for hit in self where hit.isInTitle { rows.append(hit.row) }
        if rows.count < count { for hit in self where !hit.isInTitle { rows.append(hit.row) } }
        return rows
    }
}

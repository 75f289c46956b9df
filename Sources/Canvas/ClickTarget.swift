/// What a click on something means, in the words of whoever draws it.
public protocol ClickTarget: Hashable, Sendable {
    /// Whether a double click on it is Enter.
    var isRow: Bool { get }
}

extension ClickTarget {
    public var isRow: Bool { false }

    /// Whether `other` is of the same type, and equal.
    fileprivate func isSame(as other: any ClickTarget) -> Bool { self == other as? Self }
}

/// Columns of a line, and what a click on them means. It is made where they are drawn, so that both are never apart.
public struct ClickZone: Hashable, Sendable {
    public let columns: Range<Int>
    public let target: any ClickTarget

    public init(columns: Range<Int>, target: any ClickTarget) {
        self.columns = columns
        self.target = target
    }

    /// The same zone so many columns further on.
    public func moved(by columns: Int) -> ClickZone {
        ClickZone(columns: (self.columns.lowerBound + columns)..<(self.columns.upperBound + columns), target: target)
    }

    public static func == (left: ClickZone, right: ClickZone) -> Bool {
        left.columns == right.columns && left.target.isSame(as: right.target)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(columns) }

    /// All columns of lines that mean one thing.
    public static func all(_ target: any ClickTarget) -> ClickZone { ClickZone(columns: 0..<Int.max, target: target) }
}

extension Line {
    /// What a click on that column means; of zones that lie above each other, the last one.
    public func zone(at column: Int) -> ClickZone? { zones.last { $0.columns.contains(column) } }

    /// The same line, on which a click means that wherever it means nothing else.
    public func clickable(_ zone: ClickZone) -> Line {
        var line = self
        line.zones = zones.isEmpty ? [zone] : [zone] + zones
        return line
    }
}

extension Array where Element == Line {
    /// The same lines, on which a click means `target` wherever it means nothing else.
    public func clickable(_ target: any ClickTarget) -> [Line] {
        // One array of zones for all of them.
        let zones = [ClickZone.all(target)]
        return map { line in
            var line = line
            line.zones = line.zones.isEmpty ? zones : zones + line.zones
            return line
        }
    }
}

extension Panel {
    public func contains(_ point: Point) -> Bool {
        rows.contains(point.row) && (origin.column..<(origin.column + width)).contains(point.column)
    }

    /// What a click on that point of the screen means.
    public func zone(at point: Point) -> ClickZone? {
        contains(point) ? lines[point.row - origin.row].zone(at: point.column - origin.column) : nil
    }
}

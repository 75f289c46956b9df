/// The action of a click, defined by the code that draws the clickable text.
public protocol ClickTarget: Hashable, Sendable {
    /// Whether a double click on it acts as Enter.
    var isRow: Bool { get }
}

extension ClickTarget {
    public var isRow: Bool { false }

    /// Whether `other` is of the same type, and equal.
    fileprivate func isSame(as other: any ClickTarget) -> Bool { self == other as? Self }
}

/// A range of columns in a line and the target of clicks on them. Created while drawing, so that text and target stay
/// aligned.
public struct ClickZone: Hashable, Sendable {
    public let columns: Range<Int>
    public let target: any ClickTarget

    public init(columns: Range<Int>, target: any ClickTarget) {
        self.columns = columns
        self.target = target
    }

    /// Returns this zone moved right by `columns`.
    public func moved(by columns: Int) -> ClickZone {
        ClickZone(columns: (self.columns.lowerBound + columns)..<(self.columns.upperBound + columns), target: target)
    }

    public static func == (left: ClickZone, right: ClickZone) -> Bool {
        left.columns == right.columns && left.target.isSame(as: right.target)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(columns) }

    /// A zone that covers all columns of a line.
    public static func all(_ target: any ClickTarget) -> ClickZone { ClickZone(columns: 0..<Int.max, target: target) }
}

extension Line {
    /// Returns the zone at a column, the last one if several overlap. Returns `nil` if there is none.
    public func zone(at column: Int) -> ClickZone? { zones.last { $0.columns.contains(column) } }

    /// Returns this line with `zone` as the fallback for clicks that hit no other zone.
    public func clickable(_ zone: ClickZone) -> Line {
        var line = self
        line.zones = zones.isEmpty ? [zone] : [zone] + zones
        return line
    }
}

extension Array where Element == Line {
    /// Returns these lines with `target` as the fallback for clicks that hit no other zone.
    public func clickable(_ target: any ClickTarget) -> [Line] {
        // All lines without zones share one array.
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

    /// Returns the click zone at a point of the screen. Returns `nil` if the point is outside the panel or in no zone.
    public func zone(at point: Point) -> ClickZone? {
        contains(point) ? lines[point.row - origin.row].zone(at: point.column - origin.column) : nil
    }
}

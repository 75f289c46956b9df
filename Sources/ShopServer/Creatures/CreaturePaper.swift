/// A square of pixels that a creature is drawn on.
struct CreaturePaper {
    static let side = 32
    /// The axis of what is the same on both sides.
    static let middle = Double(side - 1) / 2

    private(set) var inks = [CreatureInk](repeating: .clear, count: side * side)

    subscript(x: Int, y: Int) -> CreatureInk {
        get { CreaturePaper.isInside(x, y) ? inks[y * CreaturePaper.side + x] : .clear }
        set { if CreaturePaper.isInside(x, y) { inks[y * CreaturePaper.side + x] = newValue } }
    }

    private static func isInside(_ x: Int, _ y: Int) -> Bool {
        (0..<side).contains(x) && (0..<side).contains(y)
    }

    /// Fills an ellipse around (`x`, `y`); `ink` chooses by what is there.
    mutating func ellipse(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ ink: (CreatureInk) -> CreatureInk
    ) {
        for row in 0..<CreaturePaper.side {
            for column in 0..<CreaturePaper.side {
                let (across, down) = ((Double(column) - x) / width, (Double(row) - y) / height)
                if across * across + down * down <= 1 { self[column, row] = ink(self[column, row]) }
            }
        }
    }

    mutating func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ ink: CreatureInk) {
        ellipse(x, y, width, height) { _ in ink }
    }

    /// The same on both sides of the axis; `x` counts from it.
    mutating func pair(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ ink: CreatureInk) {
        ellipse(CreaturePaper.middle - x, y, width, height, ink)
        ellipse(CreaturePaper.middle + x, y, width, height, ink)
    }

    /// A single pixel on both sides; `x` counts from the axis.
    mutating func dots(_ x: Double, _ y: Int, _ ink: CreatureInk) {
        self[Int((CreaturePaper.middle - x).rounded()), y] = ink
        self[Int((CreaturePaper.middle + x).rounded()), y] = ink
    }

    /// Thick points from one place to another, on both sides if `mirrored`; `x` counts from the axis.
    mutating func stroke(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double, _ ink: CreatureInk,
        mirrored: Bool = true
    ) {
        let steps = 24
        for step in 0...steps {
            let part = Double(step) / Double(steps)
            let (x, y) = (start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
            // Thinner towards its end.
            let radius = width * (1 - part * 0.55)
            ellipse(CreaturePaper.middle + x, y, radius, radius, ink)
            if mirrored { ellipse(CreaturePaper.middle - x, y, radius, radius, ink) }
        }
    }

    /// Draws a line around everything that is there.
    mutating func outline() {
        let drawn = self
        for y in 0..<CreaturePaper.side {
            for x in 0..<CreaturePaper.side where drawn[x, y] == .clear {
                let neighbours = [drawn[x - 1, y], drawn[x + 1, y], drawn[x, y - 1], drawn[x, y + 1]]
                if neighbours.contains(where: { $0 != .clear }) { self[x, y] = .outline }
            }
        }
    }
}

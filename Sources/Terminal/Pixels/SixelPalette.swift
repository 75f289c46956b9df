/// A reduced palette for an image, found by median cut over colours of five bits per component.
struct SixelPalette {
    /// The colours as 0xRRGGBB.
    let colors: [UInt32]
    /// The index of the nearest palette colour for each colour of five bits per component; -1 if not computed yet.
    private var nearest = [Int16](repeating: -1, count: 1 << 15)

    /// Creates at most `limit` colours for `image`.
    init(_ image: PixelImage, limit: Int) {
        var counts = [Int32](repeating: 0, count: 1 << 15)
        for at in stride(from: 0, to: image.bytes.count, by: 4) {
            counts[SixelPalette.bin(Int(image.bytes[at]), Int(image.bytes[at + 1]), Int(image.bytes[at + 2]))] += 1
        }
        var bins = counts.indices.filter { counts[$0] > 0 }
        var boxes = [Box(bins[...], counts)]
        while boxes.count < limit, let index = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
            boxes[index].spread > 0
        {
            let (left, right) = boxes[index].split(&bins, counts)
            boxes[index] = left
            boxes.append(right)
        }
        colors = boxes.map { $0.average(bins, counts) }
    }

    static func bin(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
    }

    /// Returns a component of a five-bit colour, scaled to eight bits.
    private static func part(_ bin: Int, _ number: Int) -> Int {
        let value = bin >> (10 - 5 * number) & 31
        return value << 3 | value >> 2
    }

    /// Returns the index of the palette colour nearest to this one.
    mutating func place(red: Int, green: Int, blue: Int) -> Int {
        let bin = SixelPalette.bin(red, green, blue)
        if nearest[bin] >= 0 { return Int(nearest[bin]) }
        var (best, shortest) = (0, Int.max)
        for (place, color) in colors.enumerated() {
            let (r, g, b) = (red - Int(color >> 16), green - Int(color >> 8 & 0xFF), blue - Int(color & 0xFF))
            let distance = 3 * r * r + 6 * g * g + b * b
            if distance < shortest { (best, shortest) = (place, distance) }
        }
        nearest[bin] = Int16(best)
        return best
    }

    /// A group of colours that become one palette colour.
    private struct Box {
        private let range: Range<Int>
        private let count: Int
        /// The component with the largest range: 0 is red.
        private let longest: Int
        /// The benefit of splitting the box; 0 for a single colour.
        let spread: Int

        init(_ bins: ArraySlice<Int>, _ counts: [Int32]) {
            range = bins.indices
            count = bins.reduce(0) { $0 + Int(counts[$1]) }
            let lengths = (0..<3).map { number in
                let parts = bins.lazy.map { SixelPalette.part($0, number) }
                return (parts.max() ?? 0) - (parts.min() ?? 0)
            }
            longest = lengths.indices.max { lengths[$0] < lengths[$1] } ?? 0
            spread = lengths[longest] * count
        }

        /// Splits the box into two with about as many pixels each.
        func split(_ bins: inout [Int], _ counts: [Int32]) -> (Box, Box) {
            let longest = longest
            bins[range].sort { SixelPalette.part($0, longest) < SixelPalette.part($1, longest) }
            var (middle, seen) = (range.lowerBound, 0)
            while middle < range.upperBound - 1, middle == range.lowerBound || seen * 2 < count {
                seen += Int(counts[bins[middle]])
                middle += 1
            }
            return (
                Box(bins[range.lowerBound..<middle], counts), Box(bins[middle..<range.upperBound], counts)
            )
        }

        func average(_ bins: [Int], _ counts: [Int32]) -> UInt32 {
            (0..<3).reduce(0) { color, number in
                let sum = bins[range].reduce(0) { $0 + SixelPalette.part($1, number) * Int(counts[$1]) }
                return color << 8 | UInt32(sum / max(1, count))
            }
        }
    }
}

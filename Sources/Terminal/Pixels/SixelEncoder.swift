import Canvas

/// Encodes sixel graphics (DEC VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
enum SixelEncoder {
    /// The number of pixel rows in a band, one bit each.
    private static let band = 6
    /// The limits of the palette size, and the pixels per colour: more colours cost bytes, and are not visible with
    /// few pixels.
    private static let minColors = 32
    private static let maxColors = 128
    private static let pixelsOfAColor = 128
    /// The character of a column without any bit set.
    private static let empty: UInt8 = 0x3F

    /// Returns the sequence that draws `image`, which has to be opaque, at the cursor, in at most `colors` colours.
    static func encode(_ image: PixelImage, colors: Int) -> [UInt8] {
        let enough = max(minColors, min(maxColors, image.size.width * image.size.height / pixelsOfAColor))
        var palette = SixelPalette(image, limit: max(2, min(enough, colors)))
        let indices = dither(image, &palette)
        var bytes = Array("\u{1B}P0;1;0q\"1;1;\(image.size.width);\(image.size.height)".utf8)
        for (number, color) in palette.colors.enumerated() { bytes += define(number, color) }
        for top in stride(from: 0, to: image.size.height, by: band) {
            if top > 0 { bytes.append(UInt8(ascii: "-")) }
            draw(indices, image.size, top, palette.colors.count, &bytes)
        }
        return bytes + Array("\u{1B}\\".utf8)
    }

    /// Defines a colour; its components are percentages.
    private static func define(_ number: Int, _ color: UInt32) -> [UInt8] {
        let parts = [16, 8, 0].map { (Int(color >> UInt32($0) & 0xFF) * 100 + 127) / 255 }
        return Array("#\(number);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8)
    }

    /// Returns the palette index of each pixel. The error of a pixel is distributed to its neighbours (Floyd and
    /// Steinberg).
    private static func dither(_ image: PixelImage, _ palette: inout SixelPalette) -> [UInt8] {
        let width = image.size.width
        var indices = [UInt8](repeating: 0, count: width * image.size.height)
        // In sixteenths, with an extra column on each side.
        var (errors, next) = ([Int](repeating: 0, count: (width + 2) * 3), [Int](repeating: 0, count: (width + 2) * 3))
        var wanted = (0, 0, 0)
        for row in 0..<image.size.height {
            for column in 0..<width {
                let (at, error) = ((row * width + column) * 4, (column + 1) * 3)
                wanted.0 = clamp(Int(image.bytes[at]) + errors[error] / 16)
                wanted.1 = clamp(Int(image.bytes[at + 1]) + errors[error + 1] / 16)
                wanted.2 = clamp(Int(image.bytes[at + 2]) + errors[error + 2] / 16)
                let index = palette.index(red: wanted.0, green: wanted.1, blue: wanted.2)
                indices[row * width + column] = UInt8(index)
                let color = palette.colors[index]
                spread(wanted.0 - Int(color >> 16), error, &errors, &next)
                spread(wanted.1 - Int(color >> 8 & 0xFF), error + 1, &errors, &next)
                spread(wanted.2 - Int(color & 0xFF), error + 2, &errors, &next)
            }
            swap(&errors, &next)
            for index in next.indices { next[index] = 0 }
        }
        return indices
    }

    private static func clamp(_ value: Int) -> Int { max(0, min(255, value)) }

    private static func spread(_ error: Int, _ at: Int, _ errors: inout [Int], _ next: inout [Int]) {
        errors[at + 3] += error * 7
        next[at - 3] += error * 3
        next[at] += error * 5
        next[at + 3] += error
    }

    /// Encodes one band: a line of characters for each colour in it, each drawn over the ones before.
    private static func draw(_ indices: [UInt8], _ size: Size, _ top: Int, _ colors: Int, _ bytes: inout [UInt8]) {
        var bits = [UInt8](repeating: 0, count: colors * size.width)
        var ends = [Int](repeating: 0, count: colors)
        for row in top..<min(top + band, size.height) {
            for column in 0..<size.width {
                let index = Int(indices[row * size.width + column])
                bits[index * size.width + column] |= 1 << UInt8(row - top)
                ends[index] = max(ends[index], column + 1)
            }
        }
        for place in 0..<colors where ends[place] > 0 {
            if place != ends.firstIndex(where: { $0 > 0 }) { bytes.append(UInt8(ascii: "$")) }
            bytes += Array("#\(place)".utf8)
            append(bits[(place * size.width)..<(place * size.width + ends[place])], &bytes)
        }
    }

    /// Appends characters, run-length encoded from four equal ones on.
    private static func append(_ bits: ArraySlice<UInt8>, _ bytes: inout [UInt8]) {
        var at = bits.startIndex
        while at < bits.endIndex {
            var end = at + 1
            while end < bits.endIndex, bits[end] == bits[at] { end += 1 }
            let letter = empty + bits[at]
            if end - at > 3 {
                bytes += Array("!\(end - at)".utf8)
                bytes.append(letter)
            } else {
                for _ in at..<end { bytes.append(letter) }
            }
            at = end
        }
    }
}

extension PixelImage {
    /// Returns the image blended onto `color`, so that it is opaque.
    func on(_ color: UInt32) -> PixelImage {
        var image = self
        for at in stride(from: 0, to: bytes.count, by: 4) where bytes[at + 3] < 255 {
            let opacity = Int(bytes[at + 3])
            for part in 0..<3 {
                let behind = Int(color >> UInt32(16 - 8 * part) & 0xFF)
                image.bytes[at + part] = UInt8((Int(bytes[at + part]) * opacity + behind * (255 - opacity)) / 255)
            }
            image.bytes[at + 3] = 255
        }
        return image
    }

    /// Returns a part of the image; `part` has to be inside.
    func cropped(to part: Rectangle) -> PixelImage {
        guard part.size != size else { return self }
        let rows = part.rows.map { row -> ArraySlice<UInt8> in
            let start = (row * size.width + part.origin.column) * 4
            return bytes[start..<(start + part.size.width * 4)]
        }
        return PixelImage(size: part.size, bytes: Array(rows.joined()))
    }
}

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
    mutating func index(red: Int, green: Int, blue: Int) -> Int {
        let bin = SixelPalette.bin(red, green, blue)
        if nearest[bin] >= 0 { return Int(nearest[bin]) }
        var (best, shortest) = (0, Int.max)
        for (index, color) in colors.enumerated() {
            let (r, g, b) = (red - Int(color >> 16), green - Int(color >> 8 & 0xFF), blue - Int(color & 0xFF))
            let distance = 3 * r * r + 6 * g * g + b * b
            if distance < shortest { (best, shortest) = (index, distance) }
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

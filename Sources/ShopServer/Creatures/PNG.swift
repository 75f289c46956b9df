import CZlib
import Foundation

/// Pictures of few colours as PNG files (https://www.w3.org/TR/png-3/).
enum PNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Palette, eight bits a pixel; no filter, no interlacing.
    private static let format: [UInt8] = [8, 3, 0, 0, 0]

    /// A square picture with `side` pixels each way, of which each is a place in `palette`; the first colour cannot be
    /// seen. `nil` when it cannot be compressed.
    static func encode(_ pixels: [UInt8], side: Int, palette: [CreatureColor]) -> Data? {
        // Each line begins with the number of its filter: none.
        let lines = (0..<side).flatMap { [0] + pixels[$0 * side..<($0 + 1) * side] }
        guard let compressed = deflated(lines) else { return nil }
        var file = Data(signature)
        file.append(chunk("IHDR", bytes(of: side) + bytes(of: side) + format))
        file.append(chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] }))
        file.append(chunk("tRNS", [0]))
        file.append(chunk("IDAT", compressed))
        file.append(chunk("IEND", []))
        return file
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> Data {
        let named = Array(type.utf8) + content
        let sum = crc32(0, named, UInt32(named.count))
        return Data(bytes(of: content.count) + named + bytes(of: Int(sum)))
    }

    /// Four bytes, the highest first.
    private static func bytes(of number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }

    private static func deflated(_ content: [UInt8]) -> [UInt8]? {
        var count = compressBound(UInt(content.count))
        var compressed = [UInt8](repeating: 0, count: Int(count))
        guard compress2(&compressed, &count, content, UInt(content.count), Z_BEST_COMPRESSION) == Z_OK else {
            return nil
        }
        return Array(compressed.prefix(Int(count)))
    }
}

extension Creature {
    /// Each pixel of the paper becomes a square of so many: sprites have 96 pixels a side.
    private static let scale = 3

    /// Its picture as a PNG file; `nil` where it has none.
    var picture: Data? {
        guard hasPicture else { return nil }
        let traits = CreatureTraits(of: self)
        let paper = CreatureArtist.draw(traits)
        let side = CreaturePaper.side * Creature.scale
        let pixels = (0..<side * side).map { place in
            paper[place % side / Creature.scale, place / side / Creature.scale].rawValue
        }
        return PNG.encode(pixels, side: side, palette: traits.palette)
    }
}

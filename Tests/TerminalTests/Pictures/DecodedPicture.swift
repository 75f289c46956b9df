import Canvas
import Foundation

enum DecodedPicture {
    /// Returns the dominant colour of each cell in a row.
    static func colors(of picture: CellPicture, row: Int) -> [CellColor] {
        picture.runs(ofRow: row).flatMap { run in
            run.text.unicodeScalars.map { $0.value == 0x2588 ? run.foreground : run.background }
        }
    }

    /// Returns by how many bytes the memory of this process grew while `body` ran, at most. Whatever else runs in the
    /// process meanwhile adds to it.
    static func growth(_ body: () throws -> Void) throws -> Int {
        // Sets the peak to the present memory.
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = try memory("VmRSS:")
        try body()
        return try memory("VmHWM:") - before
    }

    private static func memory(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        let number = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (number ?? 0) << 10
    }
}

enum Bomb {
    /// `png` with other dimensions in its header.
    static func png(_ png: Data, width: UInt32, height: UInt32) -> Data {
        png.prefix(16) + bytes(width) + bytes(height) + png.dropFirst(24)
    }

    private static func bytes(_ value: UInt32) -> Data { Data(withUnsafeBytes(of: value.bigEndian) { Array($0) }) }

    /// `jpeg` with other dimensions in the segment that starts its frame.
    static func jpeg(_ jpeg: Data, width: UInt16, height: UInt16) -> Data {
        var bytes = Array(jpeg)
        guard let start = bytes.indices.dropLast().first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 }) else {
            return jpeg
        }
        bytes.replaceSubrange(
            (start + 5)..<(start + 9),
            with: [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)])
        return Data(bytes)
    }
}

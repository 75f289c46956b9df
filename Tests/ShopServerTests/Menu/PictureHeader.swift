import Foundation

/// The header of a picture's file, which suffices to recognise a real picture.
struct PictureHeader: Equatable {
    enum Format: String { case jpeg = "jpg", png }

    let format: Format
    /// In pixels.
    let width: Int
    let height: Int

    /// Returns `nil` if the bytes are neither a JPEG with a frame nor a PNG.
    init?(_ bytes: [UInt8]) {
        guard let header = PictureHeader.png(bytes) ?? PictureHeader.jpeg(bytes) else { return nil }
        self = header
    }

    init(format: Format, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    /// Reads the signature, then the IHDR chunk: length, name, width and height.
    private static func png(_ bytes: [UInt8]) -> PictureHeader? {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.starts(with: signature), bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        return PictureHeader(format: .png, width: number(bytes[16..<20]), height: number(bytes[20..<24]))
    }

    /// Skips segments, which contain their length, from the start of the image to the first frame.
    private static func jpeg(_ bytes: [UInt8]) -> PictureHeader? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if isFrame(marker) {
                let height = number(bytes[index + 5..<index + 7])
                return PictureHeader(format: .jpeg, width: number(bytes[index + 7..<index + 9]), height: height)
            }
            index += 2 + number(bytes[index + 2..<index + 4])
        }
        return nil
    }

    /// Whether the marker is one of SOF0 to SOF15, excluding the table markers in that range.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

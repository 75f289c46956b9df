import Canvas

/// Encodes the commands of kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
struct KittyGraphics: Hashable {
    /// Whether commands go through tmux's passthrough to the terminal behind it.
    let throughTmux: Bool

    /// The maximum number of base64 characters in a command.
    static let chunk = 4_096

    /// Returns the commands that transmit `image` to the terminal under `id`, for placeholders of `cells`. No other
    /// command may come between them.
    func transmission(of image: PixelImage, id: UInt32, cells: Size) -> [[UInt8]] {
        let isOpaque = image.isOpaque
        let letters = Base64.encode(isOpaque ? KittyGraphics.withoutOpacity(image.bytes)[...] : image.bytes[...])
        let starts = Array(stride(from: 0, to: max(1, letters.count), by: KittyGraphics.chunk))
        return starts.map { start in
            let first =
                "a=T,U=1,q=2,f=\(isOpaque ? 24 : 32),s=\(image.size.width),v=\(image.size.height),"
                + "i=\(id),c=\(cells.width),r=\(cells.height),"
            let isLast = start == starts.last
            return command(
                "\(start == 0 ? first : "q=2,")m=\(isLast ? 0 : 1)", letters[start...].prefix(KittyGraphics.chunk))
        }
    }

    /// Returns the command that deletes an image.
    func deletion(of id: UInt32) -> [UInt8] { command("a=d,d=I,i=\(id),q=2", []) }

    /// Returns the commands that delete images, concatenated.
    func deletion(of ids: [UInt32]) -> [UInt8] { ids.flatMap(deletion) }

    private static func withoutOpacity(_ bytes: [UInt8]) -> [UInt8] {
        var opaque: [UInt8] = []
        opaque.reserveCapacity(bytes.count / 4 * 3)
        for at in stride(from: 0, to: bytes.count, by: 4) { opaque += bytes[at..<(at + 3)] }
        return opaque
    }

    private func command(_ keys: String, _ letters: ArraySlice<UInt8>) -> [UInt8] {
        let esc = KeyDecoder.esc
        let payload = letters.isEmpty ? [] : [UInt8(ascii: ";")] + letters
        let end = [esc, UInt8(ascii: "\\")]
        let bytes = Array("\u{1B}_G\(keys)".utf8) + payload + end
        guard throughTmux else { return bytes }
        return TmuxPassthrough.marked(bytes)
    }
}

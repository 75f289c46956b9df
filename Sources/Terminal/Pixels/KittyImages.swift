import Canvas

/// Tracks which pictures the terminal holds, and which should be transmitted; a value without side effects.
///
/// Numbers are reused, so that they stay few: when the program is killed, all of them are deleted. Pictures on the
/// screen are never evicted; others are, least recently used first, when there are too many of them or too many bytes.
struct KittyImages {
    struct Limits {
        var images = 64
        /// The limit on their pixels, in bytes.
        var bytes = 16 << 20
        /// The limit on pictures that are being transmitted at once.
        var underWay = 4
    }

    private struct Image {
        let id: Int
        let bytes: Int
        var isThere = false
        var usedAt: Int
    }

    private let limits: Limits
    private var images: [PixelPicture: Image] = [:]
    private var free: [Int]
    private var bytes = 0
    private var underWay = 0
    private var frame = 0
    /// One more than the highest number ever used.
    private(set) var end = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
        free = Array((0..<limits.images).reversed())
    }

    /// The number of a picture that is transmitted completely; `nil` otherwise.
    subscript(picture: PixelPicture) -> Int? {
        images[picture].flatMap { $0.isThere ? $0.id : nil }
    }

    struct FrameChanges: Equatable {
        /// Pictures to transmit, under these numbers.
        var transmitted: [Transmission] = []
        /// Numbers of images to delete first.
        var deleted: [Int] = []
    }

    struct Transmission: Equatable {
        let picture: PixelPicture
        let id: Int
    }

    /// Starts a frame with these pictures. Returns the transmissions and deletions it needs.
    mutating func show(_ pictures: [PixelPicture]) -> FrameChanges {
        frame += 1
        for picture in pictures { images[picture]?.usedAt = frame }
        var demand = FrameChanges()
        for picture in pictures where images[picture] == nil && underWay < limits.underWay {
            let size = picture.size.width * picture.size.height * 4
            guard size <= limits.bytes, makeRoom(size, &demand), let id = free.popLast() else { continue }
            images[picture] = Image(id: id, bytes: size, usedAt: frame)
            bytes += size
            underWay += 1
            end = max(end, id + 1)
            demand.transmitted.append(Transmission(picture: picture, id: id))
        }
        return demand
    }

    /// Whether a picture that is being transmitted is still wanted. If not, it is removed.
    mutating func isWanted(_ picture: PixelPicture) -> Bool {
        guard let image = images[picture], !image.isThere else { return false }
        guard image.usedAt < frame else { return true }
        underWay -= 1
        remove(picture)
        return false
    }

    /// Marks a picture as transmitted completely.
    mutating func arrive(_ picture: PixelPicture) {
        guard let image = images[picture], !image.isThere else { return }
        images[picture]?.isThere = true
        underWay -= 1
    }

    /// Removes all pictures, including those being transmitted.
    mutating func forgetAll() {
        let end = end
        self = KittyImages(limits: limits)
        self.end = end
    }

    private mutating func makeRoom(_ size: Int, _ demand: inout FrameChanges) -> Bool {
        while free.isEmpty || bytes + size > limits.bytes {
            let unused = images.filter { $0.value.isThere && $0.value.usedAt < frame }
            guard let oldest = unused.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return false }
            demand.deleted.append(oldest.value.id)
            remove(oldest.key)
        }
        return true
    }

    private mutating func remove(_ picture: PixelPicture) {
        guard let image = images.removeValue(forKey: picture) else { return }
        bytes -= image.bytes
        free.append(image.id)
    }
}

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

/// Unicode placeholder text for part of a picture: one character with diacritics for the row and column within the
/// picture, in a colour that identifies the picture.
enum KittyPlaceholder {
    private static let character: Unicode.Scalar = "\u{10EEEE}"

    /// The diacritics for the numbers from 0 on, in kitty's order (gen/rowcolumn-diacritics.txt of its sources).
    static let marks: [Unicode.Scalar] = ranges.flatMap { $0 }.compactMap(Unicode.Scalar.init)

    private static let ranges: [ClosedRange<UInt32>] = [
        0x0305...0x0305, 0x030D...0x030E, 0x0310...0x0310, 0x0312...0x0312, 0x033D...0x033F, 0x0346...0x0346,
        0x034A...0x034C, 0x0350...0x0352, 0x0357...0x0357, 0x035B...0x035B, 0x0363...0x036F, 0x0483...0x0487,
        0x0592...0x0595, 0x0597...0x0599, 0x059C...0x05A1, 0x05A8...0x05A9, 0x05AB...0x05AC, 0x05AF...0x05AF,
        0x05C4...0x05C4, 0x0610...0x0617, 0x0657...0x065B, 0x065D...0x065E, 0x06D6...0x06DC, 0x06DF...0x06E2,
        0x06E4...0x06E4, 0x06E7...0x06E8, 0x06EB...0x06EC, 0x0730...0x0730, 0x0732...0x0733, 0x0735...0x0736,
        0x073A...0x073A, 0x073D...0x073D, 0x073F...0x0741, 0x0743...0x0743, 0x0745...0x0745, 0x0747...0x0747,
        0x0749...0x074A, 0x07EB...0x07F1, 0x07F3...0x07F3, 0x0816...0x0819, 0x081B...0x0823, 0x0825...0x0827,
        0x0829...0x082D, 0x0951...0x0951, 0x0953...0x0954, 0x0F82...0x0F83, 0x0F86...0x0F87, 0x135D...0x135F,
        0x17DD...0x17DD, 0x193A...0x193A, 0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B, 0x1B6D...0x1B73,
        0x1CD0...0x1CD2, 0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1, 0x1DC3...0x1DC9, 0x1DCB...0x1DCC,
        0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1, 0x20D4...0x20D7, 0x20DB...0x20DC, 0x20E1...0x20E1,
        0x20E7...0x20E7, 0x20E9...0x20E9, 0x20F0...0x20F0, 0x2CEF...0x2CF1, 0x2DE0...0x2DFF, 0xA66F...0xA66F,
        0xA67C...0xA67D, 0xA6F0...0xA6F1, 0xA8E0...0xA8F1, 0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8,
        0xAABE...0xAABF, 0xAAC1...0xAAC1, 0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38, 0x1D185...0x1D189,
        0x1D1AA...0x1D1AD, 0x1D242...0x1D244,
    ]

    /// Whether every row and column of a picture of that size has a diacritic.
    static func reaches(_ size: Size) -> Bool { size.width <= marks.count && size.height <= marks.count }

    /// Returns the placeholder text of `row` of a picture in `columns`. `high` is the highest eight bits of the image
    /// ID, if the colour holds the lower ones only.
    static func text(row: Int, columns: Range<Int>, high: Int?) -> String {
        var text = String.UnicodeScalarView()
        for column in columns {
            text.append(character)
            text.append(marks[row])
            text.append(marks[column])
            if let high { text.append(marks[high]) }
        }
        return String(text)
    }
}

/// Base64 encoding (RFC 4648, section 4).
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let count = min(3, bytes.endIndex - at)
            let first = UInt32(bytes[at]) << 16
            let second = count > 1 ? UInt32(bytes[at + 1]) << 8 : 0
            let value = first | second | (count > 2 ? UInt32(bytes[at + 2]) : 0)
            for place in 0..<4 {
                text.append(place <= count ? letters[Int(value >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
            }
            at += count
        }
        return text
    }
}

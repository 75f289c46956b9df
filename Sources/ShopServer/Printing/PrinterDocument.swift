import TerminalText

/// What a printer prints and then cuts off, in the commands of ESC/POS that nearly all receipt printers have.
///
/// Texts are in `PaperPage`s, which contain no control characters, so no text is taken for a command.
struct PrinterDocument: Hashable, Sendable {
    fileprivate enum Part: Hashable {
        case plain(PaperPage)
        /// In double width and height: the page is half as wide as the paper.
        case doubled(PaperPage)
    }

    let width: Int
    let charset: PaperCharset
    private var parts: [Part] = []

    init(width: Int, charset: PaperCharset) { (self.width, self.charset) = (width, charset) }

    /// Adds text of normal size.
    mutating func add(_ body: (inout PaperPage) -> Void) {
        var page = PaperPage(width: width, charset: charset)
        body(&page)
        parts.append(.plain(page))
    }

    /// Adds a text of double size.
    mutating func addDoubled(_ text: String) {
        var page = PaperPage(width: width / 2, charset: charset)
        page.add(text)
        parts.append(.doubled(page))
    }

    /// The lines of text without their sizes.
    var lines: [String] { parts.flatMap(\.page.lines) }

    /// The number of characters that the charset lacks.
    var replaced: Int { parts.reduce(0) { $0 + $1.page.replaced } }

    var bytes: [UInt8] {
        ESCPOS.initialise + ESCPOS.select(charset)
            + parts.flatMap { part in
                switch part {
                case .plain(let page): page.bytes
                case .doubled(let page): ESCPOS.doubleSize + page.bytes + ESCPOS.normalSize
                }
            } + ESCPOS.cut
    }
}

extension PrinterDocument.Part {
    fileprivate var page: PaperPage {
        switch self {
        case .plain(let page), .doubled(let page): page
        }
    }
}

/// The commands that are used of ESC/POS: https://download4.epson.biz/sec_pubs/pos/reference_en/escpos/commands.html
enum ESCPOS {
    /// ESC @: resets the printer's modes.
    static let initialise: [UInt8] = [0x1B, 0x40]
    /// GS ! n: eight widths and heights, of which each is doubled here.
    static let doubleSize: [UInt8] = [0x1D, 0x21, 0x11]
    static let normalSize: [UInt8] = [0x1D, 0x21, 0x00]
    /// GS V B 0: feeds to the cutter and cuts.
    static let cut: [UInt8] = [0x1D, 0x56, 0x42, 0x00]
    /// DLE EOT 1 and DLE EOT 4: ask for the printer's status and for that of its paper. Answered at once, whatever is in
    /// the printer's buffer.
    static let askStatus: [UInt8] = [0x10, 0x04, 0x01]
    static let askPaper: [UInt8] = [0x10, 0x04, 0x04]

    /// Selects the charset: FS & for characters of two bytes, or FS ( C with function 48 for UTF-8.
    static func select(_ charset: PaperCharset) -> [UInt8] {
        switch charset {
        case .cp949: [0x1C, 0x26]
        case .utf8: [0x1C, 0x28, 0x43, 0x02, 0x00, 0x30, 0x02]
        }
    }

    /// Whether a byte is an answer to DLE EOT: bits 1 and 4 are set, 0 and 7 are not.
    static func isStatus(_ byte: UInt8) -> Bool { byte & 0b1001_0011 == 0b0001_0010 }
    static func isOffline(_ status: UInt8) -> Bool { status & 0b0000_1000 != 0 }
    static func isOutOfPaper(_ paper: UInt8) -> Bool { paper & 0b0110_0000 != 0 }
}

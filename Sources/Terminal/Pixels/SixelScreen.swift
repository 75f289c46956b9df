import Canvas

/// Pictures on a terminal with sixel graphics: they are drawn over the cells, after curses has written those.
@TerminalActor
final class SixelScreen: PixelScreen {
    /// The maximum number of bytes drawn after one frame, plus at most one picture: a key never waits for more.
    private static let maxBytesPerWrite = 128 * 1_024
    private static let maxInFlight = 4

    private let output: TerminalOutput
    private let colors: Int
    private let cell: @TerminalActor () -> CellPixels?
    private let background: @TerminalActor () -> UInt32
    private let wakeUp: @Sendable () -> Void
    private let encoder: AsyncEncoder<SixelCells.Piece>
    private var cells = SixelCells()
    private var cache = SixelCache()
    private var underWay: Set<SixelCells.Piece> = []
    private var drawings: [SixelCells.Drawing] = []
    private var wasCut = false
    /// The cell size in pixels of the last frame; `nil` if that frame was not drawn completely.
    private var settled: CellPixels?

    /// `cell` returns the current size of a cell in pixels, `background` the background colour.
    init(
        colors: Int, _ output: TerminalOutput, cell: @escaping @TerminalActor () -> CellPixels?,
        background: @escaping @TerminalActor () -> UInt32, wakeUp: @escaping @Sendable () -> Void
    ) {
        self.colors = colors
        self.output = output
        self.cell = cell
        self.background = background
        self.wakeUp = wakeUp
        encoder = AsyncEncoder(wakeUp: wakeUp)
    }

    func begin(_ compositor: inout Compositor) {
        for (piece, commands) in encoder.drain() {
            settled = nil
            underWay.remove(piece)
            cache.put(Array(commands.joined()), for: piece)
        }
    }

    /// The cells stay beneath the pixels: if a terminal drops pixels, the cells are visible.
    func text(of slice: PictureSlice) -> PixelText? { nil }

    func compose(_ rows: [[DrawPlan.Segment]], _ plan: DrawPlan, width: Int) -> [Int] {
        guard let cell = cell(), !plan.isEmpty || settled != cell else { return [] }
        cache.beginFrame()
        var bytes = 0
        wasCut = false
        // Terminals move pixels along with text only in part, and leave some behind: rows with pixels are written anew.
        let rewritten = cells.isEmpty ? [] : plan.movable
        for row in rewritten { cells.forget(row: row, 0..<width) }
        for row in plan.rows { cells.write(row: row.row, row.changed) }
        let plan = cells.plan(for: SixelLayout(rows, width: width, cell: cell)) { piece in
            guard let encoded = cache.use(piece) else { return false }
            wasCut = wasCut || bytes >= SixelScreen.maxBytesPerWrite
            bytes += encoded.count
            return !wasCut
        }
        drawings = plan.drawings
        for piece in plan.missing where underWay.count < SixelScreen.maxInFlight && !cache.contains(piece) {
            if underWay.insert(piece).inserted { encode(piece, cell) }
        }
        settled = wasCut || !plan.missing.isEmpty ? nil : cell
        return plan.redrawn + rewritten
    }

    private func encode(_ piece: SixelCells.Piece, _ cell: CellPixels) {
        let (colors, background) = (colors, background())
        encoder.encode(piece) {
            let part = Rectangle(
                column: piece.part.origin.column * cell.width, row: piece.part.origin.row * cell.height,
                width: piece.part.size.width * cell.width, height: piece.part.size.height * cell.height)
            return [SixelEncoder.encode(PixelImage(piece.picture).on(background).cropped(to: part), colors: colors)]
        }
    }

    func end(cursor: Point) {
        defer { drawings = [] }
        if wasCut { wakeUp() }
        guard !drawings.isEmpty else { return }
        for drawing in drawings {
            guard let encoded = cache.use(drawing.piece) else { continue }
            output.write(SixelScreen.move(to: drawing.position) + encoded)
        }
        // Back to where curses assumes it.
        output.write(SixelScreen.move(to: cursor))
    }

    private static func move(to place: Point) -> [UInt8] {
        Array("\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8)
    }

    func screenIsRewritten() { forget() }

    func forget() {
        cells.forget()
        settled = nil
    }

    func leave() {
        output.write(restoreSequence)
        forget()
    }

    /// Ends a picture that was cut off, and clears the screen together with the pixels on it.
    let restoreSequence = Array("\u{1B}\\\u{1B}[2J".utf8)
}

/// A cache of encoded pieces, limited in bytes; the least recently used ones are evicted, but none of the current
/// frame.
struct SixelCache {
    private static let maxBytes = 8 << 20

    private struct Entry {
        let bytes: [UInt8]
        var usedAt: Int
    }

    private var entries: [SixelCells.Piece: Entry] = [:]
    private var bytes = 0
    private var frame = 0

    mutating func beginFrame() { frame += 1 }

    func contains(_ piece: SixelCells.Piece) -> Bool { entries[piece] != nil }

    mutating func use(_ piece: SixelCells.Piece) -> [UInt8]? {
        entries[piece]?.usedAt = frame
        return entries[piece]?.bytes
    }

    mutating func put(_ encoded: [UInt8], for piece: SixelCells.Piece) {
        bytes += encoded.count - (entries[piece]?.bytes.count ?? 0)
        entries[piece] = Entry(bytes: encoded, usedAt: frame)
        while bytes > SixelCache.maxBytes, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt }),
            oldest.value.usedAt < frame
        {
            bytes -= oldest.value.bytes.count
            entries[oldest.key] = nil
        }
    }
}

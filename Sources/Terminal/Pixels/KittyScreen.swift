import Canvas
import Glibc

/// Pictures on a terminal with kitty's graphics protocol. Each is transmitted once under an image ID; then placeholder
/// text represents it, which curses draws, covers and moves like any other text.
@TerminalActor
final class KittyScreen: PixelScreen {
    private struct Delivery {
        /// `nil` for commands that do not transmit a picture.
        let picture: PixelPicture?
        var commands: ArraySlice<[UInt8]>
    }

    /// The maximum number of bytes written between two frames, plus at most one command: a key never waits for more.
    private static let maxBytesPerWrite = 24 * 1_024

    private let graphics: KittyGraphics
    private let numbering: KittyNumbering
    private let output: TerminalOutput
    private let wakeUp: @Sendable () -> Void
    private var images = KittyImages()
    private var encoder: AsyncEncoder<PixelPicture>
    private var deliveries: [Delivery] = []

    init(
        _ graphics: KittyGraphics, _ numbering: KittyNumbering, _ output: TerminalOutput,
        wakeUp: @escaping @Sendable () -> Void
    ) {
        self.graphics = graphics
        self.numbering = numbering
        self.output = output
        self.wakeUp = wakeUp
        encoder = AsyncEncoder(wakeUp: wakeUp)
    }

    func begin(_ compositor: inout Compositor) {
        for (picture, commands) in encoder.drain() where images.isWanted(picture) {
            deliveries.append(Delivery(picture: picture, commands: commands[...]))
        }
        let arrived = deliver()
        if !arrived.isEmpty { compositor.redrawRows { $0.pixels.map(arrived.contains) ?? false } }
    }

    /// Writes queued commands up to the limit per frame. Returns the pictures that are now transmitted completely.
    private func deliver() -> Set<PixelPicture> {
        var arrived: Set<PixelPicture> = []
        var written = 0
        while let first = deliveries.first, written < KittyScreen.maxBytesPerWrite {
            guard let command = first.commands.first else {
                deliveries.removeFirst()
                if let picture = first.picture {
                    images.arrive(picture)
                    arrived.insert(picture)
                }
                continue
            }
            output.write(command)
            written += command.count
            deliveries[0].commands = first.commands.dropFirst()
        }
        return arrived
    }

    func text(of slice: PictureSlice) -> PixelText? {
        guard (0..<slice.picture.size.height).contains(slice.row), let pixels = slice.picture.pixels,
            let id = images[pixels]
        else { return nil }
        let columns = 0..<slice.picture.size.width
        return PixelText(
            text: KittyPlaceholder.text(row: slice.row, columns: columns, high: numbering.high),
            color: numbering.color(of: id))
    }

    func compose(_ rows: [[DrawPlan.Segment]], _ plan: DrawPlan, width: Int) -> [Int] {
        let pictures = rows.pixelPictures.filter { KittyPlaceholder.reaches($0.value) }
        let demand = images.show(Array(pictures.keys))
        if !demand.deleted.isEmpty {
            let commands = demand.deleted.map { graphics.deletion(of: numbering.id(of: $0)) }
            deliveries.append(Delivery(picture: nil, commands: commands[...]))
        }
        for transmitted in demand.transmitted {
            guard let cells = pictures[transmitted.picture] else { continue }
            let (graphics, id) = (graphics, numbering.id(of: transmitted.id))
            encoder.encode(transmitted.picture) {
                graphics.transmission(of: PixelImage(transmitted.picture), id: id, cells: cells)
            }
        }
        return []
    }

    func end(cursor: Point) {
        if !deliveries.isEmpty { wakeUp() }
    }

    /// Nothing to do: the screen holds placeholder text, not pixels.
    func screenIsRewritten() {}

    func forget() {
        output.write(restoreSequence)
        // Drops results that were encoded for the old image numbers.
        encoder = AsyncEncoder(wakeUp: wakeUp)
        images.forgetAll()
        deliveries = []
    }

    func leave() { forget() }

    /// Ends a command that was cut off, and deletes every image whose number has been used.
    var restoreSequence: [UInt8] {
        guard images.end > 0 else { return [] }
        return Array("\u{1B}\\".utf8) + graphics.deletion(of: (0..<images.end).map(numbering.id))
    }
}

/// Assigns image IDs. The terminal shares its IDs among all programs in it, so part of an ID is derived from the
/// process ID.
struct KittyNumbering: Hashable {
    private let process: UInt32
    private let colors: PictureColors

    /// The number of diacritics for the highest eight bits: those of the Combining Diacritical Marks block, which
    /// every terminal, and tmux, treats as zero-width.
    private static let highest: UInt32 = 29
    /// The palette index of image number 0, chosen by the process ID; each range has as many indices as there are
    /// image numbers. The lowest colours are used for text.
    private static let firstPlaces: [UInt32] = [64, 128, 192]

    init(process: Int32, _ colors: PictureColors) {
        self.process = UInt32(bitPattern: process)
        self.colors = colors
    }

    /// The highest eight bits of an ID, encoded as a diacritic; `nil` if the colour holds the whole ID.
    var high: Int? { colors == .direct ? nil : Int(1 + process % KittyNumbering.highest) }

    private var firstPlace: UInt32 {
        let values = KittyNumbering.firstPlaces
        return values[Int(process / KittyNumbering.highest) % values.count]
    }

    /// Returns the terminal's ID of the picture with that number, from 0 on.
    func id(of number: Int) -> UInt32 {
        guard let high else { return (1 + process % 0x7FFF) << 8 | UInt32(number) }
        return UInt32(high) << 24 | firstPlace + UInt32(number)
    }

    /// Returns the colour of the placeholder text for that picture.
    func color(of number: Int) -> CellColor {
        high == nil ? .rgb(id(of: number)) : .indexed(UInt8(firstPlace) + UInt8(number))
    }
}

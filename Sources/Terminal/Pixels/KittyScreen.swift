import Canvas
import Glibc

/// Pictures on a terminal with kitty's graphics protocol: each is brought once, under a number, and then text stands for
/// it, which curses draws, covers and moves like any other.
@TerminalActor
final class KittyScreen: PixelScreen {
    private struct Delivery {
        /// `nil` for commands of another kind.
        let picture: PixelPicture?
        var commands: ArraySlice<[UInt8]>
    }

    /// Bytes written between two frames, at most, beyond one command: a key never waits for more.
    private static let mostAtOnce = 24 * 1_024

    private let graphics: KittyGraphics
    private let numbering: KittyNumbering
    private let output: TerminalOutput
    private let wakeUp: @Sendable () -> Void
    private var images = KittyImages()
    private var encoder: BackgroundEncoder<PixelPicture>
    private var deliveries: [Delivery] = []

    init(
        _ graphics: KittyGraphics, _ numbering: KittyNumbering, _ output: TerminalOutput,
        wakeUp: @escaping @Sendable () -> Void
    ) {
        self.graphics = graphics
        self.numbering = numbering
        self.output = output
        self.wakeUp = wakeUp
        encoder = BackgroundEncoder(wakeUp: wakeUp)
    }

    func begin(_ compositor: inout Compositor) {
        for (picture, commands) in encoder.take() where images.isWanted(picture) {
            deliveries.append(Delivery(picture: picture, commands: commands[...]))
        }
        let arrived = deliver()
        if !arrived.isEmpty { compositor.redrawRows { $0.pixels.map(arrived.contains) ?? false } }
    }

    /// Writes what waits, as far as a frame may wait for it; returns the pictures of which all is written.
    private func deliver() -> Set<PixelPicture> {
        var arrived: Set<PixelPicture> = []
        var written = 0
        while let first = deliveries.first, written < KittyScreen.mostAtOnce {
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
            let number = images[pixels]
        else { return nil }
        let columns = 0..<slice.picture.size.width
        return PixelText(
            text: KittyPlaceholder.text(row: slice.row, columns: columns, high: numbering.high),
            color: numbering.color(of: number))
    }

    func compose(_ rows: [[DrawPlan.Segment]], _ plan: DrawPlan, width: Int) -> [Int] {
        let pictures = rows.pixelPictures.filter { KittyPlaceholder.reaches($0.value) }
        let demand = images.show(Array(pictures.keys))
        if !demand.deleted.isEmpty {
            let commands = demand.deleted.map { graphics.deletion(of: numbering.id(of: $0)) }
            deliveries.append(Delivery(picture: nil, commands: commands[...]))
        }
        for brought in demand.brought {
            guard let cells = pictures[brought.picture] else { continue }
            let (graphics, id) = (graphics, numbering.id(of: brought.number))
            encoder.encode(brought.picture) {
                graphics.transmission(of: PixelImage(brought.picture), id: id, cells: cells)
            }
        }
        return []
    }

    func end(cursor: Point) {
        if !deliveries.isEmpty { wakeUp() }
    }

    /// Pictures do not lie on the screen: text stands for them.
    func screenIsRewritten() {}

    func forget() {
        output.write(leavingBytes)
        // What is encoded for numbers of before comes to nobody.
        encoder = BackgroundEncoder(wakeUp: wakeUp)
        images.forgetAll()
        deliveries = []
    }

    func leave() { forget() }

    /// Ends a command that was cut off, and deletes whatever has a number.
    var leavingBytes: [UInt8] {
        guard images.end > 0 else { return [] }
        return Array("\u{1B}\\".utf8) + graphics.deletion(of: (0..<images.end).map(numbering.id))
    }
}

/// The numbers under which the terminal has this program's pictures. They are the terminal's for all programs in it, so
/// that a part of them is this process's.
struct KittyNumbering: Hashable {
    private let process: UInt32
    private let colors: PictureColors

    /// Marks that every terminal, and tmux, knows to take no column: those of the block of diacritics.
    private static let highest: UInt32 = 29
    /// The places in the palette that stand for numbers, which are as many: the lowest are of text.
    private static let firstPlaces: [UInt32] = [64, 128, 192]

    init(process: Int32, _ colors: PictureColors) {
        self.process = UInt32(bitPattern: process)
        self.colors = colors
    }

    /// The highest eight bits, which a mark tells; `nil` where the colour tells all.
    var high: Int? { colors == .direct ? nil : Int(1 + process % KittyNumbering.highest) }

    private var firstPlace: UInt32 {
        let places = KittyNumbering.firstPlaces
        return places[Int(process / KittyNumbering.highest) % places.count]
    }

    /// What the terminal knows the picture of that number by, from 0 on.
    func id(of number: Int) -> UInt32 {
        guard let high else { return (1 + process % 0x7FFF) << 8 | UInt32(number) }
        return UInt32(high) << 24 | firstPlace + UInt32(number)
    }

    /// The colour that stands for it.
    func color(of number: Int) -> CellColor {
        high == nil ? .rgb(id(of: number)) : .indexed(UInt8(firstPlace) + UInt8(number))
    }
}

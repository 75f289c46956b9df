import Canvas
import Glibc
import NIOConcurrencyHelpers
import Platform

/// The text that represents a picture's row in curses while the terminal shows it as pixels.
struct PixelText: Equatable {
    let text: String
    let color: CellColor
}

/// Shows pictures as pixels alongside curses, which draws them as cells until the pixels are there.
@TerminalActor
protocol PixelScreen: AnyObject {
    /// Call before a frame is planned: transmits what is ready, and marks the rows of newly arrived pictures for
    /// redrawing.
    func begin(_ compositor: inout Compositor)

    /// Returns the text that represents a row of a picture, or `nil` if it is drawn as cells.
    func text(of slice: PictureSlice) -> PixelText?

    /// Call when curses has the frame of `rows`, drawn by `plan`, but has not written it. Returns the rows that curses
    /// has to write completely.
    func compose(_ rows: [[DrawPlan.Segment]], _ plan: DrawPlan, width: Int) -> [Int]

    /// Call after curses has written the frame. `cursor` is the cursor's position now.
    func end(cursor: Point)

    /// Call when curses is going to write the whole screen again.
    func screenIsRewritten()

    /// Forgets what the terminal holds, so that everything is transmitted again.
    func forget()

    /// Removes all pictures from the terminal. None is transmitted before the next frame.
    func leave()

    /// The bytes that remove all current pictures from the terminal when the program is killed.
    var restoreSequence: [UInt8] { get }
}

extension [[DrawPlan.Segment]] {
    /// The pictures in these rows that have pixels, with their sizes in cells.
    var pixelPictures: [PixelPicture: Size] {
        var pictures: [PixelPicture: Size] = [:]
        for row in self {
            for segment in row {
                for slice in segment.line.pictures {
                    if let pixels = slice.picture.pixels { pictures[pixels] = slice.picture.size }
                }
            }
        }
        return pictures
    }
}

/// An image of RGBA pixels, row by row, as it is transmitted.
struct PixelImage: Equatable {
    let size: Size
    var bytes: [UInt8]

    init(size: Size, bytes: [UInt8]) {
        self.size = size
        self.bytes = bytes
    }

    /// Renders `picture`, in its circle if it has one.
    init(_ picture: PixelPicture) {
        guard let circle = picture.circle else {
            self.init(size: picture.pictureSize, bytes: picture.bytes)
            return
        }
        self.init(size: circle.size, bytes: [UInt8](repeating: 0, count: circle.size.width * circle.size.height * 4))
        draw(picture, circle)
    }

    private mutating func draw(_ picture: PixelPicture, _ circle: PixelPicture.Circle) {
        let disc = circle.disc.value
        for row in 0..<size.height {
            for column in 0..<size.width {
                let opacity = PixelImage.coverage(column: column, row: row, size)
                guard opacity > 0 else { continue }
                let own = PixelImage.pixel(
                    of: picture, column: column - circle.origin.column, row: row - circle.origin.row)
                let at = (row * size.width + column) * 4
                for part in 0..<3 {
                    let behind = Int(disc >> UInt32(16 - 8 * part) & 0xFF)
                    let (front, cover) = own.map { (Int($0[part]), Int($0[3])) } ?? (0, 0)
                    bytes[at + part] = UInt8((front * cover + behind * (255 - cover)) / 255)
                }
                bytes[at + 3] = opacity
            }
        }
    }

    private static func pixel(of picture: PixelPicture, column: Int, row: Int) -> SIMD4<UInt8>? {
        guard (0..<picture.pictureSize.width).contains(column), (0..<picture.pictureSize.height).contains(row) else {
            return nil
        }
        let at = (row * picture.pictureSize.width + column) * 4
        return SIMD4(picture.bytes[at], picture.bytes[at + 1], picture.bytes[at + 2], picture.bytes[at + 3])
    }

    /// The coverage of a pixel by the ellipse that fills a rectangle of `size`: 0 to 255.
    private static func coverage(column: Int, row: Int, _ size: Size) -> UInt8 {
        let radius = Double(min(size.width, size.height)) / 2
        let x = (Double(column) + 0.5) * 2 / Double(size.width) - 1
        let y = (Double(row) + 0.5) * 2 / Double(size.height) - 1
        let inside = (1 - (x * x + y * y).squareRoot()) * radius + 0.5
        return UInt8(max(0, min(1, inside)) * 255)
    }

    var isOpaque: Bool { stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }
}

extension CellColor {
    /// The colour as 0xRRGGBB; black for the terminal's default.
    var value: UInt32 {
        switch self {
        case .standard: 0
        case .indexed(let index): RGBColor.value(inPalette: index)
        case .rgb(let value): value
        }
    }
}

/// Encodes output for the terminal on other threads, and signals the terminal's thread when results are ready.
final class AsyncEncoder<Item: Sendable>: Sendable {
    private let results = NIOLockedValueBox<[(item: Item, commands: [[UInt8]])]>([])
    private let wakeUp: @Sendable () -> Void

    /// `wakeUp` is called on any thread when results are ready.
    init(wakeUp: @escaping @Sendable () -> Void) { self.wakeUp = wakeUp }

    /// Calls `encode` soon on another thread, and stores its result for `take()`.
    func encode(_ item: Item, _ encode: @escaping @Sendable () -> [[UInt8]]) {
        Task(executorPreference: TaskThreadPool.shared) { [results, wakeUp] in
            let commands = encode()
            results.withLockedValue { $0.append((item, commands)) }
            wakeUp()
        }
    }

    /// Returns the results since the last call.
    func drain() -> [(item: Item, commands: [[UInt8]])] {
        results.withLockedValue { results in
            defer { results = [] }
            return results
        }
    }
}

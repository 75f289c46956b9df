import Canvas

/// What a picture's row is to curses where the terminal shows it as pixels.
struct PixelText: Equatable {
    let text: String
    let color: CellColor
}

/// Pictures as pixels on a terminal, beside curses, which draws cells in their places until they are there.
@TerminalActor
protocol PixelScreen: AnyObject {
    /// Before a frame is planned: brings what is ready, and has rows drawn anew whose pictures are there now.
    func begin(_ compositor: inout Compositor)

    /// The text that stands for a row of a picture; `nil` where its cells are drawn.
    func text(of slice: PictureSlice) -> PixelText?

    /// Once a frame of `rows` is in curses by `plan`, and not on the screen; returns the rows that curses has to write
    /// whole.
    func compose(_ rows: [[DrawPlan.Segment]], _ plan: DrawPlan, width: Int) -> [Int]

    /// Once curses has written the frame, whose cursor is there now.
    func end(cursor: Point)

    /// Curses writes all of the screen anew.
    func screenIsRewritten()

    /// What the terminal has is not known: everything is brought anew.
    func forget()

    /// Takes everything off the terminal. Nothing is brought until the next frame.
    func leave()

    /// What takes everything off a terminal as it is now, for a program that is killed.
    var leavingBytes: [UInt8] { get }
}

extension [[DrawPlan.Segment]] {
    /// The pictures that are on the screen, those with pixels.
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

import Canvas

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

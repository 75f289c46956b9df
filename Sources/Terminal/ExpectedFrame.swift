import Canvas

/// A frame that curses believes to be on the screen, and what would have to be written for that.
struct ExpectedFrame {
    let frame: Frame
    /// What is on the screen.
    let present: Frame
    let bytes: [UInt8]
}

import Canvas

/// A frame that was prepared in advance: curses already believes that it is on the screen, and `bytes` would draw it.
struct ExpectedFrame {
    let frame: Frame
    /// The frame that is really on the screen.
    let present: Frame
    let bytes: [UInt8]
}

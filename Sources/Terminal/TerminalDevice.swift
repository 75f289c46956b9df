import Canvas

/// What a terminal tells the program.
public enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    case resized(Size)
    /// Ctrl-Z, or a stop signal from elsewhere: the program should call `stop()`.
    case stopRequested
    /// The program went on after a stop that it did not make itself: what is on the screen is not known.
    case continued
    /// Nothing will come any more: the terminal hung up, or its input ended.
    case hungUp
}

/// A screen that shows frames and tells of keys. The real one is `CursesTerminal`; tests have a recording twin.
@TerminalActor
public protocol TerminalDevice: AnyObject, Sendable {
    var size: Size { get }

    /// What it can give to pictures; does not change.
    var pictureColors: PictureColors { get }

    /// Shows `frame`, drawing only what differs from the one before.
    func draw(_ frame: Frame)

    /// Calls `work` once nothing has happened for a moment, so that what was drawn is on the screen first; never where
    /// something happens before.
    func whenIdle(_ work: @escaping @TerminalActor () -> Void)

    /// `frame` may well be drawn next: what can be made ready for it is made ready.
    func expect(_ frame: Frame)

    /// Calls `handler` with everything that happened since the call before, and with nothing when it was signalled,
    /// until it returns `false`. Between the calls the terminal sleeps.
    func serve(_ handler: @escaping @TerminalActor ([TerminalEvent]) -> Bool) async

    /// Has the handler called soon. Safe on any thread.
    nonisolated func signal()

    /// Takes over what the user wants of it by now; the next frame shows it.
    func use(_ look: TerminalLook)

    /// Rings the bell, or flashes the screen of a terminal without one.
    func ring()

    /// Has `notification` shown on the desktop, where the user asked for that; does nothing elsewhere.
    func notify(_ notification: DesktopNotification)

    /// Puts `text` into the clipboard of whoever sits there, where the terminal does that.
    func copy(_ text: ClipboardText)

    /// Calls the terminal's window so, where the terminal can; gives it its old name back with the screen.
    func setTitle(_ title: String)

    /// Draws everything anew, whatever is on the screen.
    func repaint()

    /// Gives the terminal back, stops the process as Ctrl-Z does, and takes the terminal again when it is continued.
    func stop()
}

extension TerminalDevice {
    public func whenIdle(_ work: @escaping @TerminalActor () -> Void) { work() }
    public func expect(_ frame: Frame) {}
}

/// Why the terminal cannot be used. Carries data only; the words are made at the edge.
public enum TerminalError: Error, Hashable, Sendable {
    /// Input or output is not a terminal.
    case notATerminal
    /// `TERM` names nothing known, or something that cannot address its cursor.
    case unsuitable(name: String)
    /// This machine has no locale that writes UTF-8.
    case noUTF8
}

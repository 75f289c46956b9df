import CNcurses
import Canvas
import Platform

public enum TerminalEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    case resized(Size)
    /// Ctrl-Z, or a stop signal from elsewhere: the program should call `stop()`.
    case stopRequested
    /// The program was continued after a stop that it did not make itself; the screen's content is unknown.
    case continued
    /// There will be no more input: the terminal hung up, or its input ended.
    case hungUp
}

/// A screen that shows frames and delivers input. `CursesTerminal` is the real one; tests use a recording
/// implementation.
@TerminalActor
public protocol TerminalDevice: AnyObject, Sendable {
    var size: Size { get }

    /// The colours that pictures can use; constant.
    var pictureColors: PictureColors { get }

    /// Shows `frame`, drawing only the differences from the one before.
    func draw(_ frame: Frame)

    /// Calls `next` once no event has arrived for a moment, so that what was drawn is on the screen first, and prepares the
    /// drawing of the frame that it returns, which is likely to be drawn next. Does not call it if an event arrives
    /// before, or if this device prepares nothing.
    func expect(_ next: @escaping @TerminalActor () -> Frame?)

    /// Calls `handler` with the events since its last call, or with none after `signal()`, until it returns `false`.
    /// Sleeps between the calls.
    func serve(_ handler: @escaping @TerminalActor ([TerminalEvent]) -> Bool) async

    /// Makes `serve` call its handler soon. Safe on any thread.
    nonisolated func signal()

    /// Applies the user's choices; the next frame shows them.
    func use(_ preferences: TerminalPreferences)

    /// Rings the bell, or flashes the screen of a terminal without one.
    func ring()

    func notify(_ notification: DesktopNotification)

    /// Copies `text` to the clipboard on the user's side, if the terminal supports that.
    func copy(_ text: ClipboardText)

    /// Sets the window title, if the terminal supports that; the old title is restored when the screen is given back.
    func setTitle(_ title: String)

    /// Redraws everything, whatever is on the screen.
    func repaint()

    /// Gives the terminal back, stops the process as Ctrl-Z does, and takes the terminal again when the process is
    /// continued.
    func stop()
}

extension TerminalDevice {
    public func expect(_ next: @escaping @TerminalActor () -> Frame?) {}
}

/// The reason why the terminal cannot be used. Carries data only; the user interface makes the text.
public enum TerminalError: Error, Hashable, Sendable {
    /// Input or output is not a terminal.
    case notATerminal
    /// This machine's terminal database has no entry for the terminal that `TERM` names; the name is empty if `TERM` is
    /// not set.
    case unknown(name: String)
    /// `TERM` names a terminal that cannot position its cursor.
    case unsuitable(name: String)
    /// The terminal reports a size that no terminal has.
    case invalidSize(Size)
    /// Curses failed to open the terminal.
    case notOpened(name: String)
    /// This machine has no UTF-8 locale.
    case noUTF8
}

/// The thread that owns the terminal, as a global actor: everything that calls curses is isolated to it.
///
/// While the shop is open, the thread runs one job, the loop of `TerminalDevice.serve`, which sleeps in `poll`. So a
/// key is read, reduced and drawn without a suspension: a continuation always resumes on another executor first, which
/// would cost every key two thread switches.
@globalActor
public actor TerminalActor {
    public static let shared = TerminalActor()
    private static let thread = TerminalThread()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { TerminalActor.thread.asUnownedSerialExecutor() }
}

/// A thread that runs an actor's jobs in order.
private final class TerminalThread: SerialExecutor {
    private let thread = WorkerThreads(name: "terminal", count: 1, maxWaiting: .max) {
        terminal_signals_prepare_thread()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.submit { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
}

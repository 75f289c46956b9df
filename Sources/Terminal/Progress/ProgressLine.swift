import Foundation
import Glibc
import NIOConcurrencyHelpers
import Synchronization

/// A progress line on standard error for long work: it appears after a delay, is updated in place, and is erased at the
/// end. Thread-safe.
public final class ProgressLine: Sendable {
    /// Work that finishes within this delay shows nothing.
    private static let delay = Duration.milliseconds(300)
    private static let interval = Duration.milliseconds(100)
    /// The assumed width if the terminal does not report one.
    private static let standardColumns = 80

    private struct State {
        var estimate = ProgressEstimate()
        /// The earliest time of the next redraw.
        var due: ContinuousClock.Instant
        var isShown = false
        var isOver = false
    }

    private let words: ProgressTexts
    private let isColored: Bool
    private let began = ContinuousClock.now
    private let state: NIOLockedValueBox<State>
    private let end = DispatchSemaphore(value: 0)

    /// Returns `nil` if standard error is not a terminal that can erase a line. If `ticks` is `true`, a thread keeps
    /// redrawing the line between reports; otherwise no thread is started.
    public init?(_ words: ProgressTexts, isColored: Bool, ticks: Bool = true) {
        guard isatty(STDERR_FILENO) == 1, !["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
        else { return nil }
        self.words = words
        self.isColored = isColored
        state = NIOLockedValueBox(State(due: began + ProgressLine.delay))
        if ticks { start() }
    }

    deinit { finish() }

    public func report(_ estimate: ProgressEstimate) {
        state.withLockedValue { state in
            state.estimate = estimate
            draw(&state)
        }
    }

    /// Erases the line and runs `body`, which may write to the terminal; the line is shown again when its next redraw
    /// is due.
    public func aside(_ body: () -> Void) {
        state.withLockedValue { state in
            wipe(&state)
            body()
        }
    }

    public func finish() {
        state.withLockedValue { state in
            wipe(&state)
            state.isOver = true
        }
        end.signal()
    }

    private func start() {
        let (state, end) = (state, end)
        let thread = Thread { [weak self] in
            var wait = ProgressLine.delay
            while end.wait(timeout: .now() + wait / .seconds(1)) == .timedOut {
                guard self?.tick() == true else { return }
                wait = ProgressLine.interval
            }
            withExtendedLifetime(state) {}
        }
        thread.name = "progress"
        thread.start()
    }

    private func tick() -> Bool {
        state.withLockedValue { state in
            draw(&state)
            return !state.isOver
        }
    }

    private func draw(_ state: inout State) {
        let now = ContinuousClock.now
        guard now >= state.due, !state.isOver else { return }
        state.due = now + ProgressLine.interval
        if !state.isShown { SignalCleanup.watch() }
        state.isShown = true
        // The last column stays free: some terminals would wrap to a new line there.
        let parts = state.estimate.bar(words, after: now - began).parts(columns: max(1, ProgressLine.columns - 1))
        ProgressLine.write("\r" + parts.map(styled).joined() + "\u{1B}[K")
    }

    private func styled(_ part: (text: String, style: ProgressBar.Style)) -> String {
        guard isColored else { return part.text }
        return switch part.style {
        case .plain: part.text
        case .done: "\u{1B}[36m\(part.text)\u{1B}[39m"
        case .toDo: "\u{1B}[2m\(part.text)\u{1B}[22m"
        }
    }

    private func wipe(_ state: inout State) {
        guard state.isShown else { return }
        state.isShown = false
        ProgressLine.write("\r\u{1B}[K")
        SignalCleanup.leave()
    }

    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return standardColumns }
        return Int(size.ws_col)
    }

    private static func write(_ text: String) {
        // A failed write needs no handling: the line is redrawn soon.
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// Erases the line if the program is interrupted while it is shown. Signals that are already handled or ignored are
/// left alone.
private enum SignalCleanup {
    private static let isShown = Atomic(false)

    static func watch() {
        isShown.store(true, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var present = sigaction()
            guard sigaction(number, nil, &present) == 0, present.__sigaction_handler.sa_handler == nil else { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { SignalCleanup.end($0) }
            sigaction(number, &action, nil)
        }
    }

    static func leave() { isShown.store(false, ordering: .relaxed) }

    /// The signal handler, limited to async-signal-safe calls: erases the line, then ends the program by the signal's
    /// default action.
    private static func end(_ number: Int32) {
        let wipe: StaticString = "\r\u{1B}[K"
        if isShown.load(ordering: .relaxed) { _ = write(STDERR_FILENO, wipe.utf8Start, wipe.utf8CodeUnitCount) }
        signal(number, SIG_DFL)
        raise(number)
    }
}

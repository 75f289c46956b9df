import Canvas
import Terminal

/// The time after which an idle guest is logged out at somebody else's terminal, as behind ssh.
///
/// With a limit there is no shell of the guest's own behind the terminal: the program cannot be suspended, and Ctrl-C
/// leaves like `q`.
public struct IdleLimit: Hashable, Sendable {
    /// The idle time before the warning, and the length of the warning in seconds.
    let untilWarning: Duration
    let warningSeconds: Int

    /// The longest warning, in seconds.
    private static let maxWarningTime = 60

    /// Creates a limit of `seconds` without a key or click, at least 2. The last minute of them is the warning, or the
    /// second half if the limit is less than two minutes.
    public init(seconds: Int) {
        let seconds = max(2, seconds)
        warningSeconds = min(IdleLimit.maxWarningTime, seconds / 2)
        untilWarning = .seconds(seconds - warningSeconds)
    }
}

extension ShopState {
    /// Dismisses the warning before the log-out; the key or click that does so does nothing else. Returns `nil` if
    /// there is no warning.
    mutating func stay() -> [Effect]? {
        guard layers[IdleWarning.self] != nil else { return nil }
        layers[IdleWarning.self] = nil
        return []
    }

    /// Restarts the idle timer after a key or click.
    mutating func restartIdleTimer() -> [Effect] {
        guard let idleLimit else { return [] }
        runningTimers.insert(.idle)
        return [.startTimer(.idle, idleLimit.untilWarning)]
    }

    /// Starts the idle timer for the first frame, and after a dismissed warning.
    mutating func startIdleTimerIfNeeded() -> [Effect] {
        guard idleLimit != nil, !runningTimers.contains(.idle), layers[IdleWarning.self] == nil else { return [] }
        return restartIdleTimer()
    }

    /// Shows the warning after a long idle time, above all layers.
    mutating func warnOfLogOut() -> [Effect] {
        guard let idleLimit else { return [] }
        layers[IdleWarning.self] = IdleWarning(secondsLeft: idleLimit.warningSeconds)
        return [.ring, .startTimer(.logOut, .seconds(1))]
    }

    /// Counts down one second of the warning. At zero the guest is logged out.
    mutating func countDownToLogOut() -> [Effect] {
        guard var warning = layers[IdleWarning.self] else { return [] }
        warning.secondsLeft -= 1
        layers[IdleWarning.self] = warning
        guard warning.secondsLeft <= 0 else { return [.startTimer(.logOut, .seconds(1))] }
        isLoggedOut = true
        return [.quit]
    }
}

/// The warning before a log-out, above everything else. Any key dismisses it.
struct IdleWarning: ShellLayer {
    var secondsLeft: Int

    var keyTable: KeyTable { [KeyBinding(.stay, .enter, .escape, .character(" "), hint: .important)] }

    /// Does nothing, because the shell handles every key first: see `ShopState.stay()`.
    mutating func handle(_ command: Command, _ shell: inout ShellContext) {}

    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture {
        let layout = context.layout.whole
        let title = LocalizedText("아직 계십니까?", "Still there?")[words.language]
        let unit = secondsLeft == 1 ? "second" : "seconds"
        let countdown = LocalizedText("\(secondsLeft)초 뒤에 나갑니다.", "You leave in \(secondsLeft) \(unit).")
        let advice = LocalizedText("아무 키나 누르면 그대로 계실 수 있습니다.", "Press any key to stay.")
        let rows =
            ModalRow.sentence(countdown[words.language], in: layout)
            + ModalRow.sentence(advice[words.language], .plain, .wanted, in: layout)
        let modal = Modal(layout: layout, region: Region("idle"), title: title, rows: rows)
        return LayerPicture(panels: [modal.panel], cursor: modal.point(ofRow: 0, column: 0))
    }
}

extension Command {
    static let stay = Command("idle.stay", help: ("그대로 있기", "stay"), hint: ("그대로 있기", "stay"))
}

import Foundation
import Glibc
import Terminal

/// Asks the terminal whether it draws pixels, as the shop does.
enum TerminalQuestion {
    enum Pixels: Equatable, Sendable {
        case answered(PixelExamination.Answer)
        /// It did not answer in time.
        case silent
        /// There is no terminal to ask, or it might print the query.
        case notAsked
    }

    /// The timeout in milliseconds, long enough for a remote terminal.
    private static let timeout = 500

    /// The names of terminals that do not understand such queries.
    private static let ignorant = ["", "dumb", "linux", "vt100", "ansi", "cygwin"]

    static func answersQuestions(_ name: String) -> Bool { !ignorant.contains(name) }

    static func pixels(allowed: Bool) -> Pixels {
        guard allowed, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return .notAsked }
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return .notAsked }
        defer { close(terminal) }
        var saved = termios()
        guard tcgetattr(terminal, &saved) == 0 else { return .notAsked }
        var raw = saved
        cfmakeraw(&raw)
        tcsetattr(terminal, TCSANOW, &raw)
        // A late answer must not be taken for input to the shell.
        defer { tcsetattr(terminal, TCSAFLUSH, &saved) }
        return ask(terminal)
    }

    /// Sends queries until the answer is known or the time is over.
    private static func ask(_ terminal: Int32) -> Pixels {
        var size = winsize()
        let knowsCell = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_xpixel > 0 && size.ws_ypixel > 0
        var examination = PixelExamination(knowsCell: knowsCell)
        let deadline = ContinuousClock.now + .milliseconds(timeout)
        var question = PixelExamination.question
        while true {
            guard write(terminal, question, question.count) == question.count else { return .notAsked }
            question = []
            while question.isEmpty {
                guard let bytes = answer(from: terminal, until: deadline) else { return .silent }
                switch examination.receive(bytes) {
                case .wait: continue
                case .ask(let next): question = next
                case .found(let answer): return .answered(answer)
                }
            }
        }
    }

    /// Returns the next bytes, or `nil` if none arrive before `deadline`.
    private static func answer(from terminal: Int32, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        let left = Int32(max(0, (deadline - .now) / .milliseconds(1)))
        var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard left > 0, poll(&wait, 1, left) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(terminal, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}

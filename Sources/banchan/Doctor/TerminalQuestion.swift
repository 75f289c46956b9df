import Foundation
import Glibc

/// Asks the terminal itself what it can draw.
enum TerminalQuestion {
    enum Pixels: Sendable {
        case kitty, sixel, none
        /// It did not answer in time.
        case silent
        /// There is nobody to ask, or it might print the question.
        case notAsked
    }

    /// A picture of one pixel that kitty answers to and does not draw (https://sw.kovidgoyal.net/kitty/graphics-protocol/),
    /// then the line wiped, for terminals that know no such sequences and print what is in it, and DA1, which every
    /// terminal answers.
    private static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\r\u{1B}[K\u{1B}[c"
    /// What stands for sixel among the attributes of the answer to DA1.
    private static let sixel = "4"
    /// Milliseconds that a terminal far away may take.
    private static let timeout: Int32 = 500

    /// Names of terminals that know no such questions.
    private static let ignorant = ["", "dumb", "linux", "vt100", "ansi", "cygwin"]

    static func mayAsk(_ name: String) -> Bool { !ignorant.contains(name) }

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
        // What comes late must not be taken for something typed into the shell.
        defer { tcsetattr(terminal, TCSAFLUSH, &saved) }
        let bytes = Array(question.utf8)
        guard write(terminal, bytes, bytes.count) == bytes.count else { return .notAsked }
        return meaning(of: answer(from: terminal))
    }

    /// What came until the answer to DA1 was whole, or the time was over.
    private static func answer(from terminal: Int32) -> String {
        var answer = ""
        let deadline = ContinuousClock.now + .milliseconds(Int(timeout))
        while deviceAttributes(in: answer) == nil {
            let left = Int32(max(0, (deadline - .now) / .milliseconds(1)))
            var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&wait, 1, left) > 0 else { return answer }
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = read(terminal, &bytes, bytes.count)
            guard count > 0 else { return answer }
            answer += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        return answer
    }

    static func meaning(of answer: String) -> Pixels {
        guard let attributes = deviceAttributes(in: answer) else { return .silent }
        if answer.contains("_Gi=31;OK") { return .kitty }
        return attributes.contains(sixel) ? .sixel : .none
    }

    /// The attributes that the answer to DA1 names, such as "62" and "4".
    private static func deviceAttributes(in answer: String) -> [String]? {
        answer.firstMatch(of: /\e\[\?([0-9;]*)c/).map { $0.output.1.split(separator: ";").map(String.init) }
    }
}

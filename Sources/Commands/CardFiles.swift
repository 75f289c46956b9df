import Contacts
import Foundation
import Glibc
import Platform
import ShopApp

/// Why cards could not be read or written. Carries data only.
enum CardFileError: Error {
    case phoneBook(PhoneBookError)
    case unreadable(path: String, code: Int)
    case unwritable(path: String, code: Int)
    /// Standard output cannot be written.
    case output(CommandProblem)
    /// The user requested a stop.
    case stopped
}

/// Reads cards from a file or from standard input.
final class CardInput {
    private static let piece = 1 << 16
    let path: String
    private let descriptor: Int32
    /// The size of a regular file in bytes; `nil` for an empty file and for anything else.
    private let size: Int?
    private var count = 0

    /// Opens the file at `path`; `nil` and `-` mean standard input.
    init(path: String?) throws(CardFileError) {
        let isStandard = path == nil || path == "-"
        self.path = isStandard ? "-" : path ?? "-"
        // Not waiting for the writer of a fifo: `read` does that, until a stop is requested.
        descriptor = isStandard ? STDIN_FILENO : open(self.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: self.path, code: Int(errno)) }
        var facts = stat()
        let isFile = fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        size = isFile && facts.st_size > 0 ? Int(facts.st_size) : nil
    }

    /// The fraction of the file read so far, from 0 to 1; `nil` if the size is unknown.
    var fraction: Double? { size.map { Double(count) / Double($0) } }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// Waits for the next bytes and returns them, or `nil` at the end or if a stop is requested.
    func read(until stop: StopRequest) throws(CardFileError) -> Data? {
        var bytes = [UInt8](repeating: 0, count: CardInput.piece)
        while stop.waits(for: descriptor) {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            self.count += max(0, count)
            if count >= 0 { return count == 0 ? nil : Data(bytes.prefix(count)) }
            guard errno == EINTR || errno == EAGAIN else { throw .unreadable(path: path, code: Int(errno)) }
        }
        return nil
    }
}

/// Writes cards to a file or to standard output. A regular file appears complete or not at all, readable by its owner
/// only.
final class CardOutput {
    /// The file and its name; `nil` for standard output.
    private let file: (path: String, output: OutputFile)?

    /// Begins to write the file at `path`; `nil` and `-` mean standard output. Waits for the reader of a fifo until a
    /// stop is requested.
    init(path: String?, until stop: StopRequest) throws(CardFileError) {
        guard let path, path != "-" else {
            file = nil
            return
        }
        do throws(POSIXError) {
            file = (path, try OutputFile(at: path) { stop.sleeps(milliseconds: $0) })
        } catch {
            throw stop.isMade ? .stopped : .unwritable(path: path, error)
        }
    }

    /// Whether the output goes to a terminal, where nothing else should appear.
    var sharesTerminal: Bool { file == nil && isatty(STDOUT_FILENO) == 1 }

    func write(_ data: Data) throws(CardFileError) {
        guard let file else {
            do throws(CommandProblem) {
                return try StandardOutput.write(data)
            } catch {
                throw .output(error)
            }
        }
        do throws(POSIXError) {
            try file.output.write(data)
        } catch {
            throw .unwritable(path: file.path, error)
        }
    }

    /// Puts the complete file in its place, so that it survives a loss of power.
    func finish() throws(CardFileError) {
        guard let file else { return }
        do throws(POSIXError) {
            try file.output.commit(durably: true)
        } catch {
            throw .unwritable(path: file.path, error)
        }
    }
}

extension CardFileError {
    fileprivate static func unwritable(path: String, _ error: POSIXError) -> CardFileError {
        .unwritable(path: path, code: Int(error.code.rawValue))
    }
}

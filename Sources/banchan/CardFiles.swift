import Foundation
import Glibc
import PhoneBook

/// Why cards cannot go from or to where they should. Carries data only.
enum CardFileError: Error {
    case phoneBook(PhoneBookError)
    case unreadable(path: String, code: Int)
    case unwritable(path: String, code: Int)
    /// Nobody reads the output any more.
    case closed
}

/// A file of cards that is read, or standard input.
final class CardInput {
    private static let piece = 1 << 16
    private let path: String
    private let descriptor: Int32

    /// `nil` and `-` are standard input.
    init(path: String?) throws(CardFileError) {
        let isStandard = path == nil || path == "-"
        self.path = isStandard ? "-" : path ?? "-"
        descriptor = isStandard ? STDIN_FILENO : open(self.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: self.path, code: Int(errno)) }
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// The next bytes; `nil` at the end.
    func read() throws(CardFileError) -> Data? {
        var bytes = [UInt8](repeating: 0, count: CardInput.piece)
        while true {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count >= 0 { return count == 0 ? nil : Data(bytes.prefix(count)) }
            guard errno == EINTR else { throw .unreadable(path: path, code: Int(errno)) }
        }
    }
}

/// A file of cards that is written, or standard output. A file is there as a whole or not at all, readable by its owner
/// only.
final class CardOutput {
    private let path: String?
    /// What becomes the file once it is whole.
    private let temporary: String
    private let descriptor: Int32
    private var isFinished = false

    /// `nil` and `-` are standard output.
    init(path: String?) throws(CardFileError) {
        guard let path, path != "-" else {
            self.path = nil
            temporary = ""
            descriptor = STDOUT_FILENO
            return
        }
        var template = Array("\(path).new-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        self.path = path
        temporary = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        guard descriptor >= 0 else { throw .unwritable(path: path, code: Int(errno)) }
    }

    deinit {
        guard path != nil, descriptor >= 0 else { return }
        close(descriptor)
        if !isFinished { unlink(temporary) }
    }

    func write(_ data: Data) throws(CardFileError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw failure
            }
        }
    }

    /// Puts the file in its place.
    func finish() throws(CardFileError) {
        guard let path else { return }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure }
        isFinished = true
    }

    private var failure: CardFileError { path.map { .unwritable(path: $0, code: Int(errno)) } ?? .closed }
}

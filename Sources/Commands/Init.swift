import ArgumentParser
import Foundation
import Glibc
import Platform
import ShopApp
import ShopServer

/// `banchan init`: writes a small shop to edit.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a small shop to edit.",
        discussion: """
            Writes a menu of a few dishes with details and pictures, a juice bar, a drinks machine, avatars, and shop.json with \
            all its fields explained, into a new or empty directory. Afterwards: banchan check DIR, and banchan serve --resources DIR.
            """)

    @Argument(help: ArgumentHelp("The directory to make; one that is there has to be empty.", valueName: "dir"))
    var directory: String

    func validate() throws {
        // An unset variable in a script: the paths of the files would begin at the root directory.
        if directory.isEmpty { throw ValidationError("The name of the directory is empty.") }
    }

    func run() throws {
        let language = User.ofCommand.language
        let files = try Init.files(language)
        try write(files, language)
        let path = "'\(directory.replacing("'", with: "'\\''"))'"
        let made = language.say(
            "파일 \(files.count)개를 만들었습니다. 고친 다음에는:", "Wrote \(files.count) files. Once you have edited them:")
        try StandardOutput.write("\(made)\nbanchan check \(path)\nbanchan serve --resources \(path)\n")
    }

    private static func files(_ language: Language) throws(CommandProblem) -> [String: Data] {
        let resources = try ShopServer.directory(nil)
        do throws(ShopServerError) {
            return try ShopServer.sampleFiles(of: resources) { language.say($0.korean, $0.english) }
        } catch {
            throw CommandProblem(error)
        }
    }

    private func write(_ files: [String: Data], _ language: Language) throws(CommandFailure) {
        guard isEmpty else {
            throw CommandFailure(
                sentence: language.say(
                    "빈 디렉터리가 아닙니다: \(directory). 새 이름을 정해 주세요.",
                    "This is not an empty directory: \(directory). Name a new one."), status: .failed)
        }
        do throws(POSIXError) {
            for (name, content) in files.sorted(by: { $0.key < $1.key }) {
                let path = "\(directory)/\(name)"
                try Init.makeDirectory(PrivateDirectory.parent(of: path))
                try Init.make(path, content)
            }
        } catch {
            let reason = SystemErrorText.of(Int(error.code.rawValue), in: language)
            throw CommandFailure(
                sentence: language.say(
                    "\(directory)에 쓸 수 없습니다: \(reason).", "Cannot write into \(directory): \(reason)."),
                status: .failed)
        }
    }

    /// Creates the directory at `path` and missing parents. Whoever the umask lets may read it: nothing in it is secret, and
    /// a service reads it as a user of its own.
    private static func makeDirectory(_ path: String) throws(POSIXError) {
        let mode = S_IRWXU | S_IRWXG | S_IRWXO
        if mkdir(path, mode) == 0 || errno == EEXIST { return }
        if errno == ENOENT {
            try makeDirectory(PrivateDirectory.parent(of: path))
            if mkdir(path, mode) == 0 || errno == EEXIST { return }
        }
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }

    /// Creates the file at `path`, which the same may read. Throws `EEXIST` if there is one, which may have come after the
    /// directory was checked: it is never replaced.
    static func make(_ path: String, _ content: Data) throws(POSIXError) {
        let mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        guard let failure = content.withUnsafeBytes({ DescriptorOutput.write($0, to: descriptor) }) else { return }
        guard case .system(let code) = failure else { throw POSIXError(.EAGAIN) }
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }

    /// Whether the directory is empty or does not exist.
    private var isEmpty: Bool {
        guard FileManager.default.fileExists(atPath: directory) else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: directory))?.isEmpty ?? false
    }
}

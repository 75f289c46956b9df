import ArgumentParser
import Foundation
import Platform
import ShopApp
import ShopServer

/// `banchan init`: writes a small shop to edit.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a small shop to edit.",
        discussion: """
            Writes a menu of a few dishes with details and pictures, a juice bar, a drinks machine and avatars into a new or \
            empty directory. Afterwards: banchan check DIR, and banchan serve --resources DIR.
            """)

    @Argument(help: ArgumentHelp("The directory to make; one that is there has to be empty.", valueName: "dir"))
    var directory: String

    func run() throws {
        let user = User.current
        let count: Int
        do throws(InitFailure) {
            let files = try Init.files()
            try write(files)
            count = files.count
        } catch {
            throw user.failure(error.sentence(in: user.language))
        }
        let text = NewShopMessages(count: count, directory: directory).sentence(in: user.language)
        do throws(CommandProblem) {
            try StandardOutput.write("\(text)\n")
        } catch {
            throw user.failure(error)
        }
    }

    private static func files() throws(InitFailure) -> [String: Data] {
        let resources: URL
        do throws(CommandProblem) {
            resources = try ShopServer.directory(nil)
        } catch {
            throw .noSample(error)
        }
        do throws(ShopServerError) {
            return try ShopServer.sampleFiles(of: resources)
        } catch {
            throw .noSample(CommandProblem(error))
        }
    }

    private func write(_ files: [String: Data]) throws(InitFailure) {
        guard isEmpty else { throw .notEmpty(directory) }
        do throws(POSIXError) {
            for (name, content) in files.sorted(by: { $0.key < $1.key }) {
                let path = "\(directory)/\(name)"
                try PrivateDirectory.create(at: URL(filePath: path).deletingLastPathComponent().path, durably: false)
                let file = try AtomicFileWriter(replacing: path)
                try file.write(content)
                try file.commit(durably: false)
            }
        } catch {
            throw .unwritable(directory, code: Int(error.code.rawValue))
        }
    }

    /// Whether the directory is empty or does not exist.
    private var isEmpty: Bool {
        guard FileManager.default.fileExists(atPath: directory) else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: directory))?.isEmpty ?? false
    }
}

/// Why no shop was written.
private enum InitFailure: Error {
    case notEmpty(String)
    case unwritable(String, code: Int)
    /// The shop that came with the program cannot be read.
    case noSample(CommandProblem)

    func sentence(in language: Language) -> String {
        switch (self, language) {
        case (.noSample(let problem), _): language.words.command(problem)
        case (.notEmpty(let path), .korean): "빈 디렉터리가 아닙니다: \(path). 새 이름을 정해 주세요."
        case (.notEmpty(let path), .english): "This is not an empty directory: \(path). Name a new one."
        case (.unwritable(let path, let code), .korean):
            "\(path)에 쓸 수 없습니다: \(SystemErrorText.of(code, in: language))."
        case (.unwritable(let path, let code), .english):
            "Cannot write into \(path): \(SystemErrorText.of(code, in: language))."
        }
    }
}

/// The message about a shop that was written.
private struct NewShopMessages {
    let count: Int
    let directory: String

    func sentence(in language: Language) -> String {
        let place = "'\(directory.replacing("'", with: "'\\''"))'"
        let commands = "banchan check \(place)\nbanchan serve --resources \(place)"
        return switch language {
        case .korean: "파일 \(count)개를 만들었습니다. 고친 다음에는:\n\(commands)"
        case .english: "Wrote \(count) files. Once you have edited them:\n\(commands)"
        }
    }
}

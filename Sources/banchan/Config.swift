import ArgumentParser
import Foundation
import Platform
import Settings
import ShopApp

/// `banchan config`: prints the effective settings and the origin of each.
struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print the settings and where each comes from.",
        discussion: """
            The command line goes before the environment, the environment before the file, the file before the defaults. The \
            file is banchan/config.yaml below XDG_CONFIG_HOME, or ~/.config. What is wrong with it is told on standard error, \
            and the exit code is not 0.
            """)

    @OptionGroup var place: ShopOptions

    @OptionGroup var chosen: SettingOptions

    @Flag(name: .customLong("init"), help: "Write a file with comments to begin with. A file that is there stays.")
    var writesFile = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let user = User(options: chosen.values(server: place.server))
        if writesFile { return try write(user) }
        let printed = PrintedSettings(user)
        let page = json ? try printed.json() : Data(printed.text.utf8)
        do throws(CommandProblem) {
            try StandardOutput.write(page)
            try user.checkSettings()
        } catch {
            throw user.failure(error)
        }
        if !user.read.problems.allSatisfy(\.isWarning) { throw ExitCode.failure }
    }

    private func write(_ user: User) throws {
        guard let path = user.reader.file else { throw user.failure(Config.noPlace(user.language)) }
        do throws(SettingsFile.InitError) {
            try SettingsFile.create(SettingsSample.text(in: user.language), at: path)
        } catch {
            throw user.failure(Config.sentence(error, path, user.language))
        }
        do throws(CommandProblem) {
            try StandardOutput.write("\(path)\n")
        } catch {
            throw user.failure(error)
        }
    }

    private static func noPlace(_ language: Language) -> String {
        switch language {
        case .korean: "HOME도 XDG_CONFIG_HOME도 없어 설정 파일을 둘 곳이 없습니다."
        case .english: "There is no place for a file of settings: neither HOME nor XDG_CONFIG_HOME is set."
        }
    }

    private static func sentence(_ error: SettingsFile.InitError, _ path: String, _ language: Language) -> String {
        switch (error, language) {
        case (.exists, .korean): "설정 파일이 이미 있습니다: \(path). 그대로 두었습니다."
        case (.exists, .english): "There is a file of settings already: \(path). It was left as it is."
        case (.unwritable(let code), .korean): "\(path)에 쓸 수 없습니다: \(SystemErrorText.of(code, in: language))."
        case (.unwritable(let code), .english): "Cannot write \(path): \(SystemErrorText.of(code, in: language))."
        }
    }
}

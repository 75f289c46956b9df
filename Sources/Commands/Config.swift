import ArgumentParser
import Foundation
import Platform
import Settings
import ShopApp
import Terminal

/// `banchan config`: prints the effective settings and the origin of each.
struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print the settings and where each comes from.",
        discussion: """
            The command line goes before the environment, the environment before the file, the file before the defaults. The \
            file is banchan/config.yaml below XDG_CONFIG_HOME, or ~/.config. What is wrong with it is printed on standard error, \
            and the exit code is not 0.
            """)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var chosen: SettingOptions

    @Flag(name: .customLong("init"), help: "Write a file with comments to begin with. A file that is there stays.")
    var writesFile = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let user = User(options: chosen.values(server: shopOptions.server))
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
        guard let path = user.reader.file else {
            throw user.failure(
                user.language.say(
                    "HOME도 XDG_CONFIG_HOME도 없어 설정 파일을 둘 곳이 없습니다.",
                    "There is no place for a file of settings: neither HOME nor XDG_CONFIG_HOME is set."))
        }
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

    private static func sentence(_ error: SettingsFile.InitError, _ path: String, _ language: Language) -> String {
        switch error {
        case .exists:
            language.say(
                "설정 파일이 이미 있습니다: \(path). 그대로 두었습니다.",
                "There is a file of settings already: \(path). It was left as it is.")
        case .unwritable(let code):
            language.say(
                "\(path)에 쓸 수 없습니다: \(SystemErrorText.of(code, in: language)).",
                "Cannot write \(path): \(SystemErrorText.of(code, in: language)).")
        }
    }
}

/// The file that `banchan config --init` writes: every setting with its default or an example, commented out.
enum SettingsSample {
    static func text(in language: Language) -> String {
        func says(_ korean: String, _ english: String) -> String { "# " + language.say(korean, english) }
        return """
            \(says("반찬 설정. 명령줄과 환경 변수가 이 파일보다 앞섭니다.", "Settings of banchan. The command line and the environment go before this file."))
            \(says("줄 앞의 #을 지우면 쓰입니다. 열려 있는 가게에도 바로 적용됩니다. 지금 값은: banchan config", "Take the # away to use a line. An open shop takes it over at once. What holds now: banchan config"))

            \(SettingName.allCases.map { single($0, language) }.joined(separator: "\n\n"))

            \(says("배경이 어두울 때와 밝을 때의 색: 따옴표로 묶은 #rrggbb, 또는 0부터 255까지의 번호", "Colours on dark and on light backgrounds: #rrggbb in quotes, or a number from 0 to 255"))
            #colors:
            #  dark:
            #    accent: "#00afaf"
            #    price: "#d78700"
            #    good: "#5faf5f"
            #    bad: "#ff5f5f"
            #    dim: "#949494"
            #  light:
            #    accent: "#005f5f"

            \(says("명령의 키. 명령의 이름은 아래에 있습니다. 키 하나나 목록, 빈 목록은 키 없음.", "Keys of commands, whose names are below: a key, or a list of keys; an empty list for none."))
            #keys:
            #  list.refetch: F5
            #  shop.quit: [q, Ctrl-Q]

            \(says("메뉴에 더할 구역: path는 가게 서버 아래, url은 다른 곳 (다음에 열 때부터)", "Sections to add to the menu: a path below the shop's server, or a url elsewhere (from the next start on)"))
            #sections:
            #  noodles:
            #    title: Noodles
            #    subtitle: from next door
            #    url: https://example.com/menu/noodles

            \(says("명령의 이름", "The names of commands"))
            \(CounterServices.commandNames.map { "#   \($0)" }.joined(separator: "\n"))

            """
    }

    /// Returns the lines of a setting with a single value: what it says, and an example.
    private static func single(_ name: SettingName, _ language: Language) -> String {
        let description = name.description
        let values = description.values.isEmpty ? "" : " (\(description.values.joined(separator: ", ")))"
        let start = description.isLive ? "" : language.say(" 다음에 열 때부터.", " From the next start on.")
        return "# \(language.say(description.text.korean, description.text.english))\(values)\(start)"
            + "\n#\(name.rawValue): \(description.example)"
    }
}

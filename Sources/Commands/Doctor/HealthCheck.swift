import CDatabase
import CPlatform
import Domain
import Foundation
import Glibc
import Platform
import Settings
import ShopApp
import ShopClient
import ShopResources
import ShopServer
import Terminal
import TerminalText

/// Checks everything that the shop needs.
struct HealthCheck: Sendable {
    let user: User
    let server: String?
    let keeperTokenFile: String?
    let databaseOptions: DatabaseOptions

    var findings: [HealthFinding] {
        get async {
            let shop = await shopFindings
            let stored = [disk] + (await orders) + [await contacts]
            return [terminal, colors, await pixels, locale] + libraries + settings + shop + stored
        }
    }

    func say(_ korean: String, _ english: String) -> String { user.language.say(korean, english) }
}

// Checks of the terminal.
extension HealthCheck {
    /// The name of the terminal database's entry that the shop uses here, or why it cannot open.
    private var entry: Result<String, TerminalError> {
        do throws(TerminalError) {
            return .success(
                try CursesTerminal.check(
                    CursesTerminal.Options(name: user.terminalName, allowsColor: user.allowsColor, log: "/dev/null")))
        } catch {
            return .failure(error)
        }
    }

    private var terminal: HealthFinding {
        switch entry {
        case .success(user.terminalName): HealthFinding(.terminal, .ok, "TERM=\(user.terminalName)")
        case .success(let entry):
            HealthFinding(
                .terminal, .note,
                say(
                    "이 컴퓨터는 TERM=\(user.terminalName) 터미널을 몰라 \(entry)로 엽니다.",
                    "This machine does not know TERM=\(user.terminalName): the shop opens as on \(entry)."),
                advice: say(
                    "터미널의 모든 기능을 쓰려면 ncurses-term이나 터미널의 terminfo를 설치해 주세요.",
                    "For all that the terminal can do, install ncurses-term or the terminal's own terminfo entry."))
        case .failure(let problem): terminal(problem: problem)
        }
    }

    private func terminal(problem: TerminalError) -> HealthFinding {
        let sentence = user.words.command(.terminal(problem))
        switch problem {
        case .notATerminal:
            return HealthFinding(
                .terminal, .note, say("여기는 터미널이 아닙니다.", "This is not a terminal."),
                advice: say("터미널에서 다시 실행하면 터미널도 살펴봅니다.", "Run it in a terminal to have that looked at, too."))
        case .noUTF8, .invalidSize, .notOpened: return HealthFinding(.terminal, .failed, sentence)
        case .unknown, .unsuitable:
            return HealthFinding(
                .terminal, .failed, sentence,
                advice: say(
                    "터미널의 이름을 TERM으로 알려 주세요. 대개 TERM=xterm-256color이면 됩니다.",
                    "Set TERM to your terminal's name; TERM=xterm-256color suits most."))
        }
    }

    private var colors: HealthFinding {
        guard user.allowsColor else {
            return HealthFinding(
                .colors, .note, say("NO_COLOR가 색을 끕니다.", "NO_COLOR turns them off."),
                advice: say("색을 쓰려면: unset NO_COLOR", "To have them: unset NO_COLOR"))
        }
        let name = (try? entry.get()) ?? user.terminalName
        if user.hasDirectColor || name.hasSuffix("-direct") {
            return HealthFinding(.colors, .ok, say("모든 색을 씁니다.", "All colours."))
        }
        if name.contains("256color") {
            return HealthFinding(
                .colors, .ok, say("256색을 씁니다.", "256 colours."),
                advice: say(
                    "터미널이 모든 색을 보여 준다면: export COLORTERM=truecolor",
                    "If your terminal shows all colours: export COLORTERM=truecolor"))
        }
        return HealthFinding(
            .colors, .note, say("색이 몇 가지뿐이라 사진은 보이지 않습니다.", "Only a few, and no pictures."),
            advice: say(
                "터미널이 256색을 보여 준다면 TERM=xterm-256color로 여세요.",
                "If your terminal shows 256 colours, set TERM=xterm-256color."))
    }

    private var pixels: HealthFinding {
        get async { finding(of: await answer) }
    }

    /// The terminal's answer or, in tmux, that of the terminal behind it if that one draws pixels.
    private var answer: TerminalQuestion.Pixels {
        get async {
            let own = TerminalQuestion.pixels(allowed: TerminalQuestion.answersQuestions(user.terminalName))
            guard own != .notAsked, let tmux = TmuxClient(environment: user.environment),
                let outer = await tmux.outerTerminal()
            else { return own }
            let behind = PixelExamination.answer(of: outer, hasDirectColor: user.hasDirectColor)
            return behind == .none ? own : .answered(behind)
        }
    }

    private func finding(of answer: TerminalQuestion.Pixels) -> HealthFinding {
        switch answer {
        case .notAsked:
            HealthFinding(.pixels, .note, say("물어볼 터미널이 없습니다.", "There is no terminal to ask."))
        case .silent:
            HealthFinding(
                .pixels, .note,
                say("터미널이 대답하지 않아 사진을 글자 칸으로 그립니다.", "The terminal does not answer: pictures are made of cells."))
        case .answered(.none):
            HealthFinding(
                .pixels, .note,
                say("이 터미널은 픽셀을 그리지 않아 사진을 글자 칸으로 그립니다.", "The terminal draws none: pictures are made of cells."),
                advice: say(
                    "kitty, foot, WezTerm, Konsole 같은 터미널은 픽셀을 그립니다.", "kitty, foot, WezTerm or Konsole draw them."))
        case .answered(.kitty): HealthFinding(.pixels, .ok, "kitty")
        case .answered(.sixel): HealthFinding(.pixels, .ok, "sixel")
        }
    }

    private var locale: HealthFinding {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { user.environment[$0] }.first { !$0.isEmpty } ?? "C"
        let spoken = say("한국어로 말합니다.", "English is spoken.")
        guard ColumnWidth.isUTF8 else {
            return HealthFinding(
                .locale, .failed, say("UTF-8 로캘이 없습니다 (\(name)).", "There is no UTF-8 locale (\(name))."),
                advice: say("C.UTF-8이나 ko_KR.UTF-8 로캘을 설치해 주세요.", "Install C.UTF-8 or ko_KR.UTF-8."))
        }
        let isNamed = name.lowercased().replacing("-", with: "").contains("utf8")
        return HealthFinding(
            .locale, isNamed ? .ok : .note, "\(name): \(spoken)",
            advice: isNamed ? nil : say("한글로 쓰려면: export LANG=ko_KR.UTF-8", "For Korean: export LANG=ko_KR.UTF-8"))
    }
}

// Checks of the settings.
extension HealthCheck {
    /// A finding for each problem, or one that there is none.
    private var settings: [HealthFinding] {
        guard !user.read.problems.isEmpty else {
            let file = user.reader.file.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
            let none = say("설정 파일이 없어 기본값을 씁니다.", "There is no file: the defaults hold.")
            return [HealthFinding(.settings, .ok, file ?? none)]
        }
        return user.read.problems.map { problem in
            HealthFinding(
                .settings, problem.isWarning ? .note : .failed,
                problem.sentence(file: user.reader.file ?? "", in: user.language),
                advice: say("지금 값은: banchan config", "What holds now: banchan config"))
        }
    }
}

// Checks of the libraries that the program loads when it first needs them.
extension HealthCheck {
    /// A library without which the program works, but for something.
    private struct OptionalLibrary {
        let name: String
        /// The package of Debian that has it.
        let package: String
        /// What does not work without it, in Korean and in English.
        let loss: (String, String)

        var isThere: Bool {
            guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
            dlclose(library)
            return true
        }
    }

    private static let optionalLibraries = [
        OptionalLibrary(
            name: PICTURES_PIXBUF, package: "libgdk-pixbuf-2.0-0", loss: ("사진이 보이지 않습니다", "no pictures are shown")),
        OptionalLibrary(name: PICTURES_CHAFA, package: "libchafa0", loss: ("사진이 보이지 않습니다", "no pictures are shown")),
        OptionalLibrary(
            name: POSTGRESQL_LIBRARY, package: "libpq5",
            loss: ("PostgreSQL 데이터베이스를 쓸 수 없습니다", "no PostgreSQL database can be used")),
    ]

    /// A finding for each library that is missing, or one that none is.
    var libraries: [HealthFinding] {
        let missing = HealthCheck.optionalLibraries.filter { !$0.isThere }
        guard !missing.isEmpty else {
            return [HealthFinding(.libraries, .ok, say("모두 설치되어 있습니다.", "All are installed."))]
        }
        return missing.map { library in
            HealthFinding(
                .libraries, .note,
                say(
                    "\(library.name) 파일이 없어 \(library.loss.0).", "\(library.name) is missing: \(library.loss.1)."),
                advice: "apt-get install \(library.package)")
        }
    }
}

import Domain
import Platform
import Settings
import ShopClient
import Terminal
import TerminalText

/// Settings that were read again while the shop is open.
public struct SettingsUpdate: Sendable {
    let read: ReadSettings
    /// The file's name, without its directory.
    let file: String
    let language: Language

    public init(_ read: ReadSettings, file: String, language: Language) {
        self.read = read
        self.file = file
        self.language = language
    }
}

/// A source of settings that change while the shop is open.
public struct SettingsChanges: Sendable {
    /// Calls `tell` with each change until its task is cancelled.
    let run: @Sendable (_ tell: @escaping @Sendable (SettingsUpdate) -> Void) async -> Void
    /// Keeps a setting that the user changed in the program, of the `current` ones. Returns the settings if `run` does
    /// not report them, such as where they cannot be kept. Blocks.
    let keep: @Sendable (_ change: SettingChange, _ current: Settings) -> SettingsUpdate?

    public init(
        run: @escaping @Sendable (_ tell: @escaping @Sendable (SettingsUpdate) -> Void) async -> Void,
        keep: @escaping @Sendable (_ change: SettingChange, _ current: Settings) -> SettingsUpdate?
    ) {
        (self.run, self.keep) = (run, keep)
    }
}

extension TerminalPreferences {
    public init(_ settings: Settings) {
        self.init(theme: settings.theme, colors: settings.colors, allowsMouse: settings.mouse)
    }
}

extension Guest {
    /// Creates the fixed guest of this terminal; `nil` if `settings` name none. `isShared` is false where the terminal is
    /// this guest's alone.
    public init?(_ settings: Settings, isShared: Bool = true) {
        guard let name = settings.guest else { return nil }
        self.init(name: PlainText(name), isFixed: true, isShared: isShared)
    }
}

extension ShopState {
    /// Applies changed settings. One toast reports that, or the first problem, and changes that need a restart.
    mutating func apply(_ update: SettingsUpdate) -> [Effect] {
        let (before, now) = (settings, update.read.settings)
        let isSame = before == now && update.language == language
        if before.guest != now.guest { guest = Guest(now) ?? Guest(name: guest.name) }
        adopt(now, update.language)
        let preferences = TerminalPreferences(now)
        var effects: [Effect] = preferences == TerminalPreferences(before) ? [] : [.use(preferences)]
        let waiting = SettingName.waiting(before, now)
        if !update.read.problems.isEmpty {
            effects += toast.queue(.settings(update, waiting: waiting))
        } else if !isSame {
            let changed = SettingName.allCases.filter { now.value(of: $0) != before.value(of: $0) }
            effects += toast.queue(.settingsRead(now, changed: changed, waiting: waiting))
        }
        return effects
    }
}

extension SettingName {
    /// Returns the changed settings that take effect at the next start.
    fileprivate static func waiting(_ before: Settings, _ now: Settings) -> [String] {
        let differs: [(String, Bool)] = [
            (server.rawValue, before.server != now.server), (pictures.rawValue, before.pictures != now.pictures),
            (plain.rawValue, before.plain != now.plain), ("sections", before.sections != now.sections),
        ]
        return differs.filter(\.1).map(\.0)
    }
}

extension Toast {
    fileprivate static func settingsRead(_ now: Settings, changed: [SettingName], waiting: [String]) -> Toast {
        let waits = waits(waiting)
        let lines = Localized { words in
            let values = changed.compactMap { SettingValueTexts(words: words).sentence($0, of: now) }
            return values.isEmpty
                ? [words.say("설정을 다시 읽었습니다.", "Settings reloaded.")] : [values.joined(separator: ", ")]
        }
        return Toast(
            .done, Localized(korean: lines.korean + waits.korean, english: lines.english + waits.english),
            isLong: !waiting.isEmpty)
    }

    /// The sentence that these settings take effect later; none if there are none.
    private static func waits(_ settings: [String]) -> Localized<[String]> {
        guard !settings.isEmpty else { return Localized(everywhere: []) }
        let names = settings.joined(separator: ", ")
        return Localized(
            korean: ["\(names): 다음에 열 때부터 적용됩니다."], english: ["\(names): takes effect at the next start."])
    }

    /// A toast with the first problem and the number of further ones.
    fileprivate static func settings(_ update: SettingsUpdate, waiting: [String]) -> Toast {
        let waits = waits(waiting)
        let (first, more) = (update.read.problems.prefix(1), update.read.problems.count - 1)
        func sentences(_ language: Language) -> [String] { first.map { $0.sentence(file: update.file, in: language) } }
        return Toast(
            .failed,
            Localized(
                korean: sentences(.korean) + (more > 0 ? ["그 밖에 \(more)개: banchan config"] : []) + waits.korean,
                english: sentences(.english) + (more > 0 ? ["\(more) more: banchan config"] : []) + waits.english),
            topic: Topic(name: "settings"))
    }
}

extension SettingsProblem {
    /// Returns the place and the problem in one sentence: "config.yaml:3: theme is one of auto, light, dark, 16,
    /// high-contrast."
    public func sentence(file: String, in language: Language) -> String {
        "\(origin.location(file: file)): \(SettingsTexts(words: language.words).sentence(reason))"
    }
}

extension SettingOrigin {
    /// Returns the place of a setting, for people who look for it; empty for a default.
    public func location(file: String) -> String {
        switch self {
        case .option(let name), .variable(let name): name
        case .file(let line): "\(file):\(line)"
        case .standard: ""
        }
    }
}

/// What a setting is set to, in words.
private struct SettingValueTexts: Texts {
    let words: Words

    /// Returns the name and the value of a setting that has one of a few values; `nil` for any other.
    func sentence(_ name: SettingName, of settings: Settings) -> String? {
        switch name {
        case .theme: "\(say("화면 색", "Theme")): \(theme(settings.theme))"
        case .pictures: "\(say("그림", "Pictures")): \(pictures(settings.pictures))"
        case .language: "\(say("언어", "Language")): \(language(settings.language))"
        case .mouse: "\(say("마우스", "Mouse")): \(switched(settings.mouse))"
        case .receipt: "\(say("영수증", "Receipt")): \(switched(settings.receipt))"
        case .bell: "\(say("벨", "Bell")): \(switched(settings.bell))"
        case .plain: "\(say("낭독용 화면", "Plain screen")): \(switched(settings.plain))"
        case .server, .guest: nil
        }
    }

    private var automatic: String { say("자동", "automatic") }

    private func switched(_ isOn: Bool) -> String { isOn ? say("켜짐", "on") : say("꺼짐", "off") }

    private func theme(_ choice: ThemeChoice) -> String {
        switch choice {
        case .auto: automatic
        case .light: say("밝게", "light")
        case .dark: say("어둡게", "dark")
        case .sixteen: say("16색", "16 colours")
        case .highContrast: say("고대비", "high contrast")
        }
    }

    private func pictures(_ choice: PictureChoice) -> String {
        switch choice {
        case .auto: automatic
        case .pixels: say("픽셀", "pixels")
        case .cells: say("글자", "characters")
        case .none: say("없음", "none")
        }
    }

    /// A language is named in itself.
    private func language(_ choice: LanguageChoice) -> String {
        switch choice {
        case .auto: automatic
        case .korean: Language.korean.ownName
        case .english: Language.english.ownName
        }
    }
}

/// Returns a ratio with one decimal: "3.1".
private func ratio(_ value: Double) -> String { "\(Int(value * 10) / 10).\(Int(value * 10) % 10)" }

/// What is wrong with a setting.
private struct SettingsTexts: Texts {
    let words: Words

    func sentence(_ reason: SettingsProblem.Reason) -> String {
        switch reason {
        case .unreadable(let code):
            say(
                "파일을 읽을 수 없습니다: \(SystemErrorText(errno: Int(code))[words.language]).",
                "The file cannot be read: \(SystemErrorText(errno: Int(code))[words.language]).")
        case .unwritable(let code):
            say(
                "파일에 쓸 수 없어 나갈 때까지만 씁니다: \(SystemErrorText(errno: Int(code))[words.language]).",
                "The file cannot be written, so this holds until you leave: "
                    + "\(SystemErrorText(errno: Int(code))[words.language]).")
        case .fixedLine(let name):
            say(
                "\(name) 줄은 직접 고쳐야 합니다. 지금 값은 나갈 때까지만 씁니다.",
                "Change \(name) here yourself. The value holds until you leave.")
        case .fixed(let name):
            say("이렇게 열어서 \(name)을(를) 바꾸지 않았습니다.", "The shop was opened with this, so \(name) stays.")
        case .notPlain: say("글이 든 파일이 아닙니다.", "This is not a file with text in it.")
        case .tooLarge(let limit):
            say("파일이 \(limit)바이트보다 커서 읽지 않았습니다.", "The file is larger than \(limit) bytes and is not read.")
        case .notUTF8: say("UTF-8이 아니어서 파일을 읽지 않았습니다.", "The text is not UTF-8, so the file is not read.")
        case .syntax(let text):
            say(
                "여기부터 YAML이 아니어서 파일을 읽지 않았습니다\(text.isEmpty ? "" : " (\(text))").",
                "The file is not YAML from here on and is not read\(text.isEmpty ? "" : " (\(text))").")
        case .duplicates(let names): say("같은 것이 두 번 있습니다: \(list(names)).", "The same twice: \(list(names)).")
        case .alias:
            say(
                "앵커(&)와 별칭(*)은 쓰지 않으므로 파일을 읽지 않았습니다. 그렇게 시작하는 글은 따옴표로 묶어 주세요.",
                "Anchors (&) and aliases (*) have no use here, so the file is not read. Put text that begins so in quotes."
            )
        case .noNames: say("설정은 theme: dark 같은 줄입니다.", "Settings are lines like theme: dark.")
        case .unknown(let name, let near):
            say("없는 설정입니다: \(name).\(suggestion(near))", "There is no setting \(name).\(suggestion(near))")
        case .unknownCommand(let name, let near):
            say("없는 명령입니다: \(name).\(suggestion(near))", "There is no command \(name).\(suggestion(near))")
        case .noValue(let name): say("\(name)에는 값 하나를 씁니다.", "\(name) is one value.")
        case .noGroup(let name):
            say("\(name) 아래에는 이름과 값을 들여 쓴 줄로 씁니다.", "\(name) is a group: names and values on indented lines below it.")
        case .noChoice(let name, let choices):
            say(
                "\(name)에는 \(choices.joined(separator: ", ")) 중 하나를 씁니다.",
                "\(name) is one of \(choices.joined(separator: ", ")).")
        case .noColor(let name):
            say(
                "\(name)에는 \"#00afaf\" 같은 색이나 0부터 255까지의 번호를 씁니다.",
                "\(name) is a colour like \"#00afaf\", or a number from 0 to 255.")
        case .lowContrast(let name, let value):
            say(
                "읽기 어려운 색입니다: \(name). 대비가 \(ratio(value))이고, 4.5 이상이어야 합니다.",
                "\(name) is hard to read: its contrast is \(ratio(value)), and should be 4.5 at least.")
        case .noKey(let text):
            say(
                "없는 키입니다: \(text). r, \"?\", Space, Ctrl-R, F5, PgDn처럼 씁니다.",
                "\(text) is no key. Write keys like r, \"?\", Space, Ctrl-R, F5 or PgDn.")
        case .noServer(let error): SecretTexts(words: words).address(error)
        case .noGuestName:
            say(
                "손님 이름은 1자부터 \(Guest.maxNameLength)자까지입니다.",
                "A guest's name has 1 to \(Guest.maxNameLength) characters.")
        case .missing(let part, let name): say("\(name)에 \(part) 줄이 없습니다.", "\(name) has no \(part).")
        case .pathAndAddress(let name):
            say("\(name)에는 path와 url 중 하나만 씁니다.", "\(name) has either a path or a url, not both.")
        case .noPath(let name):
            say(
                "\(name)의 path는 woowa/main처럼 서버 주소 아래의 길입니다.",
                "The path of \(name) is one below the server's address, like woowa/main.")
        case .noAddress(let name):
            say(
                "\(name)의 url은 가져올 수 있는 주소가 아닙니다: http나 https이고, 이름이나 비밀번호가 없어야 합니다.",
                "The url of \(name) is no address that can be fetched: http or https, and no name or password in it.")
        case .tooManySections(let limit): say("구역이 \(limit)개보다 많습니다.", "There are more than \(limit) sections.")
        }
    }

    private func list(_ names: [PlainText]) -> String { names.map(\.string).joined(separator: ", ") }

    private func suggestion(_ near: String?) -> String {
        say(near.map { " 혹시 \($0)입니까?" } ?? "", near.map { " Did you mean \($0)?" } ?? "")
    }
}

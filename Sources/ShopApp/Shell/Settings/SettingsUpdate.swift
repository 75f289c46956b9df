import Domain
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

    public init(run: @escaping @Sendable (_ tell: @escaping @Sendable (SettingsUpdate) -> Void) async -> Void) {
        self.run = run
    }
}

extension TerminalPreferences {
    /// Creates the preferences for the terminal from `settings`.
    public init(_ settings: Settings) {
        self.init(theme: settings.theme, colors: settings.colors, allowsMouse: settings.mouse)
    }
}

extension Guest {
    /// Creates the fixed guest of this terminal; `nil` if `settings` name none.
    public init?(_ settings: Settings) {
        guard let name = settings.guest else { return nil }
        self.init(name: PlainText(name), isFixed: true)
    }
}

extension ShopState {
    /// Applies changed settings. Toasts report problems and changes that need a restart.
    mutating func take(_ update: SettingsUpdate) -> [Effect] {
        let (before, now) = (settings, update.read.settings)
        let isSame = before == now && update.language == language
        if before.guest != now.guest { guest = Guest(now) ?? Guest(name: guest.name) }
        adopt(now, update.language)
        let preferences = TerminalPreferences(now)
        var effects: [Effect] = preferences == TerminalPreferences(before) ? [] : [.use(preferences)]
        if !isSame { effects += toast.queue(.settingsRead(waiting: SettingName.waiting(before, now))) }
        if !update.read.problems.isEmpty { effects += toast.queue(.settings(update)) }
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
    fileprivate static func settingsRead(waiting: [String]) -> Toast {
        let names = waiting.joined(separator: ", ")
        return Toast(
            Localized(
                korean: ["설정을 다시 읽었습니다."] + (waiting.isEmpty ? [] : ["\(names): 다음에 열 때부터 적용됩니다."]),
                english: ["The settings were read again."]
                    + (waiting.isEmpty ? [] : ["\(names): takes effect at the next start."])),
            isLong: !waiting.isEmpty)
    }

    /// A toast with the first problem and the number of further ones.
    fileprivate static func settings(_ update: SettingsUpdate) -> Toast {
        let (first, more) = (update.read.problems.prefix(1), update.read.problems.count - 1)
        func sentences(_ language: Language) -> [String] { first.map { $0.sentence(file: update.file, in: language) } }
        return Toast(
            Localized(
                korean: sentences(.korean) + (more > 0 ? ["그 밖에 \(more)개: banchan config"] : []),
                english: sentences(.english) + (more > 0 ? ["\(more) more: banchan config"] : [])),
            isError: true, topic: Topic(name: "settings"))
    }
}

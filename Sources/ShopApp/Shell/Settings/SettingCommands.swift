import Domain
import Settings
import Terminal
import TerminalText

/// A setting that the user changes in the program.
public struct SettingChange: Hashable, Sendable {
    public let name: SettingName
    /// The value as the file of settings has it.
    public let value: String
}

extension Command {
    static let changeLanguage = Command("settings.language", help: ("언어: 한국어, English", "language: 한국어, English"))
    static let changeTheme = Command(
        "settings.theme", help: ("화면 색(테마): \(values(ThemeChoice.self))", "theme: \(values(ThemeChoice.self))"))
    static let changePictures = Command(
        "settings.pictures", help: ("그림: \(values(PictureChoice.self))", "pictures: \(values(PictureChoice.self))"))
    static let changeBell = Command("settings.bell", help: ("벨: on, off", "bell: on, off"))

    private static func values<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
        Choice.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension Language {
    /// Its name in itself.
    var ownName: String { LocalizedText("한국어", "English")[self] }
}

extension ShopState {
    /// Returns the change that a command makes; `nil` if it changes no setting.
    func settingChange(of command: Command) -> SettingChange? {
        switch command {
        case .changeLanguage:
            let other: LanguageChoice = language == .korean ? .english : .korean
            return SettingChange(name: .language, value: other.rawValue)
        case .changeTheme: return SettingChange(name: .theme, value: settings.theme.next.rawValue)
        case .changePictures: return SettingChange(name: .pictures, value: settings.pictures.next.rawValue)
        case .changeBell: return SettingChange(name: .bell, value: settings.bell ? "off" : "on")
        default: return nil
        }
    }

    /// Returns the present value of the setting that a command changes, as the command's name has it; `nil` if it
    /// changes none.
    func settingValue(of command: Command) -> String? {
        switch command {
        case .changeLanguage: language.ownName
        case .changeTheme: settings.value(of: .theme)
        case .changePictures: settings.value(of: .pictures)
        case .changeBell: settings.value(of: .bell)
        default: nil
        }
    }
}

extension CaseIterable where Self: Equatable {
    /// The case after this one; after the last one the first.
    fileprivate var next: Self {
        let rest = Self.allCases.drop { $0 != self }.dropFirst()
        return rest.first ?? Self.allCases.first ?? self
    }
}

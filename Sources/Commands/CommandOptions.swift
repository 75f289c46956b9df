import ArgumentParser
import Settings
import Terminal

/// The command-line options for settings. All commands share this group: see `KeeperOptions`.
struct SettingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("\(SettingName.guest.description.text.english)", valueName: "name"))
    var guestName: String?

    @Option(
        help: ArgumentHelp("\(SettingName.theme.description.text.english)", valueName: "theme"))
    var theme: ThemeChoice?

    @Option(
        help: ArgumentHelp("\(SettingName.pictures.description.text.english)", valueName: "kind"))
    var pictures: PictureChoice?

    @Flag(help: "\(SettingName.plain.description.text.english)")
    var plain = false

    @Option(help: ArgumentHelp("\(SettingName.language.description.text.english)", valueName: "language"))
    var language: LanguageChoice?

    @Flag(help: "\(SettingName.mouse.description.text.english)")
    var noMouse = false

    @Flag(help: "\(SettingName.receipt.description.text.english)")
    var noReceipt = false

    @Flag(help: "\(SettingName.bell.description.text.english)")
    var noBell = false

    /// Returns the values that were given, including `server`.
    func values(server: String?) -> [SettingName: String] {
        [
            .guest: guestName, .theme: theme?.rawValue, .pictures: pictures?.rawValue, .language: language?.rawValue,
            .server: server, .mouse: noMouse ? "off" : nil,
            .receipt: noReceipt ? "off" : nil, .bell: noBell ? "off" : nil, .plain: plain ? "on" : nil,
        ].compactMapValues(\.self)
    }
}

extension ThemeChoice: ExpressibleByArgument {}
extension PictureChoice: ExpressibleByArgument {}
extension LanguageChoice: ExpressibleByArgument {}

/// The option that selects the source of guests' pictures.
struct CreatureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where guests' random pictures come from, such as https://pokeapi.co; else from the shop's server.",
            valueName: "url"))
    var pokeapi: String?
}

/// The keeper's credentials. All commands share this group: with separate ones, the parent command would take a
/// subcommand's option of the same name.
struct KeeperOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file with the keeper's token.", valueName: "path"), completion: .file())
    var keeperTokenFile: String?
}

struct ShopOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("\(SettingName.server.description.text.english)", valueName: "url"))
    var server: String?
}

import ArgumentParser
import Settings
import Terminal

/// The command-line options for settings. All commands share this group: see `KeeperOptions`.
struct SettingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Who orders at this terminal: nobody is asked for a name there.", valueName: "name"))
    var guestName: String?

    @Option(
        help: ArgumentHelp(
            "The colours: auto asks the terminal for its background; 16 takes none but the terminal's own 16.",
            valueName: "theme"))
    var theme: ThemeChoice?

    @Option(
        help: ArgumentHelp(
            "Pictures: auto shows pixels where the terminal says that it can, else cells; or pixels, cells, none.",
            valueName: "kind"))
    var pictures: PictureChoice?

    @Flag(help: "For screen readers: one column, no boxes, no pictures, and a line that says what changed.")
    var plain = false

    @Option(help: ArgumentHelp("The language: auto is that of the locale.", valueName: "language"))
    var language: LanguageChoice?

    @Flag(help: "Leaves the mouse to the terminal: nothing can be clicked, and text is selected without Shift.")
    var noMouse = false

    @Flag(help: "Leaves nothing in the terminal after a visit: else what was ordered stays there, as a receipt.")
    var noReceipt = false

    @Flag(help: "Never rings the terminal's bell.")
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
        help: ArgumentHelp(
            "The address of a shop's server, such as http://shop.local:8080, or of several with commas between them.",
            valueName: "url"))
    var server: String?
}

import ArgumentParser
import Contacts
import Domain
import Foundation
import Platform
import ShopApp
import ShopClient
import ShopHTTP
import Terminal

/// Runs the command on this program's own threads, which sleep when there is nothing to do.
@main
enum Main {
    @MainActor
    static func main() async {
        _ = EnvironmentSecrets.taken
        await withTaskExecutorPreference(TaskThreadPool.shared) { await Banchan.main() }
    }
}

/// The shop in the terminal.
struct Banchan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "banchan",
        abstract: "A food shop in your terminal.",
        discussion: """
            Opens the shop full screen. Without a server it brings its own, with its own menu, and works offline.
            Environment: BANCHAN_SERVER is the same as --server, BANCHAN_POKEAPI as --pokeapi, BANCHAN_GUEST as --guest-name, BANCHAN_NOTIFY as --notify, BANCHAN_THEME as --theme, BANCHAN_PICTURES as --pictures, BANCHAN_NO_MOUSE as --no-mouse; NO_COLOR turns colours off. BANCHAN_KEEPER_TOKEN is what \
            the keeper shows to change the stock, BANCHAN_WEBHOOK_URL is for its own server: see banchan serve --help.
            """,
        version: ShopVersion.current,
        subcommands: [Serve.self, Init.self, Check.self, Menu.self, Orders.self, Contacts.self])

    @OptionGroup var place: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @OptionGroup var creatures: CreatureOptions

    @Option(
        help: ArgumentHelp("Who orders at this terminal: nobody is asked for a name there.", valueName: "name"))
    var guestName: String?

    @Option(
        help: ArgumentHelp(
            "Shows new orders on the keeper's desktop, too: osc9 or osc777, whichever the terminal understands.",
            valueName: "sequence"))
    var notify: DesktopNotification.Sequence?

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

    @Flag(help: "Leaves the mouse to the terminal: nothing can be clicked, and text is selected without Shift.")
    var noMouse = false

    func run() async throws {
        let user = User.current
        do throws(CommandProblem) {
            let shop = try Shop(
                at: place.server, takesOrders: true, keeperTokenFile: keeper.keeperTokenFile, user: user)
            let guest = try user.guest(named: guestName)
            let creatures = try shop.creatures(at: self.creatures.pokeapi, user: user)
            let notifications = if let notify { notify } else { try user.notifications }
            let theme = if let theme { theme } else { try user.theme }
            let pictures = if let pictures { pictures } else { try user.pictures }
            let options = CursesTerminal.Options(
                name: user.terminalName, allowsColor: user.allowsColor, theme: theme,
                backgroundHint: user.backgroundHint, log: user.log, notifications: notifications,
                hasDirectColor: user.hasDirectColor, allowsMouse: !noMouse && user.allowsMouse,
                pictures: pictures, outerTerminal: TmuxClient(environment: user.environment)?.outerTerminal)
            try Banchan.check(options)
            try await Banchan.open(shop, creatures, guest, user, options)
        } catch {
            throw user.failure(error)
        }
    }

    /// Parses the command line and does what it says. Unlike the parser's own, it does not repeat on standard error what
    /// may be a secret.
    static func main() async {
        do {
            var command = try await asyncParseAsRoot()
            guard var command = command as? any AsyncParsableCommand else { return try command.run() }
            try await command.run()
        } catch {
            leave(with: error)
        }
    }

    private static func leave(with error: any Error) -> Never {
        let message = UsageMessage.redacted(fullMessage(for: error), Array(CommandLine.arguments.dropFirst()))
        let code = exitCode(for: error)
        // Help and the version are no failures.
        let output = code == .success ? FileHandle.standardOutput : FileHandle.standardError
        if !message.isEmpty { try? output.write(contentsOf: Data("\(message)\n".utf8)) }
        exit(withError: code)
    }

    private static func check(_ options: CursesTerminal.Options) throws(CommandProblem) {
        do throws(TerminalError) {
            try CursesTerminal.check(options)
        } catch {
            throw .terminal(error)
        }
    }

    @TerminalActor
    private static func open(
        _ shop: Shop, _ creatures: PokemonService, _ guest: Guest?, _ user: User, _ options: CursesTerminal.Options
    ) async throws(CommandProblem) {
        let terminal: CursesTerminal
        do throws(TerminalError) {
            terminal = try CursesTerminal(options)
        } catch {
            throw .terminal(error)
        }
        defer { terminal.close() }
        let (colors, density) = (terminal.pictureColors, terminal.density)
        let orders = shop.orders(user: user)
        let phoneBook = PhoneBookStore.standard(environment: user.environment).map {
            ContactsService(store: $0, creatures: creatures, colors: colors, density: density)
        }
        let counters = counters(of: shop, orders, phoneBook, user)
        let repository = shop.repository(of: counters, user: user)
        let loop = ShopLoop(
            device: terminal, repository: repository,
            pictures: shop.pictures(user: user, colors: colors, density: density),
            updates: shop.updates(of: repository), counters: counters, guest: guest ?? Guest(name: orders.lastGuest),
            place: shop.remoteName, visits: .standard(environment: user.environment), words: user.words)
        try await loop.run(alongside: shop.run)
    }

    /// All counters, in the order of their tabs.
    private static func counters(
        of shop: Shop, _ orders: OrderQueue, _ phoneBook: ContactsService?, _ user: User
    ) -> [ShopCounter] {
        let isKeeper = shop.credentials.keeper != nil
        return [
            .menu(details: shop.details, keeper: isKeeper ? shop.dishes : nil),
            .juiceBar(shop.juices, isKeeper: isKeeper),
            .drinksMachine(shop.drinks, isKeeper: isKeeper),
        ] + (phoneBook.map { [.contacts($0)] } ?? []) + [
            .orders(
                orders, moves: shop.moves, reports: shop.reports, details: shop.details,
                carts: shop.carts(user: user), names: phoneBook?.suggestions, isKeeper: isKeeper)
        ]
    }
}

extension DesktopNotification.Sequence: ExpressibleByArgument {}

extension ThemeChoice: ExpressibleByArgument {}

extension PictureChoice: ExpressibleByArgument {}

/// What the keeper of a shop shows. One group for all commands: the one in front would take another's option of that
/// name for its own.
struct KeeperOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file with the keeper's token.", valueName: "path"))
    var keeperTokenFile: String?
}

/// Which shop to go to.
struct ShopOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address of a shop's server, such as http://shop.local:8080.", valueName: "url"))
    var server: String?
}

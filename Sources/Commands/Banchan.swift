import ArgumentParser
import CPlatform
import Contacts
import Domain
import Foundation
import Platform
import Settings
import ShopApp
import ShopClient
import ShopHTTP
import Terminal

package enum Program {
    /// Runs the command on the program's own threads, which sleep when there is nothing to do.
    @MainActor
    package static func run() async {
        StandardOutput.occupyClosedDescriptors()
        _ = EnvironmentSecrets.values
        if !Banchan.startsWithSubcommand { process_share_heap() }
        // With nothing to parse the parser would still examine all options, for a third of the time to the first frame.
        if CommandLine.arguments.count == 1 { return await Banchan.openOrLeave(Banchan.Choices()) }
        await withTaskExecutorPreference(TaskThreadPool.shared) { await Banchan.main() }
    }
}

/// The root of a command line that begins with a subcommand's name: it lacks the options of `Banchan`, which the parser
/// would examine first, for longer than those of the subcommand.
private struct Subcommands: AsyncParsableCommand {
    static let configuration = Banchan.configuration
}

/// `banchan`: opens the shop in the terminal.
struct Banchan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "banchan",
        abstract: "A food shop in your terminal.",
        discussion: """
            Opens the shop full screen. Without a server it brings its own, with its own menu, and works offline.
            Environment: BANCHAN_SERVER is the same as --server, BANCHAN_POKEAPI as --pokeapi, BANCHAN_GUEST as --guest-name, BANCHAN_NOTIFY as --notify, BANCHAN_THEME as --theme, BANCHAN_LANGUAGE as --language, BANCHAN_PICTURES as --pictures, BANCHAN_PLAIN as --plain, BANCHAN_NO_MOUSE as --no-mouse, BANCHAN_NO_RECEIPT as --no-receipt, BANCHAN_NO_BELL as --no-bell; NO_COLOR turns colours off. BANCHAN_KEEPER_TOKEN is what \
            the keeper shows to change the stock, BANCHAN_DATABASE and BANCHAN_WEBHOOK_URL are for its own server: see banchan serve --help.
            \(CommandStatus.help)
            """,
        version: ProgramVersion.text,
        // Each subcommand declares its name: otherwise the parser searches all types of the program, for 1 ms each.
        subcommands: [
            Serve.self, Init.self, Check.self, Migrate.self, Menu.self, JuiceBar.self, Drinks.self, PlaceOrder.self,
            Orders.self, PrintTicket.self, Close.self, ShopCommand.self, Contacts.self, Config.self, GuestCommand.self,
            Doctor.self,
            Completions.self,
            Manual.self,
        ])

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @OptionGroup var creatures: CreatureOptions

    @OptionGroup var chosen: SettingOptions

    @Option(
        help: ArgumentHelp(
            "Shows on the desktop that your order is ready, and new ones to the keeper: osc9 or osc777, whichever the terminal understands.",
            valueName: "sequence"))
    var notify: DesktopNotification.Sequence?

    /// The command-line options that affect which shop is opened, and how.
    fileprivate struct Choices {
        var server: String?
        var keeperTokenFile: String?
        var pokeapi: String?
        var settings: [SettingName: String] = [:]
        var notify: DesktopNotification.Sequence?
    }

    func run() async throws {
        try await Banchan.open(
            Choices(
                server: shopOptions.server, keeperTokenFile: keeper.keeperTokenFile, pokeapi: creatures.pokeapi,
                settings: chosen.values(server: shopOptions.server), notify: notify))
    }

    /// Opens the shop. All of it runs on the terminal's thread: with another one, the first frame would wait for a
    /// processor to wake up.
    @TerminalActor
    fileprivate static func openOrLeave(_ choices: Choices) async {
        do {
            try await withTaskExecutorPreference(TaskThreadPool.shared) { try await open(choices) }
        } catch {
            leave(with: error)
        }
    }

    @TerminalActor
    private static func open(_ choices: Choices) async throws {
        let user = User(options: choices.settings)
        do throws(CommandProblem) {
            try user.checkSettings()
            let shop = try Shop(
                at: choices.server, takesOrders: true, keeperTokenFile: choices.keeperTokenFile, isOnScreen: true,
                user: user)
            let creatures = try shop.creatures(at: choices.pokeapi, user: user)
            let notifications = if let notify = choices.notify { notify } else { try user.notifications }
            let options = CursesTerminal.Options(
                name: user.terminalName, allowsColor: user.allowsColor, preferences: TerminalPreferences(user.settings),
                backgroundHint: user.backgroundHint, log: user.log, notifications: notifications,
                hasDirectColor: user.hasDirectColor, pictures: user.settings.plain ? .none : user.settings.pictures,
                outerTerminal: TmuxClient(environment: user.environment)?.outerTerminal,
                answersModeQuestions: user.answersModeQuestions)
            try Banchan.check(options)
            shop.beginOpeningIfNew()
            let visit = try await Banchan.open(
                shop, creatures, user, options, .standard(environment: user.environment)
            ) { $0.follow(with: user.followingCommand(isRemote: shop.remoteName != nil), isRemoteGuest: false) }
            // Nobody reads it if the terminal is gone.
            _ = StandardOutput.write(visit.receipt.map { "\($0)\n" }.joined(), to: STDOUT_FILENO, receiptLimit)
        } catch {
            throw user.failure(error)
        }
    }

    /// Parses the command line and runs the command. Unlike the parser's own `main`, it does not repeat possible
    /// secrets on standard error. What a command throws is reported here.
    static func main() async {
        do {
            var command =
                if startsWithSubcommand { try await Subcommands.asyncParseAsRoot() } else {
                    try await asyncParseAsRoot()
                }
            guard var command = command as? any AsyncParsableCommand else { return try command.run() }
            try await command.run()
        } catch {
            leave(with: error)
        }
    }

    fileprivate static var startsWithSubcommand: Bool {
        guard let first = CommandLine.arguments.dropFirst().first else { return false }
        return configuration.subcommands.contains { $0._commandName == first }
    }

    private static func leave(with error: any Error) -> Never {
        switch error {
        // The usage, which takes as long as parsing, is not part of a failure that has already been printed.
        case let code as ExitCode: Foundation.exit(code.rawValue)
        case let problem as CommandProblem: Foundation.exit(User.current.failure(problem).rawValue)
        case let failure as CommandFailure: Foundation.exit(User.current.failure(failure).rawValue)
        default: break
        }
        let message = UsageMessage.redacted(fullMessage(for: error), Array(CommandLine.arguments.dropFirst()))
        let code = exitCode(for: error)
        guard !message.isEmpty else { Foundation.exit(code.rawValue) }
        guard code == .success else {
            _ = StandardOutput.write("\(message)\n", to: STDERR_FILENO, -1)
            Foundation.exit(code.rawValue)
        }
        // Help and the version are not failures.
        do throws(CommandProblem) {
            try StandardOutput.write("\(message)\n")
        } catch {
            Foundation.exit(User.current.failure(error).rawValue)
        }
        Foundation.exit(code.rawValue)
    }

    static func check(_ options: CursesTerminal.Options) throws(CommandProblem) {
        do throws(TerminalError) {
            try CursesTerminal.check(options)
        } catch {
            throw .terminal(error)
        }
    }

    /// How long the receipt waits for a terminal that does not read, in milliseconds.
    private static let receiptLimit: Int32 = 1_000

    /// How a visit ended.
    struct Visit {
        /// Whether the guest was logged out for being idle.
        let isLoggedOut: Bool
        /// The lines that stay in the terminal.
        let receipt: [String]
    }

    /// Shows `shop` until the guest leaves, who is welcomed on the first of the `visits`. Without `creatures` there is no
    /// phone book. With an `idleLimit`, the terminal is a remote guest's, and settings are neither watched nor kept. `hint` says how to
    /// follow what was ordered.
    @TerminalActor
    static func open(
        _ shop: Shop, _ creatures: PokemonService?, _ user: User, _ options: CursesTerminal.Options,
        _ visits: VisitStore?, _ idleLimit: IdleLimit? = nil, hint: (Words) -> String?
    ) async throws(CommandProblem) -> Visit {
        let terminal: CursesTerminal
        do throws(TerminalError) {
            terminal = try CursesTerminal(options)
        } catch {
            throw .terminal(error)
        }
        defer { terminal.close() }
        let (colors, density) = (terminal.pictureColors, terminal.density)
        let orders = shop.orders(user: user)
        let phoneBook = creatures.flatMap { creatures in
            PhoneBookStore.standard(environment: user.environment).map {
                ContactsService(store: $0, creatures: creatures, colors: colors, density: density)
            }
        }
        let appearance = shop.lastAppearance(user: user)
        let counters = CounterServices(shop, orders, phoneBook, appearance, user).counters
        let repository = shop.repository(of: counters, appearance, user: user)
        let loop = ShopLoop(
            device: terminal, repository: repository,
            pictures: shop.pictures(user: user, colors: colors, density: density),
            updates: shop.updates(of: repository), counters: counters, appearance: appearance,
            guest: Guest(user.settings, isShared: idleLimit == nil) ?? Guest(name: orders.lastGuest),
            place: shop.remoteName,
            visits: visits,
            notes: user.startNotes(atEmbeddedShop: shop.remoteName == nil),
            settings: user.settings, changes: idleLimit == nil ? user.settingsChanges : user.settingsOfVisit,
            idleLimit: idleLimit,
            words: user.words)
        try await loop.run(alongside: shop.run)
        return Visit(isLoggedOut: loop.isLoggedOut, receipt: loop.receipt(hint: hint))
    }
}

extension User {
    /// Returns the command that follows the orders of this device, at a server or at its own shop. It names the server if
    /// only the command line did.
    fileprivate func followingCommand(isRemote: Bool) -> String {
        guard isRemote else { return "banchan orders --follow" }
        let command = "banchan orders --mine --follow"
        guard case .option = read.origin(of: SettingName.server.rawValue), let server = settings.server else {
            return command
        }
        // It stays in the terminal, where a password should not.
        guard !server.contains("@") else { return "\(command) --server ..." }
        let isPlain = server.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ":/.,-_[]".contains($0)) }
        return "\(command) --server \(isPlain ? server : "'\(server)'")"
    }
}

extension DesktopNotification.Sequence: ExpressibleByArgument {}

enum ProgramVersion {
    /// The version and the commit that was built, if that is known: "0.1.0 (1a2b3c4d5e)". Then, on a line of its own, the
    /// license.
    static let text = ShopVersion.current + (BuiltCommit.name.map { " (\($0))" } ?? "") + "\n" + license

    /// The copyright and the license, as in the repository's `LICENSE`.
    private static let license = "Copyright (c) 2026 The Banchan authors. MIT License."
}

import ArgumentParser
import Domain
import Foundation
import Glibc
import Platform
import ShopApp
import ShopClient
import ShopHTTP
import Terminal

/// `banchan guest`: the command that sshd runs for remote guests. It gives no access to a shell or to files.
struct GuestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guest",
        abstract: "Serve a guest who comes through ssh.",
        discussion: """
            What sshd runs in the place of a shell: ForceCommand exec banchan guest. Opens the shop of a running banchan \
            serve, that at http://127.0.0.1:8080 without --server. BANCHAN_GUEST, which a line of authorized_keys may \
            set, is the same as --name; who has no name but a key comes back to the same cart, and is asked for a name. \
            SSH_ORIGINAL_COMMAND may ask for menu, juice or drinks, with --json and --lang; everything else is refused. \
            Nothing else of the environment, of the account's files or of its settings is used.
            """)

    @OptionGroup var place: ShopOptions

    @Option(help: ArgumentHelp("Who comes: nobody is asked for a name there.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("How many guests there are at most at once.", valueName: "count"))
    var most = 32

    @Option(help: ArgumentHelp("How many of these one guest may take, by name, key or address.", valueName: "count"))
    var each = 4

    @Option(help: ArgumentHelp("After how long without a key a guest is logged out.", valueName: "seconds"))
    var idle = 600

    @Option(
        help: ArgumentHelp("Where guests' carts are kept; else below ~/.local/state.", valueName: "dir"),
        completion: .directory)
    var sessions: String?

    /// The address of the shop's server; by default that of `banchan serve`.
    private var server: String { place.server ?? "http://127.0.0.1:8080" }

    /// The time limit for printing in seconds: a client that does not read the output is not waited for.
    private static let maxPrintingTime: UInt32 = 60

    func run() async throws {
        do throws(POSIXError) {
            try GuestEnvironment.enter()
        } catch {
            throw User.current.failure(.guest(.cannotStart))
        }
        let user = User.current
        do {
            try await serve(user)
        } catch let problem as CommandProblem {
            throw user.failure(problem)
        }
    }

    private func serve(_ user: User) async throws {
        guard let request = GuestRequest(user.environment[GuestEnvironment.command]) else {
            throw CommandProblem.guest(.refused(commands: GuestRequest.commands))
        }
        let directory = try sessions.map { URL(filePath: $0) } ?? GuestCommand.standardSessions
        let identity = try GuestIdentity(name: name, environment: user.environment)
        let place = try place(below: directory, for: GuestSlotHolder(identity, environment: user.environment))
        try await settle(place, user)
        switch request {
        case .visit: try await visit(GuestSession(of: identity, in: place, below: directory), user)
        case .print(let words, let language): try await print(words, language)
        }
        // Not done after an error: money that could not be returned is left for the slot's next guest to settle.
        place.clear()
    }

    /// The default directory, below the account's own home, whatever the environment says.
    private static var standardSessions: URL {
        get throws(CommandProblem) {
            guard let account = getpwuid(getuid()), let home = account.pointee.pw_dir else {
                throw .guest(.cannotStart)
            }
            let user = ["HOME": String(cString: home)]
            guard let state = BaseDirectory.state.url(in: user) else { throw .guest(.cannotStart) }
            return state.appending(path: "banchan/guests")
        }
    }

    private func place(below sessions: URL, for holder: GuestSlotHolder) throws(CommandProblem) -> GuestSlot {
        do throws(VisitProblem) {
            return try GuestSlot.take(
                below: sessions, of: GuestSlot.Limits(all: most, each: max(1, each)), for: holder)
        } catch {
            throw .guest(error)
        }
    }

    /// Pays out the money that an unrecognised previous guest of the slot left in the drinks machine because the
    /// program was killed, and deletes that guest's data.
    private func settle(_ place: GuestSlot, _ user: User) async throws(CommandProblem) {
        let left = GuestSession(of: .unknown, in: place, below: place.directory)
        if left.wasUsed { _ = try await shop(of: left, user).giveMoneyBack() }
        place.clear()
    }

    private func shop(of session: GuestSession, _ user: User) throws(CommandProblem) -> Shop {
        try Shop(at: server, user: session.user(user))
    }

    private func visit(_ session: GuestSession, _ user: User) async throws(CommandProblem) {
        let user = session.user(user)
        try user.checkSettings()
        let options = CursesTerminal.Options(
            name: user.terminalName, allowsColor: user.allowsColor, backgroundHint: user.backgroundHint, log: user.log,
            hasDirectColor: user.hasDirectColor, readsSignalKeys: true)
        try Banchan.check(options)
        let shop = try shop(of: session, user)
        guard await shop.isThere() else { throw .guest(.closed) }
        // The terminal itself reports a hang-up, and then the money is returned.
        signal(SIGHUP, SIG_IGN)
        let isLoggedOut = try await Banchan.open(shop, nil, user, options, IdleLimit(seconds: idle))
        let money = try await shop.giveMoneyBack()
        var told = isLoggedOut ? [VisitWords.loggedOut(user.language)] : []
        if money > Won(0) { told.append(VisitWords.returned(money, user.language)) }
        if !session.isKept, session.hasWaitingOrders { told.append(VisitWords.orderUnanswered(user.language)) }
        // Ignore errors: the guest may be gone.
        for sentence in told { try? StandardOutput.write("\(sentence)\n") }
    }

    private func print(_ words: [String], _ language: Language?) async throws {
        if let language { setenv("LC_ALL", language == .korean ? "ko_KR.UTF-8" : "en_US.UTF-8", 1) }
        alarm(GuestCommand.maxPrintingTime)
        var command = try Banchan.parseAsRoot(words + ["--server", server])
        if var command = command as? any AsyncParsableCommand { return try await command.run() }
        try command.run()
    }
}

extension Shop {
    /// Whether a server answers at all.
    fileprivate func isThere() async -> Bool {
        switch await drinks.machine() {
        case .failure(.unreachable), .failure(.interrupted), .failure(.timedOut): false
        case .success, .failure: true
        }
    }

    /// Takes this terminal's money out of the drinks machine. Returns the amount. Throws if the server does not answer.
    fileprivate func giveMoneyBack() async throws(CommandProblem) -> Won {
        guard case .success(let machine) = await drinks.machine() else {
            guard await isThere() else { throw .guest(.closed) }
            return Won(0)
        }
        guard machine.balance > Won(0) else { return Won(0) }
        let outcome = await drinks.send(DrinkDraft(key: UUID(), action: .returnChange))
        guard case .returned(let money) = outcome else { return Won(0) }
        return money ?? machine.balance
    }
}

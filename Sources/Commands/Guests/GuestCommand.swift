import ArgumentParser
import Domain
import Foundation
import Glibc
import Platform
import ShopApp
import ShopClient
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
            SSH_ORIGINAL_COMMAND may ask for menu, juice, drinks or orders, with --json and --lang, and the guest's \
            orders with --follow; everything else is refused. \
            Nothing else of the environment, of the account's files or of its settings is used.
            """)

    @OptionGroup var shopOptions: ShopOptions

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

    @Option(
        help: ArgumentHelp(
            """
            A private file with the token of banchan serve --guest-token-file, to tell it the guest's address, so that \
            limits are each guest's own.
            """, valueName: "path"), completion: .file())
    var addressTokenFile: String?

    /// The address of the shop's server; by default that of `banchan serve`.
    private var server: String { shopOptions.server ?? "http://127.0.0.1:8080" }

    /// The time limit for printing in seconds: a client that does not read the output is not waited for.
    private static let maxPrintingTime: UInt32 = 60
    /// The time limit for following the guest's orders in seconds.
    private static let maxFollowingTime: UInt32 = 6 * 3_600
    /// How long a message waits for a guest's side that does not read, in milliseconds.
    private static let outputLimit: Int32 = 1_000

    func run() async throws {
        do throws(POSIXError) {
            try GuestEnvironment.enter()
        } catch {
            throw User.current.failure(.guest(.cannotStart))
        }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] { DescriptorOutput.makeNonBlocking(descriptor) }
        var user = User.current
        user.outputLimit = GuestCommand.outputLimit
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
        let forwarded = try forwarded(user)
        let slot = try slot(below: directory, for: GuestSlotHolder(identity, environment: user.environment))
        try await payOut(AbandonedData(below: directory), user)
        let session = GuestSession(of: identity, in: slot, below: directory, forwarded: forwarded)
        switch request {
        case .visit:
            let isPaidOut = try await visit(session, user)
            // The slot has the only copy of the identity under which the shop holds the money.
            if session.folder == nil, !isPaidOut { return }
        case .print(let words, let language): try await print(words, language, of: session)
        }
        // Not done after an error: money that could not be returned is left for the next visit to pay out.
        slot.clear()
    }

    /// The guest as the shop's server is told of it; `nil` without a token, or if sshd does not say where it comes from.
    private func forwarded(_ user: User) throws(CommandProblem) -> ForwardedGuest? {
        guard let token = try user.guestToken(file: addressTokenFile, option: "--address-token-file"),
            let address = GuestEnvironment.address(in: user.environment)
        else { return nil }
        return ForwardedGuest(at: address, token: token)
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

    private func slot(below sessions: URL, for holder: GuestSlotHolder) throws(CommandProblem) -> GuestSlot {
        do throws(VisitProblem) {
            return try GuestSlot.acquire(
                below: sessions, of: GuestSlot.Limits(all: most, each: max(1, each)), for: holder)
        } catch {
            throw .guest(error)
        }
    }

    /// Pays out the money that is left in the drinks machine under abandoned identities, and deletes their data.
    private func payOut(_ abandoned: AbandonedData, _ user: User) async throws(CommandProblem) {
        abandoned.addExpired()
        for directory in abandoned.directories {
            let shop = try Shop(at: server, user: user)
            let directories = GuestSession.directories(below: directory.url)
            var isPaidOut = true
            for session in TerminalSession.unused(for: shop.address, environment: directories) {
                if try await shop.giveMoneyBack(to: session) == nil { isPaidOut = false }
            }
            // The next visit goes on: this one is not to wait for each of them.
            guard isPaidOut else { return }
            directory.remove()
        }
    }

    /// Serves the guest. Returns whether the shop holds no money of the guest's afterwards.
    private func visit(_ session: GuestSession, _ user: User) async throws(CommandProblem) -> Bool {
        let user = session.user(user)
        try user.checkSettings()
        let options = CursesTerminal.Options(
            name: user.terminalName, allowsColor: user.allowsColor, backgroundHint: user.backgroundHint,
            log: session.log, hasDirectColor: user.hasDirectColor, readsSignalKeys: true)
        try Banchan.check(options)
        let shop = try Shop(at: server, guest: session, user: user)
        guard await shop.isThere() else { throw .guest(.closed) }
        // The terminal itself reports a hang-up, and then the money is returned.
        signal(SIGHUP, SIG_IGN)
        try? PrivateDirectory.create(at: session.slot.directory.path, durably: false)
        let visit = try await Banchan.open(
            shop, nil, user, options, session.visits, IdleLimit(seconds: idle)
        ) { words in
            // A guest without a folder has another identity the next time.
            session.folder == nil ? nil : words.follow(with: "orders --mine --follow", isRemoteGuest: true)
        }
        let (money, isPaidOut) = try await returnMoney(session, at: shop, user)
        var lines = visit.receipt + (visit.isLoggedOut ? [VisitTexts.loggedOut(user.language)] : [])
        if money > Won(0) { lines.append(VisitTexts.returned(money, user.language)) }
        if !isPaidOut { lines.append(VisitTexts.notReturned(user.language)) }
        if session.folder == nil, session.hasWaitingOrders { lines.append(VisitTexts.orderUnanswered(user.language)) }
        // Ignore errors: the guest may be gone.
        let farewell = lines.map { "\($0)\n" }.joined()
        _ = StandardOutput.write(farewell, to: STDOUT_FILENO, GuestCommand.outputLimit)
        return isPaidOut
    }

    /// Gives back the guest's money: that of this visit and that of earlier ones whose program was killed. Forgets the
    /// identities under which the shop knows nothing, and removes the guest's folder if it holds nothing then. Returns
    /// the amount, and whether that was all.
    private func returnMoney(
        _ session: GuestSession, at shop: Shop, _ user: User
    ) async throws(CommandProblem) -> (money: Won, isPaidOut: Bool) {
        let own = try await shop.giveMoneyBack(to: shop.credentials.session)
        var (money, isPaidOut) = (own ?? Won(0), own != nil)
        guard let folder = session.folder, folder.exists else { return (money, isPaidOut) }
        let forgets = !folder.holdsOrders
        if forgets, await shop.knowsNothing(of: shop.credentials.session) { shop.credentials.session.forget() }
        for earlier in TerminalSession.unused(for: shop.address, environment: user.environment) {
            let returned = try await shop.giveMoneyBack(to: earlier)
            money = Won(money.amount + (returned?.amount ?? 0))
            isPaidOut = isPaidOut && returned != nil
            if forgets, await shop.knowsNothing(of: earlier) { earlier.forget() }
        }
        folder.removeIfEmpty()
        return (money, isPaidOut)
    }

    private func print(_ words: [String], _ language: Language?, of session: GuestSession) async throws {
        if let language { setenv("LC_ALL", language == .korean ? "ko_KR.UTF-8" : "en_US.UTF-8", 1) }
        for (name, directory) in session.directories { setenv(name, directory, 1) }
        alarm(words.contains("--follow") ? GuestCommand.maxFollowingTime : GuestCommand.maxPrintingTime)
        var command = try Banchan.parseAsRoot(words + ["--server", server])
        if var command = command as? any AsyncParsableCommand { return try await command.run() }
        try command.run()
    }
}

extension Shop {
    /// The drinks machine as the terminal of that session sees it.
    private func drinks(of session: TerminalSession) -> DrinksClient {
        .http(client: client, credentials: Credentials(session: session), address: currentAddress)
    }

    /// Whether a server answers at all.
    fileprivate func isThere() async -> Bool {
        switch await drinks.machine() {
        case .failure(let failure): !failure.isConnectionLoss
        case .success: true
        }
    }

    /// Takes the session's money out of the drinks machine. Returns the amount, or `nil` if the server refuses for now.
    /// Throws if it does not answer.
    fileprivate func giveMoneyBack(to session: TerminalSession) async throws(CommandProblem) -> Won? {
        let drinks = drinks(of: session)
        let machine: DrinksMachine
        switch await drinks.machine() {
        case .success(let found): machine = found
        // A shop without the machine.
        case .failure(.status(404)): return Won(0)
        case .failure:
            guard await isThere() else { throw .guest(.closed) }
            return nil
        }
        guard machine.balance > Won(0) else { return Won(0) }
        let outcome = await drinks.send(DrinkDraft(key: UUID(), action: .returnChange))
        guard case .returned(let money) = outcome else { return nil }
        return money ?? machine.balance
    }

    /// Whether nothing is stored at the shop under the session: no money, purchases or orders.
    fileprivate func knowsNothing(of session: TerminalSession) async -> Bool {
        guard let address, case .success(let machine) = await drinks(of: session).machine(),
            machine.balance == Won(0), machine.purchases.isEmpty
        else { return false }
        let source = HTTPSectionSource(client: client, address: address, credentials: Credentials(session: session))
        guard case .content(let orders, _) = try? await source.fetch(.myOrders, validator: nil) else { return false }
        return orders.isEmpty && orders.leftOut.count == 0
    }
}

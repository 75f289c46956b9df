import ArgumentParser
import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import ShopApp
import ShopResources
import ShopServer
import Storage

/// `banchan serve`: runs only the server.
struct Serve: AsyncParsableCommand {
    /// The maximum number of threads that respond: more would only wait for the store's.
    private static let maxThreads = 4

    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the shop's server.",
        discussion: """
            Prints its URL on one line when it is ready. Stops gracefully on INT and TERM.
            Environment: BANCHAN_WEBHOOK_URL is where orders are announced, BANCHAN_KEEPER_TOKEN what the keeper shows \
            to read them and to set the juice bar's stock. Both are secrets: they are never printed, and the options take files for them. \
            BANCHAN_DATABASE is the same as --database, PGPASSWORD the password of a PostgreSQL database.
            """)

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8_080

    @Option(help: ArgumentHelp("The directory with the shop's data.", valueName: "dir"), completion: .directory)
    var resources: String?

    @OptionGroup var databaseOptions: DatabaseOptions

    @Flag(help: "Use the database although it has the orders of another shop, and make it this one's.")
    var adoptDatabase = false

    @Option(
        help: ArgumentHelp("A file with the address of a Slack-compatible webhook.", valueName: "path"),
        completion: .file())
    var webhookFile: String?

    @Flag(help: "Announce the orders, too, that were taken while there was no webhook.")
    var announceMissed = false

    @OptionGroup var keeper: KeeperOptions
    @OptionGroup var exposure: ExposureOptions
    @OptionGroup var operation: OperationOptions

    func run() async throws {
        CoreDumps.forbid()
        CoreDumps.hideMemory()
        DescriptorLimit.raise()
        var user = User.current
        if operation.logFormat == .json { user.logger = operation.logger }
        user.reportSettings()
        do throws(CommandProblem) {
            try await serve(user)
        } catch {
            throw user.failure(error)
        }
    }

    /// Returns the directory of a shop of one's own; `nil` for the sample shop, whose directory is the program's, also if
    /// it is named.
    private static func ownDirectory(_ path: String?) -> URL? {
        guard let directory = path.map({ URL(filePath: $0) }) else { return nil }
        let sample = try? ShopResources.directory()
        func place(_ directory: URL) -> String { directory.resolvingSymlinksInPath().standardizedFileURL.path }
        return sample.map(place) == place(directory) ? nil : directory
    }

    private func serve(_ user: User) async throws(CommandProblem) {
        let directory = Serve.ownDirectory(resources)
        let named = try user.database(databaseOptions)
        let database = named ?? directory.map(user.database(of:)) ?? user.ownDatabase
        let isNew = named == nil && database.isNew
        let (server, store) = try await open(database, user)
        // The sample shop is nobody's: its database and its zone do not matter.
        if let directory, let store {
            do throws(CommandProblem) {
                try await ShopIdentity(directory: directory).settle(
                    with: store, at: database.location, isAdopted: adoptDatabase)
            } catch {
                await server.closeStore()
                throw error
            }
            if named == nil { await user.report(database, of: directory, isNew: isNew) }
        }
        if resources != nil, let zone = server.assumedZone { user.report(.zoneAssumed(zone)) }
        let problem = await run(server, user)
        await server.closeStore()
        if let problem { throw problem }
    }

    /// Creates the server with its options, and the store of its orders.
    private func open(
        _ database: ShopDatabase, _ user: User
    ) async throws(CommandProblem) -> (ShopServer, (any Store)?) {
        let shopConfiguration = try ShopConfiguration(
            database: database, webhookFile: webhookFile,
            keeperTokenFile: keeper.keeperTokenFile, user: user)
        var store: (any Store)?
        let server = try await user.showing(.opening) { _ async throws(CommandProblem) in
            try await ShopServer.open(resources: resources, user: user) { configuration throws(CommandProblem) in
                configuration.host = host
                configuration.port = port
                configuration.threads = min(Serve.maxThreads, ProcessInfo.processInfo.activeProcessorCount)
                configuration.announcesMissedOrders = announceMissed
                try exposure.configure(&configuration, user)
                operation.configure(&configuration)
                if !configuration.isOnLoopback {
                    user.report(.exposed(host: host, isEncrypted: configuration.encryption != nil))
                }
                try shopConfiguration.configure(&configuration)
                store = configuration.store
                if let store = configuration.store as? PostgreSQLStore, store.isPooled {
                    user.report(.databasePooled(location: shopConfiguration.database.location))
                }
            }
        }
        return (server, store)
    }

    /// Serves until the program is asked to stop. Returns what ended it before, or kept it from printing its URL.
    private func run(_ server: ShopServer, _ user: User) async -> CommandProblem? {
        let (requests, stop) = AsyncStream<Void>.makeStream()
        let unprinted = NIOLockedValueBox<CommandProblem?>(nil)
        StopSignals.handle { stop.yield() }
        let serving = Task<CommandProblem?, Never>(executorPreference: TaskThreadPool.shared) {
            do throws(ShopServerError) {
                try await server.run { url in
                    ServiceAddress.announce(url, in: user.environment)
                    do throws(CommandProblem) {
                        try StandardOutput.write("\(url.absoluteString)\n")
                    } catch {
                        unprinted.withLockedValue { $0 = error }
                        stop.yield()
                    }
                }
                return unprinted.withLockedValue(\.self)
            } catch {
                return CommandProblem(error)
            }
        }
        let stopping = Task(executorPreference: TaskThreadPool.shared) {
            for await _ in requests { serving.cancel() }
        }
        defer { stopping.cancel() }
        return await serving.value
    }
}

extension ShopServer {
    /// Creates a server for the shop's data in `resources`, else for the data installed with the program. Its files are
    /// read while `configure` opens the store.
    static func open(
        resources: String?, user: User, configure: (inout Configuration) throws(CommandProblem) -> Void
    ) async throws(CommandProblem) -> ShopServer {
        let directory = try directory(resources)
        // The files that are installed with the program were checked when it was built.
        async let files = ShopFiles.reading(below: directory, areValid: resources == nil)
        var configuration = Configuration(resources: directory)
        configuration.onProblem = { user.report(CommandProblem($0)) }
        configuration.scaledPictures = BaseDirectory.cache.path(in: user.environment).map { $0 + "/banchan/pictures" }
        configuration.words = user.language == .korean ? .korean : .english
        configuration.onFindings = { user.report($0, of: directory) }
        try configure(&configuration)
        let read = await files
        do throws(ShopServerError) {
            return try ShopServer(configuration, read.get())
        } catch {
            // Report the position in the file, and all other problems.
            if case .unreadableResource = error { user.report(check(directory), of: directory) }
            throw CommandProblem(error)
        }
    }

    /// Returns the directory at `path`, else the one installed with the program.
    static func directory(_ path: String?) throws(CommandProblem) -> URL {
        if let path { return URL(filePath: path) }
        do throws(ShopResourcesError) {
            return try ShopResources.directory()
        } catch {
            throw .missingResources(path: error.placesLookedAt.joined(separator: ", "))
        }
    }
}

extension CommandProblem {
    init(_ error: ShopServerError) {
        self =
            switch error {
            case .missingResource(let path): .missingResources(path: path)
            case .inaccessibleResource(let path, _): .unreadableResource(path: path, why: nil)
            case .unreadableResource(let path, let why): .unreadableResource(path: path, why: why)
            case .noSuchPort(let port): .port(port)
            case .unknownHost(let host): .host(host)
            case .unusableCertificate(let path): .certificate(path: path)
            case .unusableKey(let path): .privateKey(path: path)
            case .exposedKey(let path): .exposedKey(path: path)
            case .certificateNotRenewed(let path): .certificateNotRenewed(path: path)
            case .certificateExpired(let path, let time): .certificateExpired(path: path, at: time)
            case .certificateNotYetValid(let path, let time): .certificateNotYetValid(path: path, from: time)
            case .certificateRenewed: .certificateRenewed
            case .filesPolled: .filesPolled
            case .portInUse(let host, let port): .portInUse(host: host, port: port)
            case .cannotListen(let host, let port, let code): .cannotListen(host: host, port: port, code: Int(code))
            case .storeTrouble(let trouble): .databaseTrouble(trouble)
            case .storeIsBack: .databaseIsBack
            case .messagesWait(let backlog, let failure): .messagesWait(backlog, failure)
            case .messagesDelivered: .messagesDelivered
            case .printerWaits(let name, let problem): .printerWaits(name, problem)
            case .printerIsBack(let name): .printerIsBack(name)
            case .charactersReplaced(let printer, let count): .charactersReplaced(printer: printer, count: count)
            case .endedByItself: .serverEnded
            }
    }
}

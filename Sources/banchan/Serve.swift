import ArgumentParser
import Foundation
import ShopApp
import ShopModels
import ShopResources
import ShopServer
import UnixSignals

/// `banchan serve`: the server alone.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the shop's server.",
        discussion: """
            Prints its URL on one line when it is ready. Stops gracefully on INT and TERM.
            Environment: BANCHAN_WEBHOOK_URL is where orders are announced, BANCHAN_KEEPER_TOKEN what the keeper shows \
            to read them and to set the juice bar's stock. Both are secrets: they are never printed, and the options take files for them.
            """)

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8_080

    @Option(help: ArgumentHelp("The directory with the shop's data.", valueName: "dir"))
    var resources: String?

    @Option(help: ArgumentHelp("The database with the orders and the stock.", valueName: "path"))
    var database: String?

    @Option(help: ArgumentHelp("A file with the address of a Slack-compatible webhook.", valueName: "path"))
    var webhookFile: String?

    @OptionGroup var keeper: KeeperOptions

    func run() async throws {
        DescriptorLimit.raise()
        let user = User.current
        let keeping = try Keeping(
            database: database, webhookFile: webhookFile, keeperTokenFile: keeper.keeperTokenFile, user: user)
        let server = try ShopServer.open(resources: resources, user: user) { configuration in
            configuration.host = host
            configuration.port = port
            keeping.configure(&configuration)
        }
        do {
            try await server.run(stoppingOn: [.sigterm, .sigint]) { url in
                FileHandle.standardOutput.write(Data("\(url.absoluteString)\n".utf8))
            }
        } catch {
            throw user.failure(CommandProblem(error))
        }
    }
}

extension ShopServer {
    /// A server for the shop's data in `resources`, else for what is installed with the program. What is wrong is told
    /// in a sentence, and the exit code is thrown.
    static func open(
        resources: String?, user: User, configure: (inout Configuration) -> Void
    ) throws -> ShopServer {
        do {
            let directory = try resources.map { URL(filePath: $0) } ?? ShopResources.directory()
            var configuration = Configuration(resources: directory)
            configuration.onProblem = { user.tell(CommandProblem($0)) }
            configure(&configuration)
            return try ShopServer(configuration)
        } catch let error as ShopResourcesError {
            throw user.failure(.missingResources(path: error.placesLookedAt.joined(separator: ", ")))
        } catch let error as ShopServerError {
            throw user.failure(CommandProblem(error))
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
            case .portInUse(let host, let port): .portInUse(host: host, port: port)
            case .cannotListen(let host, let port, let code): .cannotListen(host: host, port: port, code: Int(code))
            case .endedByItself: .serverEnded
            }
    }
}

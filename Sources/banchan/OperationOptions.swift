import ArgumentParser
import Logging
import ShopServer

/// The command-line options for operating the server.
struct OperationOptions: ParsableArguments {
    private static let drainTimes = 0...3_600

    @Option(
        help: ArgumentHelp(
            """
            plain tells what is wrong in sentences; text tells of each request as well, a line each; json tells both as \
            objects.
            """, valueName: "format"))
    var logFormat = LogFormat.plain

    @Option(
        help: ArgumentHelp(
            "How long to go on once asked to stop, while /ready says no: for balancers.", valueName: "seconds"))
    var drainSeconds = 0

    func validate() throws {
        guard OperationOptions.drainTimes.contains(drainSeconds) else {
            throw ValidationError("--drain-seconds is from 0 to \(OperationOptions.drainTimes.upperBound).")
        }
    }

    func configure(_ configuration: inout ShopServer.Configuration) {
        configuration.drainTime = .seconds(drainSeconds)
        configuration.logger = logger
    }

    /// The logger; `nil` if only problems are reported.
    var logger: Logger? {
        guard logFormat != .plain else { return nil }
        return Logger(label: "banchan") { _ in LineLogHandler(format: logFormat) }
    }
}

extension LogFormat: ExpressibleByArgument {}

import ArgumentParser
import Foundation
import ShopApp
import ShopServer

/// `banchan check`: checks the files of a shop.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the files of a shop.",
        discussion: """
            Reads the menu, its details and pictures, the juice bar, the drinks machine and the avatars as the server \
            would, and prints a line for everything that it would refuse, repair or not find: file:line:column: sentence. \
            The exit code is 0 where there is nothing but notes.
            """)

    @Argument(
        help: ArgumentHelp(
            "The directory with the shop's data; else the one that came with the program.", valueName: "dir"),
        completion: .directory)
    var directory: String?

    func run() throws {
        let user = User.current
        let report: CheckReport
        do throws(CommandProblem) {
            report = try check(user)
        } catch {
            throw user.failure(error)
        }
        if report.problems > 0 { throw ExitCode.failure }
    }

    /// Prints the findings and returns the report.
    private func check(_ user: User) throws(CommandProblem) -> CheckReport {
        let resources = try ShopServer.directory(directory)
        let path = directory ?? resources.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { throw .missingResources(path: path) }
        let report = user.showing(.checking) { ShopServer.check(resources) }
        let printed = PrintedFindings(report: report, directory: path, language: user.language)
        let text = (printed.lines() + [printed.summary]).joined(separator: "\n") + "\n"
        try StandardOutput.write(text)
        return report
    }
}

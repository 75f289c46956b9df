import ArgumentParser
import Foundation
import Progress
import ShopApp
import Storage

/// `banchan migrate`: copies everything that a shop stores to another database.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Copy a shop's orders, stock and money to another database.",
        discussion: """
            Each end is a file or postgres://user@host/name; the one that is not named is BANCHAN_DATABASE. Stop the \
            servers first. The destination has to be empty, and has everything afterwards, or nothing. What both have \
            is counted and added up, and printed.
            """)

    @Option(help: ArgumentHelp("The database to copy.", valueName: "database"), completion: .file())
    var from: String?

    @Option(help: ArgumentHelp("The database to copy it to.", valueName: "database"), completion: .file())
    var to: String?

    @Option(
        help: ArgumentHelp("A file with the password of a PostgreSQL database.", valueName: "path"), completion: .file()
    )
    var databasePasswordFile: String?

    func validate() throws {
        if from == nil, to == nil { throw ValidationError("Name what to copy with --from, or where with --to.") }
    }

    func run() throws {
        let user = User.current
        user.printSettingsProblems()
        do throws(CommandProblem) {
            try copy(user)
        } catch {
            if case .copy(_, _, .stopped) = error {
                user.tell(error)
                throw ExitCode(StopRequest.status)
            }
            throw user.failure(error)
        }
    }

    private func copy(_ user: User) throws(CommandProblem) {
        let source = try database(from, option: "--from", user)
        let destination = try database(to, option: "--to", user)
        let stop = StopRequest.taken()
        let copy = StoreCopy(from: source.copied, to: destination.copied)
        let line = user.progress(.migrating)
        let totals: [StoreCopy.Total]
        do throws(StoreCopyError) {
            defer { line?.finish() }
            totals = try copy.run { copied, total in
                line?.report(ProgressEstimate(count: copied, total: total))
                return !stop.isMade
            }
        } catch {
            throw .copy(source: source.place, destination: destination.place, error)
        }
        try StandardOutput.write(PrintedTotals(totals: totals, language: user.language).text)
    }

    private func database(_ named: String?, option: String, _ user: User) throws(CommandProblem) -> ShopDatabase {
        guard let database = try user.database(named, option: option, passwordFile: databasePasswordFile) else {
            throw .noDatabase(option: option)
        }
        return database
    }
}

extension ShopDatabase {
    fileprivate var copied: StoreCopy.Place {
        switch self {
        case .file(let path): .sqlite(path: path)
        case .own(let file): .sqlite(path: file.path)
        case .postgreSQL(let address, let password): .postgreSQL(address, password: password)
        }
    }
}

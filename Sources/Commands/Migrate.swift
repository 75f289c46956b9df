import ArgumentParser
import Domain
import Foundation
import ShopApp
import Storage
import Terminal

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
        let user = User.ofCommand
        do throws(CommandProblem) {
            try copy(user)
        } catch {
            guard case .copy(_, _, .stopped) = error else { throw error }
            user.report(error)
            throw ExitCode(StopRequest.status)
        }
    }

    private func copy(_ user: User) throws(CommandProblem) {
        let source = try database(from, option: "--from", user)
        let destination = try database(to, option: "--to", user)
        let stop = StopRequest.onSignals()
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
            throw .copy(source: source.location, destination: destination.location, error)
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
    fileprivate var copied: StoreCopy.Location {
        switch self {
        case .file(let path): .sqlite(path: path)
        case .own(let file): .sqlite(path: file.path)
        case .postgreSQL(let address, let password): .postgreSQL(address, password: password)
        }
    }
}

/// Formats the totals of a database copy as text.
struct PrintedTotals {
    let totals: [StoreCopy.Total]
    let language: Language

    var text: String {
        let rows = totals.compactMap { total in
            total.content.map { [label($0), "\(total.rows)", sum(of: total, $0)] }
        }
        return PrintedTable.text(
            [[language.say("옮긴 것", "Copied"), language.say("개수", "Count"), language.say("합계", "Sum")]] + rows,
            minWidths: [20, 8, 14], numbers: [1, 2])
    }

    /// Returns the sum to print, or an empty string: sums of order numbers or versions are only for comparison.
    private func sum(of total: StoreCopy.Total, _ content: StoreCopy.Content) -> String {
        switch content {
        case .orders, .money: total.sum.map { Won($0).text } ?? ""
        case .fruit, .drinks: total.sum.map { "\($0)" } ?? ""
        case .bookings, .closings, .keys, .answers, .messages, .sections, .purchases, .records: ""
        }
    }

    private func label(_ content: StoreCopy.Content) -> String {
        switch content {
        case .orders: language.say("주문", "Orders")
        case .bookings: language.say("지난 날의 변경", "Changes of past days")
        case .closings: language.say("마감", "Closings")
        case .keys: language.say("주문 요청 번호", "Keys of orders")
        case .answers: language.say("답한 요청", "Answered requests")
        case .messages: language.say("보낼 알림", "Messages to send")
        case .sections: language.say("섹션 버전", "Versions of sections")
        case .fruit: language.say("과일 재고", "Fruit in stock")
        case .drinks: language.say("음료 재고", "Drinks in stock")
        case .money: language.say("자판기에 넣은 돈", "Money in the machine")
        case .purchases: language.say("음료 구매", "Drinks bought")
        case .records: language.say("그 밖의 기록", "Other records")
        }
    }
}

import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import TerminalText

/// `banchan menu count`: sets how many of a dish are left.
struct CountDish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Set how many of a dish are left, as the keeper.",
        discussion: """
            The number goes down with each order, and at 0 the dish is sold out. With none, its file applies again, which \
            counts it or does not. The dish is changed at a server, as its keeper, who shows the token of \
            --keeper-token-file or BANCHAN_KEEPER_TOKEN; without a server, in this device's shop.
            """)

    /// How many are left.
    enum Left: Hashable, ExpressibleByArgument {
        case count(Int)
        case asInFile

        init?(argument: String) {
            if argument == "none" { self = .asInFile; return }
            guard let count = Int(argument), Dish.counts.contains(count) else { return nil }
            self = .count(count)
        }
    }

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @Argument(help: ArgumentHelp("The dish, as banchan menu --json calls it.", valueName: "hash"))
    var hash: String

    @Option(
        help: ArgumentHelp(
            "How many are left, from \(Dish.counts.lowerBound) to \(Dish.counts.upperBound), or none to leave it to the file.",
            valueName: "count"))
    var left: Left

    @Flag(help: "Print the changed dish as JSON, as schemas/dish.json describes it.")
    var json = false

    func run() async throws {
        let user = User.ofCommand
        let shop = try Shop(
            at: shopOptions.server, takesOrders: true, keeperTokenFile: keeper.keeperTokenFile, user: user)
        guard shop.credentials.keeper != nil else { throw CommandProblem.noKeeperToken }
        let words = DishChangeTexts(language: user.language)
        let change: DishDraft.Change = if case .count(let count) = left { .count(count) } else { .fileCount }
        let dish = try await user.showing(.asking) { [hash] _ in
            try await shop.open { try await shop.change(hash, change, words) }
        }
        try StandardOutput.write((json ? PrintedJSON.line(dish) : words.left(of: dish)) + "\n")
    }
}

extension Shop {
    /// Changes the dish with that hash, whatever its title is now. Returns it as it is afterwards.
    fileprivate func change(
        _ hash: String, _ change: DishDraft.Change, _ words: DishChangeTexts
    ) async throws -> KeeperDish {
        let dishes = dishes
        let dish: KeeperDish
        switch await dishes.fetch(hash) {
        case .success(let found): dish = found
        case .failure(.status(let status)): throw words.refused(status, hash)
        case .failure: throw words.unreachable
        }
        let draft = DishDraft(key: UUID(), hash: hash, title: PlainText(dish.title), change: change)
        switch await RetryOnce.outcome(of: { await dishes.send(draft) }, doubt: \.doubt) {
        case .changed(let dish?): return dish
        case .changed(nil): throw words.unreadable
        case .refused(let status): throw words.refused(status, hash)
        case .unanswered(let failure): throw failure.mayHaveArrived ? words.unknown(failure) : words.unreachable
        }
    }
}

/// The messages about changes of dishes.
private struct DishChangeTexts: Sendable {
    let language: Language

    func left(of dish: KeeperDish) -> String {
        let left = dish.count.map { language.say("\($0)개 남음", "\($0) left") } ?? language.say("세지 않음", "not counted")
        return "\(PlainText(dish.title).string): \(left)"
    }

    func refused(_ status: Int, _ hash: String) -> any Error {
        switch status {
        case 401, 403: CommandProblem.wrongKeeperToken
        case 404: failure(.refused, "메뉴에 없는 반찬입니다: \(hash)", "There is no such dish on the menu: \(hash)")
        case 409:
            failure(
                .refused, "그 사이 다른 반찬으로 바뀌었습니다. 다시 해 주세요.", "It is another dish by now: try again.")
        default:
            failure(
                CommandStatus(httpStatus: status), "서버가 거절했습니다 (\(status)).", "The server refused (\(status)).")
        }
    }

    var unreachable: CommandFailure {
        failure(
            .unreachable, "서버에 연결할 수 없어 아무것도 바꾸지 않았습니다.",
            "The server cannot be reached. Nothing was changed.")
    }

    /// It was changed, but the answer does not say what it is like now.
    var unreadable: CommandFailure {
        failure(.failed, "바뀌었지만 응답을 읽을 수 없습니다.", "It was changed, but the answer could not be read.")
    }

    func unknown(_ failure: FetchFailure) -> CommandFailure {
        let reason = language.unanswered(failure)
        return self.failure(
            .unreachable, "\(reason) 바뀌었는지 알 수 없습니다. 같은 명령을 다시 해 주세요.",
            "\(reason): nobody knows whether it was changed. Run the same command again.")
    }

    private func failure(_ status: CommandStatus, _ korean: String, _ english: String) -> CommandFailure {
        CommandFailure(sentence: language.say(korean, english), status: status)
    }
}

import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient

/// `banchan close`: closes the till, or prints closings.
struct Close: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close the till as the keeper, or print a closing.",
        discussion: """
            A closing holds what was ordered, paid, cancelled and refunded since the one before, gets the next number, and \
            never changes. At a server, the keeper shows the token of --keeper-token-file or BANCHAN_KEEPER_TOKEN; \
            without a server, the till of this device's shop is closed.
            """)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @Option(
        help: ArgumentHelp(
            "What was counted in the till, in won, without the change that it began with.", valueName: "won"))
    var cash: Int?

    @Flag(help: "Close nothing: print what a closing would hold now.")
    var preview = false

    @Option(help: ArgumentHelp("Close nothing: print that closing again; last for the last one.", valueName: "number"))
    var show: Shown?

    @Flag(help: "Print the closing as JSON, as openapi.yaml describes it.")
    var json = false

    /// The closing to print again.
    enum Shown: ExpressibleByArgument {
        case number(Int)
        case last

        init?(argument: String) {
            if argument == "last" {
                self = .last
            } else if let number = Int(argument), number > 0 {
                self = .number(number)
            } else {
                return nil
            }
        }
    }

    func validate() throws {
        if let cash, !Closing.cash.contains(cash) {
            throw ValidationError("Cash is \(Closing.cash.lowerBound) to \(Closing.cash.upperBound) won.")
        }
        if [preview, show != nil, cash != nil].count(where: \.self) > 1 {
            throw ValidationError("Give one of --cash, --preview and --show alone.")
        }
    }

    func run() async throws {
        let user = User.ofCommand
        let shop = try Shop(
            at: shopOptions.server, takesOrders: true, keeperTokenFile: keeper.keeperTokenFile, user: user)
        guard shop.credentials.keeper != nil else { throw CommandProblem.noKeeperToken }
        let words = CloseTexts(language: user.language)
        let (closing, profile) = try await user.showing(.asking) { _ in
            try await shop.open {
                (try await printedClosing(of: shop, words), await shop.profiles.fetch()?.profile)
            }
        }
        let printed = PrintedClosing(closing: closing, language: user.language, profile: profile)
        try StandardOutput.write(json ? PrintedJSON.line(closing) + "\n" : printed.text)
    }

    private func printedClosing(of shop: Shop, _ words: CloseTexts) async throws(CommandFailure) -> Closing {
        guard !preview else { return try await shop.closing(.next, words) }
        switch show {
        case .last: return try await shop.closing(.last, words)
        case .number(let number): return try await shop.closing(.number(number), words)
        case nil: return try await shop.close(ClosingDraft(key: UUID(), cash: cash.map { Won($0) }), words)
        }
    }
}

extension Shop {
    fileprivate func closing(_ choice: ClosingChoice, _ words: CloseTexts) async throws(CommandFailure) -> Closing {
        switch await reports.closing(choice) {
        case .success(let closing?): return closing
        case .success(nil): throw words.none(choice)
        case .failure(.status(let status)): throw words.refused(status)
        case .failure: throw words.unreachable
        }
    }

    fileprivate func close(_ draft: ClosingDraft, _ words: CloseTexts) async throws(CommandFailure) -> Closing {
        let reports = reports
        switch await RetryOnce.outcome(of: { await reports.close(draft) }, doubt: \.doubt) {
        case .closed(let closing?): return closing
        case .closed(nil): return try await closing(.last, words)
        case .nothingToClose: throw words.none(.next)
        case .refused(let status): throw words.refused(status)
        case .unanswered(let failure): throw failure.mayHaveArrived ? words.unknown(failure) : words.unreachable
        }
    }
}

/// The messages about closings.
private struct CloseTexts: Sendable {
    let language: Language

    /// There is no such closing.
    func none(_ choice: ClosingChoice) -> CommandFailure {
        switch choice {
        case .next: failure(.refused, "지난 마감 뒤로 바뀐 것이 없어 마감할 것이 없습니다.", "Nothing was sold since the last closing.")
        case .last: failure(.refused, "아직 마감한 적이 없습니다.", "Nothing was closed yet.")
        case .number(let number): failure(.refused, "\(number)번 마감은 없습니다.", "There is no closing \(number).")
        }
    }

    func refused(_ status: Int) -> CommandFailure {
        guard status != 401, status != 403 else {
            return failure(.refused, "서버가 이 토큰을 모릅니다.", "The server does not know this keeper's token.")
        }
        return failure(
            CommandStatus(httpStatus: status), "서버가 거절했습니다 (\(status)).", "The server refused (\(status)).")
    }

    var unreachable: CommandFailure {
        failure(
            .unreachable, "서버에 연결할 수 없어 마감하지 않았습니다.", "The server cannot be reached. Nothing was closed.")
    }

    func unknown(_ failure: FetchFailure) -> CommandFailure {
        let reason = language.unanswered(failure)
        return self.failure(
            .unreachable, "\(reason) 마감됐는지 알 수 없습니다. 확인하려면: banchan close --show last",
            "\(reason): nobody knows whether it was closed. To see: banchan close --show last")
    }

    private func failure(_ status: CommandStatus, _ korean: String, _ english: String) -> CommandFailure {
        CommandFailure(sentence: language.say(korean, english), status: status)
    }
}

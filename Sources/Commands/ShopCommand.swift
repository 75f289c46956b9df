import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import TerminalText

/// `banchan shop`: whether the shop takes orders, and the keeper's pause.
struct ShopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop", abstract: "Print whether the shop takes orders, or pause it as the keeper.",
        subcommands: [ShowShop.self, PauseShop.self, ResumeShop.self], defaultSubcommand: ShowShop.self)
}

/// `banchan shop show`: prints whether the shop takes orders.
struct ShowShop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print whether the shop takes orders now.",
        discussion: "What is printed with --json is described by schemas/shop-state.json.")

    @OptionGroup var shopOptions: ShopOptions

    @Flag(help: "Print the state as JSON, as schemas/shop-state.json describes it.")
    var json = false

    func run() async throws {
        let user = User.ofCommand
        let shop = try Shop(at: shopOptions.server, takesOrders: true, user: user)
        let words = ShopTexts(language: user.language)
        let present = try await user.showing(.asking) { _ in
            try await shop.open {
                guard let present = await shop.profiles.fetch() else { throw words.unreachable }
                return present
            }
        }
        try StandardOutput.write((json ? PrintedJSON.line(present.status) : words.state(present.status)) + "\n")
    }
}

/// `banchan shop pause`: has the shop take no orders for a while.
struct PauseShop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Take no orders for a while.", discussion: ShopTexts.discussion)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @Option(
        help: ArgumentHelp(
            "When it ends by itself: 18:30, or 12-24 18:30, by the shop's clock; else it lasts until banchan shop resume.",
            valueName: "time"))
    var until: String?

    @Option(help: ArgumentHelp("Why, for guests: up to 100 characters.", valueName: "text"))
    var reason: String?

    @Flag(help: "Print the state as JSON, as schemas/shop-state.json describes it.")
    var json = false

    func validate() throws {
        guard PlainText(reason ?? "").string.count <= ShopPause.maxReasonLength else {
            throw ValidationError("A reason has at most \(ShopPause.maxReasonLength) characters.")
        }
    }

    func run() async throws {
        try await User.ofCommand.pause(at: shopOptions.server, as: keeper, json: json) { [until, reason] zone in
            guard let until else { return ShopPause(reason: reason.map { PlainText($0) }) }
            guard let time = WantedTime.date(until, after: .now, in: zone, countsPresentMinute: false) else {
                return nil
            }
            return ShopPause(reason: reason.map { PlainText($0) }, until: ZonedTime(time, in: zone))
        }
    }
}

/// `banchan shop resume`: ends the pause.
struct ResumeShop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Take orders again.", discussion: ShopTexts.discussion)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @Flag(help: "Print the state as JSON, as schemas/shop-state.json describes it.")
    var json = false

    func run() async throws {
        try await User.ofCommand.pause(at: shopOptions.server, as: keeper, json: json, nil)
    }
}

extension User {
    /// Pauses the shop of `server` as its keeper, or ends the pause, and prints its state. `pause` is given the shop's zone,
    /// and returns `nil` if the time is none.
    fileprivate func pause(
        at server: String?, as keeper: KeeperOptions, json: Bool, _ pause: (@Sendable (TimeZone) -> ShopPause?)?
    ) async throws {
        let shop = try Shop(at: server, takesOrders: true, keeperTokenFile: keeper.keeperTokenFile, user: self)
        guard shop.credentials.keeper != nil else { throw CommandProblem.noKeeperToken }
        let words = ShopTexts(language: language)
        let status = try await showing(.asking) { _ in
            try await shop.open {
                guard let pause else { return try await shop.set(nil, words) }
                guard let present = await shop.profiles.fetch() else { throw words.unreachable }
                guard let wanted = pause(present.profile.calendar.zone) else { throw words.noTime }
                return try await shop.set(wanted, words)
            }
        }
        try StandardOutput.write((json ? PrintedJSON.line(status) : words.state(status)) + "\n")
    }
}

extension Shop {
    fileprivate func set(_ pause: ShopPause?, _ words: ShopTexts) async throws -> ShopStatus {
        let (pauses, draft) = (pauses, PauseDraft(key: UUID(), pause: pause))
        switch await RetryOnce.outcome(of: { await pauses.send(draft) }, doubt: \.doubt) {
        case .set(let status?): return status
        case .set(nil): throw words.unreadable
        case .refused(401), .refused(403): throw CommandProblem.wrongKeeperToken
        case .refused(let status): throw words.refused(status)
        case .unanswered(let failure): throw failure.mayHaveArrived ? words.unknown(failure) : words.unreachable
        }
    }
}

/// The messages about whether the shop takes orders.
private struct ShopTexts: Sendable {
    let language: Language

    static let discussion = """
        Guests are told at once, and what they have begun to order is kept. The drinks machine goes on. The shop is paused at a \
        server, by its keeper, who shows the token of --keeper-token-file or BANCHAN_KEEPER_TOKEN; without a server, in this \
        device's shop. What is printed with --json is described by schemas/shop-state.json.
        """

    func state(_ status: ShopStatus) -> String {
        language.sentence(status) ?? language.say("주문을 받습니다.", "The shop takes orders.")
    }

    var noTime: CommandFailure {
        failure(.usage, "--until의 값을 쓸 수 없습니다.", "The value of --until cannot be used.")
    }

    var unreachable: CommandFailure {
        failure(.unreachable, "서버에 연결할 수 없습니다.", "The server cannot be reached.")
    }

    /// It was changed, but the answer does not say what it is like now.
    var unreadable: CommandFailure {
        failure(
            .failed, "바뀌었지만 응답을 읽을 수 없습니다. 확인하려면: banchan shop",
            "It was changed, but the answer could not be read. To see: banchan shop")
    }

    func unknown(_ failure: FetchFailure) -> CommandFailure {
        let reason = language.unanswered(failure)
        return self.failure(
            .unreachable, "\(reason) 바뀌었는지 알 수 없습니다. 확인하려면: banchan shop",
            "\(reason): nobody knows whether it was changed. To see: banchan shop")
    }

    func refused(_ status: Int) -> CommandFailure {
        failure(
            CommandStatus(httpStatus: status), "서버가 거절했습니다 (\(status)).", "The server refused (\(status)).")
    }

    private func failure(_ status: CommandStatus, _ korean: String, _ english: String) -> CommandFailure {
        CommandFailure(sentence: language.say(korean, english), status: status)
    }
}

import ArgumentParser
import Domain
import Foundation
import Platform
import Settings
import ShopApp
import ShopClient
import TerminalText

/// The options of purchases: the buyer's name, the idempotency key and the output format.
struct BuyerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("In whose name; else in BANCHAN_GUEST's.", valueName: "name"))
    var who: String?

    @Option(
        help: ArgumentHelp(
            "The key of what was asked for before: however often it is sent, it is done once.", valueName: "uuid"))
    var key: UUID?

    @Flag(help: "Print JSON: one object.")
    var json = false

    /// Returns the buyer's name. Throws if none is given or the name is not valid.
    func name(of user: User) throws -> String {
        guard let text = who ?? user.settings.guest else { throw BuyerTexts(language: user.language).nobody }
        let name = PlainText(text)
        guard Guest.problem(with: name) == nil else {
            throw CommandProblem.setting(SettingsProblem(.noGuestName, at: .option("--who")), file: "")
        }
        return name.string
    }
}

/// The options with how the buyer gets an order, and what the shop asks for that.
struct HandoverOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How to get it: here, pickup or delivery; else the shop's first way.", valueName: "way"))
    var receive: Fulfillment?

    @Option(help: ArgumentHelp("A phone number, where the shop asks for one.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("Where to deliver it, or to bring it.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("When it is wanted: 18:30, or 12-24 18:30, by the shop's clock.", valueName: "time"))
    var wanted: String?

    @Option(help: ArgumentHelp("A note for the shop, of at most 200 characters.", valueName: "text"))
    var note: String?

    /// Returns what was given, as the shop wants it, in `defaultWay` or else the shop's first way if none was. Throws if
    /// something is missing or wrong.
    func handover(
        at shop: ShopProfile, _ words: BuyerTexts, defaultWay: Fulfillment? = nil
    ) throws(CommandFailure) -> Handover {
        let way = receive ?? defaultWay ?? shop.receive.first ?? .pickup
        for (key, text, limit) in [
            ("--phone", phone, Handover.maxPhoneLength), ("--address", address, Handover.maxAddressLength),
            ("--note", note, Handover.maxNoteLength),
        ] {
            if let text, GuestTextFailure.of(text, key: key, limit: limit) != nil { throw words.unusable(key) }
        }
        if let phone, !Handover.isPhoneNumber(phone) { throw words.unusable("--phone") }
        if phone == nil, shop.requires(.phone, when: way) { throw words.needed("--phone") }
        if address == nil, shop.requires(.address, when: way) { throw words.needed("--address") }
        if address != nil, !shop.takesAddress(when: way) { throw words.unusable("--address") }
        let time = wanted.flatMap { WantedTime.date($0, after: .now, in: shop.calendar.zone) }
        if wanted != nil, time == nil { throw words.unusable("--wanted") }
        return Handover(
            way, phone: phone.flatMap(Handover.text), address: address.flatMap(Handover.text), wantedAt: time,
            note: note.flatMap(Handover.text))
    }
}

extension Fulfillment: ExpressibleByArgument {}

extension UUID: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(uuidString: argument) }
}

protocol PrintedPurchase: Encodable, Sendable {
    var id: Int? { get }
    var number: Int? { get }
    func text(in language: Language) -> String
}

extension PrintedPurchase {
    /// The name of the order that was made.
    func order(in language: Language) -> String {
        let labels = LedgerLabels(language)
        guard let id, let number else { return labels.order }
        return labels.order(number, id: id)
    }
}

extension User {
    /// Buys one thing at the shop of `server` and prints it. `purchase` is given the open shop and the buyer's name.
    func buy<Purchase: PrintedPurchase>(
        _ options: BuyerOptions, at server: String?,
        _ purchase: @escaping @Sendable (Shop, String) async throws(CommandFailure) -> Purchase
    ) async throws {
        let who = try options.name(of: self)
        let shop = try Shop(at: server, takesOrders: true, user: self)
        let bought = try await showing(.asking) { _ in try await shop.open { try await purchase(shop, who) } }
        try StandardOutput.write((options.json ? PrintedJSON.line(bought) : bought.text(in: language)) + "\n")
    }
}

/// Repeats a request once if it is unknown whether the first one was executed, or if the shop could not answer it.
enum RetryOnce {
    /// Why a second attempt is useful.
    enum Reason: Equatable {
        /// The shop cannot answer now, and did nothing. The duration is the delay that it asked for, if any.
        case busy(Duration?)
        /// There was no connection, so nothing was done.
        case nobodyThere
        /// There was no usable answer: the request may have been executed. The duration is the pause before the next.
        case unanswered(after: Duration?)
        /// The shop refuses its sender. A second attempt is useless, but this says nothing about an earlier one.
        case notAllowed

        /// The reason after a refusal with `status`; `nil` if that is final.
        init?(refusedWith status: Int) {
            if status == 401 || status == 403 {
                self = .notAllowed
            } else if CommandStatus(httpStatus: status) == .unreachable {
                self = .busy(nil)
            } else {
                return nil
            }
        }
    }

    fileprivate static let pause = Duration.seconds(1)
    /// The longest pause, whatever delay the shop asks for.
    private static let maxPause = Duration.seconds(5)

    /// Returns the final outcome. `send` sends the same idempotency key each time.
    static func outcome<Outcome>(
        of send: () async -> Outcome, doubt: (Outcome) -> Reason?
    ) async -> Outcome {
        let first = await send()
        let before = doubt(first)
        switch before {
        case nil, .notAllowed: return first
        case .busy(let time): try? await OneShotTimer.sleep(for: min(time ?? pause, maxPause))
        case .unanswered(let time?): try? await OneShotTimer.sleep(for: min(time, maxPause))
        case .nobodyThere, .unanswered(nil): break
        }
        let second = await send()
        return switch (before, doubt(second)) {
        // The first request may have been executed, whatever kept the second one away.
        case (.unanswered, .nobodyThere), (.unanswered, .busy), (.unanswered, .notAllowed), (.busy, .nobodyThere): first
        default: second
        }
    }
}

extension WriteResult {
    /// Why a second attempt is useful; `nil` if the result is final.
    var doubt: RetryOnce.Reason? {
        switch self {
        case .made: nil
        case .refused(let status, _): RetryOnce.Reason(refusedWith: status)
        case .later(_, let after): .busy(after)
        case .unanswered(let failure): failure.doubt
        }
    }
}

extension FetchFailure {
    /// Why repeating a change under its idempotency key is useful; `nil` if it is not.
    fileprivate var doubt: RetryOnce.Reason? {
        switch self {
        case .unreachable, .untrusted: .nobodyThere
        // The HTTP client has retried it already.
        case .interrupted: nil
        case .status, .later: .unanswered(after: delay ?? RetryOnce.pause)
        default: .unanswered(after: nil)
        }
    }
}

extension OrderMoveOutcome {
    /// Why a second attempt is useful; `nil` if the outcome is final.
    var doubt: RetryOnce.Reason? {
        switch self {
        case .moved, .printed, .otherState: nil
        case .refused(let status): RetryOnce.Reason(refusedWith: status)
        case .unanswered(let failure): failure.doubt
        }
    }
}

extension ClosingOutcome {
    /// Why a second attempt is useful; `nil` if the outcome is final.
    var doubt: RetryOnce.Reason? {
        switch self {
        case .closed, .nothingToClose: nil
        case .refused(let status): RetryOnce.Reason(refusedWith: status)
        case .unanswered(let failure): failure.doubt
        }
    }
}

extension DishOutcome {
    /// Why a second attempt is useful; `nil` if the outcome is final.
    var doubt: RetryOnce.Reason? {
        switch self {
        case .changed: nil
        case .refused(let status): RetryOnce.Reason(refusedWith: status)
        case .unanswered(let failure): failure.doubt
        }
    }
}

extension PauseOutcome {
    /// Why a second attempt is useful; `nil` if the outcome is final.
    var doubt: RetryOnce.Reason? {
        switch self {
        case .set: nil
        case .refused(let status): RetryOnce.Reason(refusedWith: status)
        case .unanswered(let failure): failure.doubt
        }
    }
}

extension JuiceOutcome {
    /// Why a second attempt is useful; `nil` if the outcome is final.
    var doubt: RetryOnce.Reason? {
        switch self {
        case .made, .short: nil
        case .refused(let refusal): RetryOnce.Reason(refusedWith: refusal.status)
        case .unanswered(let failure): failure.doubt
        }
    }
}

/// The messages about failed purchases.
struct BuyerTexts {
    let language: Language

    var nobody: CommandFailure {
        failure(
            .usage, "누가 주문하는지 --who로 알려 주세요.", "Say in whose name with --who.")
    }

    func needed(_ option: String) -> CommandFailure {
        failure(.usage, "이 가게에는 \(option)도 필요합니다.", "The shop needs \(option) for this.")
    }

    func unusable(_ option: String) -> CommandFailure {
        failure(.usage, "\(option)의 값을 쓸 수 없습니다.", "The value of \(option) cannot be used.")
    }

    /// Says which options the dish has, with their choices, and how many are made.
    func wrongOptions(of dish: Dish) -> CommandFailure {
        let options = dish.options.map { option in
            let choices = option.choices.map { "\(option.id)=\($0.id)" }.joined(separator: " | ")
            let (least, most) = (option.choose.lowerBound, option.choose.upperBound)
            return "\(choices) (\(least == most ? "\(least)" : "\(least)-\(most)"))"
        }
        guard !options.isEmpty else {
            return failure(.usage, "이 반찬에는 고를 것이 없습니다.", "This dish has no options.")
        }
        let list = options.joined(separator: ", ")
        return failure(.usage, "--option을 이렇게 골라 주세요: \(list)", "Choose with --option: \(list)")
    }

    /// Says when something is wanted, if not today by the shop's clock: a time that has passed today means tomorrow.
    func wanted(_ time: Date?, at shop: ShopProfile?) -> String {
        guard let time, let shop, let text = WantedTime.textOfOtherDay(time, than: .now, in: shop.calendar.zone) else {
            return ""
        }
        return language.say("  희망 시각 \(text)", "  wanted \(text)")
    }

    var unreachable: CommandFailure {
        failure(
            .unreachable, "서버에 연결할 수 없어 아무것도 주문하지 않았습니다.",
            "The server cannot be reached. Nothing was ordered.")
    }

    func noSuch(_ name: String) -> CommandFailure {
        failure(.refused, "이 가게에 없습니다: \(name)", "The shop has no such thing: \(name)")
    }

    func notNow(_ status: Int) -> CommandFailure {
        failure(
            .unreachable, "가게가 지금은 주문을 받지 못합니다 (\(status)). 나중에 다시 해 주세요.",
            "The shop cannot take orders now (\(status)). Try again later.")
    }

    func unknown(_ key: UUID, _ failure: FetchFailure) -> CommandFailure {
        let (key, reason) = (key.uuidString.lowercased(), language.unanswered(failure))
        return self.failure(
            .unreachable, "\(reason) 주문됐는지 알 수 없습니다. 같은 주문을 다시 보내려면: --key \(key)",
            "\(reason): nobody knows whether it was ordered. To send the same order again: --key \(key)")
    }

    func short(_ missing: [(name: String, count: Int)]) -> CommandFailure {
        let list = missing.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
        return failure(.refused, "재료가 부족합니다: \(list)", "Not enough fruit, missing: \(list)")
    }

    func refused(status: Int) -> CommandFailure {
        switch status {
        case 401, 403:
            failure(.refused, "이 가게에서는 주문할 수 없습니다.", "This shop does not let you order.")
        case 404: failure(.refused, "이제 없는 상품입니다.", "The shop does not have it any more.")
        case 422:
            failure(
                .refused, "그 키로는 다른 것을 주문했습니다. 다른 키를 쓰거나 --key를 빼 주세요.",
                "Something else was ordered under that key. Take another, or leave --key out.")
        default:
            failure(
                CommandStatus(httpStatus: status), "서버가 거절했습니다 (\(status)).", "The server refused (\(status)).")
        }
    }

    func refused(_ refusal: OrderRefusal) -> CommandFailure {
        switch refusal.problems[0] {
        case .price(let price):
            return failure(
                .refused, "가격이 다릅니다. 지금은 하나에 \(price.text)입니다.", "The price differs: one costs \(price.text) now.")
        case .title(let title):
            return failure(
                .refused, "지금은 다른 상품입니다: \(title)", "The shop sells something else under that name now: \(title)")
        case .options:
            return failure(
                .refused, "선택이 가게의 것과 다릅니다. banchan menu --json의 options를 봐 주세요.",
                "The options are not those of the shop: see options in banchan menu --json.")
        case .soldOut: return failure(.refused, "품절입니다.", "It is sold out.")
        case .left(let count): return failure(.refused, "\(count)개만 남았습니다.", "Only \(count) left.")
        case .unknown: return refused(status: 404)
        case .short(let missing):
            return short(missing.sorted { $0.key.name < $1.key.name }.map { ($0.key.name, $0.value) })
        case nil: break
        }
        guard let terms = language.terms(refusal.terms) else { return refused(status: refusal.status) }
        return CommandFailure(sentence: terms, status: .refused)
    }

    private func failure(_ status: CommandStatus, _ korean: String, _ english: String) -> CommandFailure {
        CommandFailure(sentence: language.say(korean, english), status: status)
    }
}

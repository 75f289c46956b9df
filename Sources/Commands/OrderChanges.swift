import ArgumentParser
import Domain
import Foundation
import ShopApp
import ShopClient
import TerminalText

/// The order that a command changes, and how the result is printed.
struct ChangedOrderOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The order, by the ID that banchan orders prints.", valueName: "id"))
    var id: Int

    @Flag(help: "Print the changed order as JSON, as schemas/orders.json describes it.")
    var json = false
}

/// `banchan orders pay`: marks how an order was paid.
struct MarkPayment: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Mark how an order was paid.", discussion: ChangeTexts.discussion)

    enum Method: String, ExpressibleByArgument, CaseIterable {
        case cash, card, transfer, none
    }

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @OptionGroup var order: ChangedOrderOptions

    @Option(help: ArgumentHelp("cash, card, transfer, or none to take the mark away.", valueName: "method"))
    var method: Method

    func run() async throws {
        try await User.ofCommand.change(order, at: shopOptions.server, as: keeper) { [method] _, _ in
            .pay(PaymentMethod(rawValue: method.rawValue))
        }
    }
}

/// `banchan orders reduce`: takes pieces out of an order, or refunds them.
struct ReduceOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reduce", abstract: "Take pieces out of an order, or refund them if it was handed over.",
        discussion: ChangeTexts.discussion)

    /// A line of an order, counted from 1, and what is left of it.
    struct Line: ExpressibleByArgument {
        let number: Int
        let quantity: Int

        init?(argument: String) {
            let parts = argument.split(separator: "=", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let number = parts[0], let quantity = parts[1], number > 0, quantity >= 0 else {
                return nil
            }
            (self.number, self.quantity) = (number, quantity)
        }
    }

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @OptionGroup var order: ChangedOrderOptions

    @Option(
        name: .customLong("line"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A line, counted from 1, and how many of it are left, such as 2=1; once for each. With 0 it is taken out.",
            valueName: "line=count"))
    var lines: [Line] = []

    @Option(help: ArgumentHelp("Why, for the guest: up to 200 characters.", valueName: "text"))
    var reason: String

    func validate() throws {
        if lines.isEmpty { throw ValidationError("Say with --line how many of a line are left.") }
        if Set(lines.map(\.number)).count < lines.count { throw ValidationError("Name a line once.") }
        try ChangeTexts.validate(reason)
    }

    func run() async throws {
        try await User.ofCommand.change(order, at: shopOptions.server, as: keeper) {
            [lines, reason] order, words throws(CommandFailure) in
            var reduced: [ReductionRequest.Line] = []
            for line in lines {
                guard order.lines.indices.contains(line.number - 1) else {
                    throw words.noSuchLine(line.number, of: order)
                }
                let quantity = order.lines[line.number - 1].quantity
                guard line.quantity < quantity else { throw words.notFewer(line.number, quantity) }
                reduced.append(ReductionRequest.Line(line: line.number - 1, quantity: line.quantity))
            }
            return .reduce(reduced, from: order.state, reason: reason)
        }
    }
}

/// `banchan orders refund`: refunds the whole of an order that was handed over.
struct RefundOrder: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refund all of an order that was handed over.",
        discussion: ChangeTexts.discussion)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @OptionGroup var order: ChangedOrderOptions

    @Option(help: ArgumentHelp("Why, for the guest: up to 200 characters.", valueName: "text"))
    var reason: String

    func validate() throws { try ChangeTexts.validate(reason) }

    func run() async throws {
        try await User.ofCommand.change(order, at: shopOptions.server, as: keeper) { [reason] order, _ in
            .keeper(from: order.state, to: .refunded, reason: reason)
        }
    }
}

extension User {
    /// Changes an order as the keeper of the shop of `server` and prints the result. `change` is given the order as the
    /// shop has it now.
    fileprivate func change(
        _ options: ChangedOrderOptions, at server: String?, as keeper: KeeperOptions,
        _ change: @escaping @Sendable (Order, ChangeTexts) throws(CommandFailure) -> OrderMove.Kind
    ) async throws {
        let shop = try Shop(at: server, takesOrders: true, keeperTokenFile: keeper.keeperTokenFile, user: self)
        guard let token = shop.credentials.keeper else { throw CommandProblem.noKeeperToken }
        let words = ChangeTexts(language: language)
        let (kind, order) = try await showing(.asking) { _ in
            try await shop.open {
                guard let address = await shop.currentAddress() else { throw words.unreachable }
                let source = RemoteOrderSource(client: shop.client, address: address, token: token)
                guard let order = try await source.order(options.id) else { throw CommandProblem.noOrder(options.id) }
                let kind = try change(order, words)
                return (kind, try await shop.change(order, kind, words))
            }
        }
        try StandardOutput.write((options.json ? PrintedJSON.line(order) : words.done(kind, order)) + "\n")
    }
}

extension Shop {
    fileprivate func change(_ order: Order, _ kind: OrderMove.Kind, _ words: ChangeTexts) async throws -> Order {
        let move = OrderMove(key: UUID(), order: order.id, number: order.number, kind: kind)
        let moves = moves
        switch await RetryOnce.outcome(of: { await moves.send(move) }, doubt: \.doubt) {
        case .moved(let order?): return order
        case .moved(nil), .printed: throw words.unreadable(order.id)
        case .otherState(let state): throw words.inState(state ?? order.state, order)
        case .refused(401), .refused(403): throw CommandProblem.wrongKeeperToken
        case .refused(404): throw CommandProblem.noOrder(order.id)
        case .refused(let status): throw words.refused(status)
        case .unanswered(let failure):
            throw failure.mayHaveArrived ? words.unknown(order.id, failure) : words.unreachable
        }
    }
}

/// The messages about changes of orders.
struct ChangeTexts: Sendable {
    let language: Language

    static let discussion = """
        Changes the order at a server, as its keeper, who shows the token of --keeper-token-file or \
        BANCHAN_KEEPER_TOKEN; without a server, in this device's shop. An order is named by its ID, which banchan \
        orders prints, and not by the number by which people call it.
        """

    /// Throws if the reason's length is outside `Order.reasons`.
    static func validate(_ reason: String) throws {
        guard Order.reasons.contains(PlainText(reason).string.count) else {
            throw ValidationError("A reason has 1 to \(Order.reasons.upperBound) characters.")
        }
    }

    /// Says what became of the order.
    func done(_ kind: OrderMove.Kind, _ order: Order) -> String { "\(name(of: order)): \(result(of: kind, order))" }

    private func result(of kind: OrderMove.Kind, _ order: Order) -> String {
        if case .pay = kind { return language.payment(order.payment.map(Sale.Payment.init) ?? .unpaid) }
        switch order.state {
        case .cancelled: return state(.cancelled)
        case .refunded: return refunded(order.total)
        default:
            return order.reductions.last?.refunded.map(refunded)
                ?? language.say("합계 \(order.total.text)", "\(order.total.text) in all")
        }
    }

    private func refunded(_ amount: Won) -> String { language.say("\(amount.text) 환불", "\(amount.text) refunded") }

    private func name(of order: Order) -> String { LedgerLabels(language).order(order.number, id: order.id) }

    private func state(_ state: OrderState) -> String { language.state(state) }

    func noSuchLine(_ number: Int, of order: Order) -> CommandFailure {
        failure(
            .refused, "\(name(of: order))에는 \(number)번째 줄이 없습니다. 줄은 \(order.lines.count)개입니다.",
            "\(name(of: order)) has no line \(number): it has \(order.lines.count).")
    }

    func notFewer(_ number: Int, _ quantity: Int) -> CommandFailure {
        failure(
            .refused, "\(number)번째 줄에는 \(quantity)개가 있어 그보다 적게만 남길 수 있습니다.",
            "Line \(number) has \(quantity): fewer than that can be left.")
    }

    func inState(_ state: OrderState, _ order: Order) -> CommandFailure {
        let name = name(of: order)
        guard order.isTracked else {
            return failure(
                .refused, "\(name): 음료 자판기가 판 것이라 이미 결제됐고, 바꿀 수 없습니다.",
                "\(name) was sold by the drinks machine: it is paid already, and cannot be changed.")
        }
        return failure(
            .refused, "\(name)의 상태는 \(self.state(state))입니다. 그렇게 바꿀 수 없습니다.",
            "\(name) is \(self.state(state)): this cannot be done with it.")
    }

    func refused(_ status: Int) -> CommandFailure {
        failure(
            CommandStatus(httpStatus: status), "서버가 거절했습니다 (\(status)).", "The server refused (\(status)).")
    }

    var unreachable: CommandFailure {
        failure(
            .unreachable, "서버에 연결할 수 없어 아무것도 바꾸지 않았습니다.",
            "The server cannot be reached. Nothing was changed.")
    }

    /// It was changed, but the answer does not say what it is like now.
    func unreadable(_ order: Int) -> CommandFailure {
        failure(
            .failed, "바뀌었지만 응답을 읽을 수 없습니다. 확인하려면: banchan orders --receipt \(order)",
            "It was changed, but the answer could not be read. To see: banchan orders --receipt \(order)")
    }

    func unknown(_ order: Int, _ failure: FetchFailure) -> CommandFailure {
        let reason = language.unanswered(failure)
        return self.failure(
            .unreachable, "\(reason) 바뀌었는지 알 수 없습니다. 확인하려면: banchan orders --receipt \(order)",
            "\(reason): nobody knows whether it was changed. To see: banchan orders --receipt \(order)")
    }

    private func failure(_ status: CommandStatus, _ korean: String, _ english: String) -> CommandFailure {
        CommandFailure(sentence: language.say(korean, english), status: status)
    }
}

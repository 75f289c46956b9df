import Domain
import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The shop on the terminal of a device of its own. It must be kept alive as long as its program runs.
struct DeviceTerminal {
    let program: ProgramOnTerminal
    private let scratch: Scratch

    /// Opens the shop at `server`. With a token it is the keeper's terminal, which reads the token from a file.
    init(_ server: CountingServer, keeperToken: String? = nil) throws {
        try self.init(at: server.url, keeperToken: keeperToken)
    }

    /// Opens the shop at any addresses, separated by commas.
    init(at addresses: String, keeperToken: String? = nil) throws {
        let scratch = try Scratch()
        let keeper = try keeperToken.map { ["--keeper-token-file", try scratch.secret($0)] } ?? []
        program = try ProgramOnTerminal(
            Built.banchan, arguments: ["--server", addresses] + keeper,
            environment: scratch.environment.merging(["LANG": "ko_KR.UTF-8"]) { $1 }, columns: 80, rows: 24)
        self.scratch = scratch
    }

    /// Opens the keeper's terminal and waits until it receives events about new orders.
    static func keeper(of server: CountingServer) throws -> DeviceTerminal {
        let terminal = try DeviceTerminal(server, keeperToken: OrderingServer.keeperToken)
        try terminal.program.wait(forText: "가게 주인")
        try terminal.program.waitUntilSettled()
        try terminal.program.wait(for: "the board's requests") { _ in
            server.requests["/orders/board/received", default: 0] > 0 && server.requests["/events", default: 0] > 0
        }
        return terminal
    }
}

extension CountingServer {
    /// Sends a request like a program's and returns the answer. Only for a thread that may block.
    func ask(
        _ method: String, _ path: String, _ body: (any Encodable & Sendable)? = nil, token: String? = nil,
        seen: OrderState? = nil
    ) throws -> (status: Int, body: Data) {
        let address = try #require(URL(string: "\(url)/\(path)"))
        let body = try body.map { try JSONEncoder().encode($0) }
        let fields = [
            "Idempotency-Key": UUID().uuidString, "Authorization": token.map { "Bearer \($0)" },
            "If-Match": seen.map { "\"\($0.rawValue)\"" },
        ].compactMapValues(\.self)
        return try waitFor {
            let reply = try await TestSupport.ask(address, method: method, fields: fields, body: body)
            return (reply.status, reply.body)
        }
    }

    /// Changes the state of an order as the keeper.
    func move(_ order: Int, from seen: OrderState, to state: OrderState) throws {
        let answer = try ask(
            "PATCH", "orders/\(order)", OrderChange(state: state), token: OrderingServer.keeperToken, seen: seen)
        #expect(answer.status == 200)
    }
}

extension ProgramOnTerminal {
    /// Waits until the row of the order shows `state`.
    func wait(forOrder number: Int, _ state: String) throws {
        try wait(for: "order \(number): \(state)") { screen in
            (1..<(screen.rows - 1)).contains { row in
                screen.line(row).contains("#\(number) ") && screen.line(row + 1).contains(" \(state)")
            }
        }
    }

    /// Moves the selection to the first order of a section, counted from 0, and waits until it is `order`.
    func select(order: Int, inSection section: Int = 0) throws {
        try press(["g"] + Array(repeating: "tab", count: section))
        try waitForSelection(of: "#\(order) ")
    }

    /// Opens the order form of the selected item.
    func openOrderForm() throws {
        try press("o")
        try wait(forText: "원 주문하기 ]")
    }

    /// Orders one of the selected item, and waits until `sentence` is shown.
    func orderOne(for who: String, until sentence: String = "주문이 접수됐습니다.") throws {
        try openOrderForm()
        try press(.text(who), "enter", "enter", "enter")
        try wait(forText: sentence)
    }
}

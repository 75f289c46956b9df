import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Storage

/// The drinks machine for guests, each with the balance and purchases of their session.
struct DrinksController: Sendable {
    let machine: MachineService

    /// Responds to `GET /drinks/{milk,soda,coffee}`.
    func list(_ kind: DrinkKind, _ request: Request) async throws -> Response {
        Response(to: request, list: try await machine.drinks().filter { $0.kind == kind })
    }

    /// Responds to `GET /drinks/machine`.
    func showMachine(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        return Response(to: request, ownList: try await machine.machine(of: session))
    }

    /// Responds to `POST /drinks/money`.
    func takeMoney(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let asked = try await request.body(as: DrinkMoneyRequest.self, or: .notMoney)
        return try await machine.answer(.insert(asked.amount, session: session), asked: asked, by: request)
    }

    /// Responds to `POST /drinks/purchases`.
    func sell(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let asked = try await request.body(as: DrinkRequest.self, or: .notADrinkRequest)
        return try await machine.answer(.buy(asked.id, seen: asked.price, session: session), asked: asked, by: request)
    }

    /// Responds to `POST /drinks/change`, whose body is empty or an empty object.
    func giveChange(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let body = try await request.wholeBody()
        let asked = body.isEmpty ? [:] : try? JSONDecoder().decode([String: Int].self, from: body)
        guard asked?.isEmpty == true else { throw Refusal.notAChange }
        return try await machine.answer(.giveChange(session: session), asked: [String: String](), by: request)
    }
}

extension MachineService {
    /// Performs the action under the request's idempotency key and returns the response.
    func answer(
        _ action: MachineOperation.Action, asked: some Encodable, by request: Request
    ) async throws -> Response {
        let call = [request.method.rawValue, request.uri.path, request.session?.uuidString ?? ""]
        let key = IdempotencyKey(try request.idempotencyKey(), call: call, of: asked)
        return Response(try await operate(action, under: key))
    }
}

extension Response {
    fileprivate init(_ answer: KeyedAnswer<MachineAnswer>) {
        let made: HTTPResponse.Status = answer.isNew ? .created : .ok
        switch answer.answer {
        case .balance(let balance): self.init(status: made, json: balance)
        case .sold(let drink): self.init(status: made, json: drink)
        case .change(let change): self.init(status: made, json: change)
        // The stock was changed but nothing was created, so the status is never 201.
        case .stock(let stock): self.init(status: .ok, json: stock)
        }
    }
}

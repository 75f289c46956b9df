import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Storage

/// The drinks machine as guests use it, each with the money and the purchases of their session.
struct DrinksController: Sendable {
    let machine: DrinksService

    /// The answer to `GET /drinks/{milk,soda,coffee}`.
    func list(_ kind: DrinkKind, _ request: Request) async throws -> Response {
        Response(to: request, list: try await machine.drinks().filter { $0.kind == kind })
    }

    /// The answer to `GET /drinks/machine`.
    func look(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let seen = try await machine.ledger.machine(
            of: session, selling: machine.assortment, on: try machine.today())
        var response = Response(to: request, list: seen)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The answer to `POST /drinks/money`.
    func takeMoney(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let asked = try await request.body(as: DrinkMoneyRequest.self, or: .notMoney)
        return try await machine.operate(.insert(asked.amount, session: session), asked: asked, by: request)
    }

    /// The answer to `POST /drinks/purchases`.
    func sell(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let asked = try await request.body(as: DrinkRequest.self, or: .notADrinkRequest)
        return try await machine.operate(.buy(asked.id, session: session), asked: asked, by: request)
    }

    /// The answer to `POST /drinks/change`, whose body is an empty object, or nothing.
    func giveChange(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let body = try await request.wholeBody()
        let asked = body.isEmpty ? [:] : try? JSONDecoder().decode([String: Int].self, from: body)
        guard asked?.isEmpty == true else { throw Refusal.notAChange }
        return try await machine.operate(.giveChange(session: session), asked: [String: String](), by: request)
    }
}

extension Request {
    /// Which terminal asks. Throws `Refusal`.
    fileprivate func namedSession() throws -> UUID {
        guard let session else { throw Refusal.noSession }
        return session
    }
}

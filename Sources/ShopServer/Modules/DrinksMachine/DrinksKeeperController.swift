import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Storage

/// The drinks machine for its keeper.
struct DrinksKeeperController: Sendable {
    let machine: MachineService
    let keeper: Keeper

    /// Responds to `GET /drinks/stock` with all drinks, by kind.
    func stock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: DrinksStock(of: try await machine.drinks()))
    }

    /// Responds to `GET /drinks/expired`.
    func expired(_ request: Request) async throws -> Response { try await list(.expired, request) }

    /// Responds to `GET /drinks/hot`.
    func hot(_ request: Request) async throws -> Response { try await list(.hot, request) }

    private func list(_ list: DrinkList, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: try await machine.drinks(list))
    }

    /// Responds to `GET /drinks/purchases`.
    func history(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: try await machine.history())
    }

    /// Responds to `PUT /drinks/stock`.
    func restock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked = try await request.body(as: DrinkRestock.self, or: .notARestock)
        return try await machine.answer(.restock(asked), asked: asked, by: request)
    }

    /// Responds to `POST /drinks/removals`.
    func removeExpired(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked = try await request.body(as: DrinkRemoval.self, or: .notARemoval)
        return try await machine.answer(.removeExpired(asked.id), asked: asked, by: request)
    }
}

import Domain
import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import Platform
import Storage
import TerminalText

/// What the shop says of itself in its own file: its days and hours, how guests get an order, and what they are asked;
/// its printers; whether it takes orders now, which its keeper can pause; and which of its files have problems.
struct ShopModule: ServerModule {
    private let shop: LiveResource<ShopProfile>
    private let printers: KitchenPrinters
    private let tickets: TicketController?
    private let fileProblems: FileProblems
    private let store: (any Store)?
    private let keeper: Keeper
    private let clock: @Sendable () -> Date
    private let newContents: WakeUpSignal
    /// The pause that was read last.
    private let known = NIOLockedValueBox<ShopPause?>(nil)
    /// The pause that the contents were prepared with last.
    private let prepared = NIOLockedValueBox<ShopPause?>(nil)

    init(_: Void, _ context: ServerContext) {
        (shop, printers, store, keeper) = (context.shop, context.printers, context.store, context.keeper)
        fileProblems = context.fileProblems
        (clock, newContents) = (context.days.clock, context.newContents)
        tickets = context.store.map {
            TicketController(store: $0, keeper: context.keeper, printers: context.printers)
        }
    }

    static let files = [ShopFile.name]
    static let descriptions = [ShopFile.description]

    static func addFiles(to sample: inout SampleShop) {
        sample.add(
            ShopFile.name,
            ShopFile.explained(in: sample.text, schema: SampleShop.file(of: ShopFile.description)))
    }

    let sections: [SectionID] = [.shop]

    var keeperSections: [SectionID] { tickets == nil ? [] : [.printers, .files] }

    /// The store keeps the profile itself: whoever reads the orders without a server asks it for the shop's days.
    var contents: [SectionID: String] {
        var contents = [SectionID.shop: ShopModule.content(of: present(pause: known.withLockedValue(\.self)))]
        // Before the first check, what was noted by an earlier run stays.
        contents[.files] = fileProblems.all.map { ShopModule.content(of: $0) }
        return contents
    }

    var timeUntilNewContents: Duration? {
        let (now, pause) = (clock(), known.withLockedValue(\.self))
        return shop.value.nextStatusChange(after: now, pause: pause).map {
            max(.seconds($0.timeIntervalSince(now)), .milliseconds(1))
        }
    }

    /// Whoever pauses the shop, at this server or at another one, notes that at once.
    func prepareContents(from store: any StoreReader) throws -> Bool {
        let pause = try store.shopPause()
        known.withLockedValue { $0 = pause }
        return prepared.withLockedValue { prepared in
            defer { prepared = pause }
            return prepared != pause
        }
    }

    func reload() {
        shop.reload()
        printers.reload()
    }

    func addRoutes(to routes: Routes) {
        routes.get("/shop") { request, _ in
            // Not cached with its path: it depends on the time.
            let content = EncodedContent(json: Response.encode(await present()))
            return Response(content.response(to: ContentConditions(request.headers)))
        }
        routes.add(.put, "/shop/pause") { request, _ in
            try keeper.admit(request)
            let asked: ShopPause = try await request.body(or: .notAPause)
            return try await set(ShopPause(reason: asked.reason, until: asked.until), request)
        }
        routes.add(.delete, "/shop/pause") { request, _ in
            try keeper.admit(request)
            return try await set(nil, request)
        }
        routes.get("/files") { request, _ in
            try keeper.admit(request)
            return Response(to: request, ownList: fileProblems.all ?? [])
        }
        let tickets = routes.to(tickets, else: .noOrders)
        tickets.get("/printers", TicketController.list)
        tickets.post("/orders/:id/tickets", TicketController.print)
    }

    /// Returns what the shop is now. If the store cannot be read, the pause that was read last counts.
    private func present() async -> PresentShop {
        let former = known.withLockedValue(\.self)
        guard let store else { return present(pause: nil) }
        guard let read = try? await store.read({ try [$0.shopPause()] }), let pause = read.first else {
            return present(pause: former)
        }
        if pause != former {
            // Another server did that; whichever is left announces when it ends.
            known.withLockedValue { $0 = pause }
            newContents.signal()
        }
        return present(pause: pause)
    }

    private func present(pause: ShopPause?) -> PresentShop {
        let profile = shop.value
        return PresentShop(profile, profile.status(at: clock(), pause: pause))
    }

    private static func content(of value: some Encodable) -> String {
        String(decoding: Response.encode(value), as: UTF8.self)
    }

    /// Pauses the shop, or ends its pause, and announces that.
    private func set(_ pause: ShopPause?, _ request: Request) async throws -> Response {
        guard let store else { throw Refusal.noOrders }
        let call = [request.method.rawValue, request.uri.path]
        let key = IdempotencyKey(try request.idempotencyKey(), call: call, of: pause ?? ShopPause())
        let status = try await store.transaction { transaction in
            try transaction.answerOnce(to: key, at: clock()) {
                try pause?.check(at: clock())
                try transaction.set(pause)
                let present = present(pause: pause)
                try transaction.note(ShopModule.content(of: present), of: .shop)
                return present.status
            }
        }
        newContents.signal()
        return Response(status: .ok, fields: [.cacheControl: "no-store"], json: status.answer)
    }
}

extension ShopPause {
    /// Throws `Refusal` if the reason is too long, or if the pause ends in the past or in more than 30 days.
    fileprivate func check(at now: Date) throws(Refusal) {
        let isTime = until.map { (0...ShopPause.longest).contains($0.date.timeIntervalSince(now)) } ?? true
        guard isTime, (reason?.string.count ?? 0) <= ShopPause.maxReasonLength else { throw .notAPause }
    }
}

/// Tells the keeper of the printers, and prints orders again.
struct TicketController: Sendable {
    let store: any Store
    let keeper: Keeper
    let printers: KitchenPrinters

    /// Responds to `GET /printers`.
    func list(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: try await store.read { try $0.printers() })
    }

    /// Responds to `POST /orders/{id}/tickets`.
    func print(_ request: Request, _ context: ShopRequestContext) async throws -> Response {
        try keeper.admit(request)
        let id = try context.orderNumber()
        let asked = try await request.body(as: PrinterNames.self, or: .notPrinters)
        let key = IdempotencyKey(
            try request.idempotencyKey(), call: [request.method.rawValue, request.uri.path], of: asked)
        let queued = try await store.transaction { transaction in
            try transaction.answerOnce(to: key, at: .now) {
                guard try transaction.order(id) != nil else { throw OrderFailure.unknown }
                return PrinterNames(printers: try transaction.printAgain(order: id, on: asked.printers))
            }
        }
        printers.wake()
        return Response(status: .ok, json: queued.answer)
    }
}

extension Refusal {
    fileprivate static let notPrinters = Refusal(
        status: .badRequest,
        sentence: "The body does not name printers: JSON with printers, a list of names, or without.")
}

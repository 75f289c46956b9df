import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText
import TestPeers
import TestSupport
import Testing

@testable import ShopApp

extension Fixture {
    /// Returns sections of `count` dishes each, every dish with a different picture.
    static func picturedSections(_ count: Int) -> [Section] {
        SectionID.menu.map { section($0, picturedDishes(count, $0.name)) }
    }

    static func picturedDishes(_ count: Int, _ prefix: String) -> [Dish] {
        (0..<count).map { picturedDish("\(prefix)\($0)") }
    }

    static func picturedDish(_ name: String) -> Dish {
        Dish(
            detailHash: name, image: "pictures/\(name).png", deliveryTypes: ["새벽배송"], title: PlainText(name),
            description: PlainText("\(name) 설명"), price: Won(1_000), badges: ["베스트"])
    }

    static func picturedState(
        _ width: Int, _ height: Int, sections: [Section] = picturedSections(8), colors: PictureColors = .indexed
    ) -> ShopState {
        ShopState(
            size: Size(width: width, height: height), sections: sections, connection: .connected, pictureColors: colors,
            now: noon)
    }

    /// Returns a picture in a single colour.
    static func cells(_ size: Size, _ color: UInt8 = 20) -> CellPicture {
        let cell = PictureCell("▄", .indexed(color), .indexed(color))
        return CellPicture(size: size, cells: Array(repeating: cell, count: size.width * size.height))
    }
}

extension ShopState {
    /// Delivers every wanted picture in view, each in a different colour.
    mutating func showPictures() {
        let wanted = pictures.demand.inView.enumerated().map {
            ($1, PictureState.ready(Fixture.cells($1.size, UInt8($0 + 20))))
        }
        _ = reduce(&self, .picturesChanged(Dictionary(wanted) { first, _ in first }))
    }
}

/// A source of pictures that a test delivers one by one.
final class ScriptedPictures: Sendable {
    private struct State: Sendable {
        var bytes: [String: Data] = [:]
        var waiting: [String: [CheckedContinuation<Result<Data, FetchFailure>, Never>]] = [:]
        var asked: [String] = []
        var isClosed = false
    }

    private let state = Watched(State())

    /// The requested addresses, in order.
    var asked: [String] { state.value.asked }

    /// Returns once at least `count` requests were made for addresses that end in `suffix`.
    func wait(count: Int, of suffix: String = "", _ location: SourceLocation = #_sourceLocation) async {
        await state.wait(location) { $0.asked.count { $0.hasSuffix(suffix) } >= count }
    }

    /// Answers waiting and future requests for that picture with one of that colour.
    func arrive(_ address: String, color: UInt32 = 0xC04020) { answer(address, .success(TestPicture.plain(color))) }

    /// Answers the waiting requests for that picture with a failure.
    func fail(_ address: String) { answer(address, .failure(.status(404))) }

    private func answer(_ address: String, _ result: Result<Data, FetchFailure>) {
        let waiting = state.change { state in
            if case .success(let data) = result { state.bytes[address] = data }
            return state.waiting.removeValue(forKey: address) ?? []
        }
        waiting.forEach { $0.resume(returning: result) }
    }

    /// Answers all waiting and future requests with a failure, so that none waits forever.
    func close() {
        let waiting = state.change { state in
            defer { state.waiting = [:] }
            state.isClosed = true
            return state.waiting.values.flatMap { $0 }
        }
        waiting.forEach { $0.resume(returning: .failure(.interrupted)) }
    }

    var source: PictureSource {
        PictureSource(
            name: { ScriptedPictures.address($0) },
            fetch: { [self] place, _ throws(FetchFailure) in
                .bytes(try await fetch(ScriptedPictures.address(place)).get(), nil)
            })
    }

    private func fetch(_ address: String) async -> Result<Data, FetchFailure> {
        await withCheckedContinuation { continuation in
            let ready: Result<Data, FetchFailure>? = state.change { state in
                state.asked.append(address)
                if state.isClosed { return .failure(.interrupted) }
                if let bytes = state.bytes[address] { return .success(bytes) }
                state.waiting[address, default: []].append(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    private static func address(_ place: PictureAddress) -> String {
        guard case .relative(let path) = place else { return place.description }
        return String(path.drop { $0 == "/" })
    }
}

import Domain
import Foundation
import TestPeers
import Testing

@testable import ShopClient

struct PictureStoreTests {
    private let directory = TemporaryDirectory()
    private let address = "http://shop.local/pictures/0123abcd.jpg"

    private func store(limit: Int = 1 << 20) -> PictureStore {
        PictureStore(directory: directory.url.path, limit: limit)
    }

    private func bytes(_ count: Int, _ value: UInt8 = 7) -> Data { Data(repeating: value, count: count) }

    /// Sets a picture's time of last use to that many seconds ago.
    private func age(_ address: String, seconds: Double) throws {
        let path = directory.url.appendingPathComponent(PictureStore.file(of: address)).path
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: path)
    }

    @Test func whatWasKeptIsThereAgainUnderTheAddressesFileName() throws {
        #expect(store().picture(at: address) == nil)
        #expect(store().keep(bytes(300), at: address) == .done)
        #expect(store().picture(at: address) == bytes(300))
        let file = try #require(directory.files.first)
        #expect(directory.files.count == 1)
        #expect(file.hasPrefix("0123abcd.jpg."))
    }

    @Test func aFileIsReadableByItsOwnerOnlyAndNothingElseIsLeft() throws {
        store().keep(bytes(10), at: address)
        let path = directory.url.appendingPathComponent(directory.files[0]).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let of = try FileManager.default.attributesOfItem(atPath: directory.url.path)
        #expect(of[.posixPermissions] as? Int == 0o700)
    }

    @Test func twoAddressesWithOneFileNameNeverShowEachOthersPicture() {
        let other = "http://shop.local/other/0123abcd.jpg"
        store().keep(bytes(10, 1), at: address)
        #expect(store().picture(at: other) == nil)
        store().keep(bytes(10, 2), at: other)
        #expect(store().picture(at: address) == bytes(10, 1))
        #expect(store().picture(at: other) == bytes(10, 2))
        for query in ["?size=1", "?size=2"] { store().keep(Data(query.utf8), at: address + query) }
        #expect(store().picture(at: address + "?size=1") == Data("?size=1".utf8))
    }

    @Test func evenWhereTheNumbersOfTwoAddressesAreTheSameTheAddressDecides() throws {
        let other = "http://shop.local/other/0123abcd.jpg"
        store().keep(bytes(10, 1), at: other)
        try FileManager.default.moveItem(
            at: directory.url.appendingPathComponent(PictureStore.file(of: other)),
            to: directory.url.appendingPathComponent(PictureStore.file(of: address)))
        #expect(store().picture(at: address) == nil)
    }

    @Test func brokenFilesAreRemoved() throws {
        for damage in [{ $0.dropLast() }, { $0 + Data([1]) }, { _ in Data() }, { _ in Data("else\n\n0\n".utf8) }]
            as [@Sendable (Data) -> Data]
        {
            store().keep(bytes(100), at: address)
            let url = directory.url.appendingPathComponent(directory.files[0])
            try damage(try Data(contentsOf: url)).write(to: url)
            #expect(store().picture(at: address) == nil)
            #expect(directory.files.isEmpty)
        }
    }

    @Test func beyondTheLimitThoseGoThatWereNotUsedForLongest() throws {
        let store = store(limit: 40 << 10)
        let all = (0..<6).map { "http://shop.local/pictures/\($0).png" }
        for (index, address) in all.enumerated() {
            store.keep(bytes(7_000, UInt8(index)), at: address)
            try age(address, seconds: Double(100 - index))
        }
        #expect(directory.files.count < 6)
        // The oldest remaining picture is used now, so that the next oldest is removed instead.
        let kept = all.filter { store.picture(at: $0) != nil }
        for (index, address) in kept.enumerated() { try age(address, seconds: Double(50 - index)) }
        #expect(store.picture(at: kept[0]) != nil)
        for name in ["a", "b"] { store.keep(bytes(7_000, 9), at: "http://shop.local/\(name).png") }
        #expect(store.picture(at: kept[0]) != nil)
        #expect(store.picture(at: kept[1]) == nil)
        #expect(store.picture(at: "http://shop.local/b.png") != nil)
    }

    @Test func theLimitHoldsHoweverManyAreKept() throws {
        let store = store(limit: 64 << 10)
        for number in 0..<60 { store.keep(bytes(3_000), at: "http://shop.local/\(number).png") }
        let sizes = try directory.files.map {
            try FileManager.default.attributesOfItem(atPath: directory.url.appendingPathComponent($0).path)[.size]
                as? Int ?? 0
        }
        #expect(sizes.reduce(0, +) <= 64 << 10)
        #expect(directory.files.count > 5)
        #expect(store.keep(bytes(65 << 10), at: address) != .done)
    }

    @Test func aDirectoryThatCannotBeMadeOnlyMeansThatNothingIsKept() throws {
        let file = directory.url.appendingPathComponent("file")
        try FileManager.default.createDirectory(at: directory.url, withIntermediateDirectories: true)
        try Data().write(to: file)
        let store = PictureStore(directory: file.appendingPathComponent("pictures").path, limit: 1_000_000)
        #expect(store.keep(bytes(10), at: address) != .done)
        #expect(store.picture(at: address) == nil)
    }

    @Test func theStandardPlaceIsBelowTheCacheDirectory() {
        #expect(PictureStore.standard(environment: [:]) == nil)
        let store = PictureStore.standard(environment: ["XDG_CACHE_HOME": directory.url.path])
        store?.keep(bytes(1), at: address)
        let place = directory.url.appendingPathComponent("banchan/pictures")
        #expect((try? FileManager.default.contentsOfDirectory(atPath: place.path))?.count == 1)
    }

    @Test func addressesThatCannotStandInAFileAreNotKept() {
        #expect(store().keep(bytes(1), at: "http://shop.local/a\nb") != .done)
        #expect(store().keep(bytes(1), at: "http://shop.local/" + String(repeating: "a", count: 9_000)) != .done)
        #expect(store().keep(bytes(1), at: "http://shop.local/" + String(repeating: "a", count: 2_000)) == .done)
        #expect(store().keep(bytes(1), at: "") == .done)
        #expect(store().picture(at: "") == bytes(1))
    }
}

import Domain
import Foundation
import ShopClient
import TerminalText
import Testing

private let time = Date(timeIntervalSince1970: 1_700_000_000.25)

@Suite struct SnapshotStoreTests {
    let directory = TemporaryDirectory()
    var store: SnapshotStore { SnapshotStore(directory: directory.url.path, shop: "own") }

    @Test func aSmallSectionIsOneFileThatIsAlsoItsHead() {
        let snapshot = Snapshot(dishes: dishes(100), validator: "\"a\"", confirmedAt: time)
        #expect(store.write(snapshot, of: .main) == .done)
        #expect(directory.files == ["woowa_2fmain.head.json"])
        #expect(store.head(of: .main) == snapshot)
        #expect(store.whole(of: .main) == snapshot)
    }

    @Test func aLargeSectionHasAHeadOfItsFirstRows() {
        let snapshot = Snapshot(dishes: dishes(2_500), validator: "\"a\"", confirmedAt: time)
        #expect(store.write(snapshot, of: .main) == .done)
        #expect(directory.files == ["woowa_2fmain.head.json", "woowa_2fmain.json"])
        let head = store.head(of: .main)
        #expect(head?.dishes == dishes(100))
        #expect(head?.total == 2_500)
        #expect(head?.isWhole == false)
        #expect(store.whole(of: .main) == snapshot)
    }

    /// Changes the text of the section's file.
    private func change(_ old: String, to new: String, in file: String = "woowa_2fmain.head.json") throws {
        let place = directory.url.appending(path: file)
        let text = String(decoding: try Data(contentsOf: place), as: UTF8.self)
        #expect(text.contains(old))
        try Data(text.replacing(old, with: new).utf8).write(to: place)
    }

    @Test(arguments: ["", #"\u0001"#, #"a\r\nX: y"#, "가", #"\u007f"#, " ", String(repeating: "a", count: 300)])
    func aValidatorThatCannotBeSentIsForgotten(_ validator: String) throws {
        store.write(Snapshot(dishes: dishes(3), validator: "good", confirmedAt: time), of: .main)
        try change(#""good""#, to: "\"\(validator)\"")
        let whole = store.whole(of: .main)
        #expect(whole?.dishes == dishes(3))
        #expect(whole?.validator == nil)
    }

    @Test(arguments: [
        (#""total":3"#, #""total":2"#), (#""total":3"#, #""total":9223372036854775807"#),
        (#""total":3"#, #""total":-1"#),
        (#""confirmedAt":1700000000.25"#, #""confirmedAt":-1e300"#),
        (#""confirmedAt":1700000000.25"#, #""confirmedAt":1e300"#),
        (#""confirmedAt":1700000000.25"#, #""confirmedAt":-1"#), ("1,000", "1,00원"), ("반찬 0", #"\ud800"#),
    ])
    func whatThisProgramCannotHaveWrittenIsNotRead(_ old: String, _ new: String) throws {
        store.write(Snapshot(dishes: dishes(3), validator: "good", confirmedAt: time), of: .main)
        try change(old, to: new)
        #expect(store.head(of: .main) == nil)
        #expect(store.whole(of: .main) == nil)
    }

    @Test func itIsNewUntilSomethingIsStored() {
        #expect(store.isNew)
        store.write(Snapshot(dishes: [], validator: nil, confirmedAt: time), of: .soup)
        #expect(!store.isNew)
    }

    @Test func aSectionThatShrankLeavesNoLargeFile() {
        store.write(Snapshot(dishes: dishes(101), validator: nil, confirmedAt: time), of: .main)
        store.write(Snapshot(dishes: dishes(3), validator: nil, confirmedAt: time), of: .main)
        #expect(directory.files == ["woowa_2fmain.head.json"])
        #expect(store.whole(of: .main)?.dishes == dishes(3))
    }

    @Test func anEmptySectionIsKnownToBeEmpty() {
        store.write(Snapshot(dishes: [], validator: nil, confirmedAt: time), of: .soup)
        #expect(store.head(of: .soup)?.isWhole == true)
        #expect(store.head(of: .main) == nil)
        #expect(store.whole(of: .main) == nil)
    }

    @Test func confirmingLeavesTheRowsAlone() throws {
        var snapshot = Snapshot(dishes: dishes(500), validator: "\"a\"", confirmedAt: time)
        store.write(snapshot, of: .main)
        let file = directory.url.appendingPathComponent("woowa_2fmain.json").path
        let before = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
        snapshot.confirmedAt += 60
        #expect(store.confirm(snapshot, of: .main) == .done)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int == before)
        #expect(store.head(of: .main)?.confirmedAt == time + 60)
        #expect(store.whole(of: .main)?.confirmedAt == time + 60)
    }

    @Test func theRowsCountWhenTheHeadIsOfAnotherTime() {
        store.write(Snapshot(dishes: dishes(300, "new"), validator: "\"new\"", confirmedAt: time), of: .main)
        store.confirm(Snapshot(dishes: dishes(200, "old"), validator: "\"old\"", confirmedAt: time + 9), of: .main)
        let whole = store.whole(of: .main)
        #expect(whole?.validator == "\"new\"")
        #expect(whole?.dishes == dishes(300, "new"))
        #expect(whole?.confirmedAt == time)
    }

    @Test func anUnwantedWriteLeavesTheOlderFilesAndNothingElse() {
        store.write(Snapshot(dishes: dishes(200), validator: "\"a\"", confirmedAt: time), of: .main)
        let later = Snapshot(dishes: dishes(5_000), validator: "\"b\"", confirmedAt: time)
        var asked = 0
        let writing = store.write(later, of: .main) {
            asked += 1
            return asked < 3
        }
        #expect(writing == .cancelled)
        #expect(asked == 3)
        #expect(store.whole(of: .main)?.dishes.count == 200)
        #expect(directory.files == ["woowa_2fmain.head.json", "woowa_2fmain.json"])
    }

    @Test func filesAreForTheirOwnerOnly() throws {
        store.write(Snapshot(dishes: dishes(1), validator: nil, confirmedAt: time), of: .main)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(directory.url.path) == 0o700)
        #expect(try mode(directory.url.appendingPathComponent("woowa_2fmain.head.json").path) == 0o600)
    }

    @Test func aDirectoryThatCannotBeMadeIsReported() {
        let store = SnapshotStore(directory: "/dev/null/banchan", shop: "own")
        let writing = store.write(Snapshot(dishes: [], validator: nil, confirmedAt: time), of: .main)
        #expect(writing == .failed(ENOTDIR))
        #expect(store.head(of: .main) == nil)
    }

    @Test func whatAKilledProgramLeftBehindIsRemoved() throws {
        store.write(Snapshot(dishes: [], validator: nil, confirmedAt: time), of: .main)
        let left = directory.url.appendingPathComponent(".new-abcdef").path
        let writing = directory.url.appendingPathComponent(".new-ghijkl").path
        #expect(FileManager.default.createFile(atPath: left, contents: Data([1])))
        #expect(FileManager.default.createFile(atPath: writing, contents: Data([1])))
        try FileManager.default.setAttributes([.modificationDate: Date() - 7_200], ofItemAtPath: left)
        store.write(Snapshot(dishes: [], validator: nil, confirmedAt: time), of: .main)
        #expect(directory.files == [".new-ghijkl", "woowa_2fmain.head.json"])
    }
}

@Suite struct SnapshotStoreDistrustTests {
    let directory = TemporaryDirectory()
    var store: SnapshotStore { SnapshotStore(directory: directory.url.path, shop: "own") }
    var head: URL { directory.url.appendingPathComponent("woowa_2fmain.head.json") }

    init() throws {
        try FileManager.default.createDirectory(at: directory.url, withIntermediateDirectories: true)
    }

    @Test(arguments: [
        "", "[]", "{}", "null", "garbage", #"{"format":2}"#,
        #"{"format":1,"shop":"own","section":"woowa/main","confirmedAt":1,"total":0,"dishes":[]}"#,
        #"{"format":2,"shop":"other","section":"woowa/main","confirmedAt":1,"total":0,"rows":[]}"#,
        #"{"format":2,"shop":"own","section":"woowa/soup","confirmedAt":1,"total":0,"rows":[]}"#,
        #"{"format":2,"shop":"own","section":"woowa/main","confirmedAt":1,"total":-1,"rows":[]}"#,
        #"{"format":2,"shop":"own","section":"woowa/main","confirmedAt":1e999,"total":0,"rows":[]}"#,
        #"{"format":2,"shop":"own","section":"woowa/main","confirmedAt":1,"total":0}"#,
        #"{"format":2,"shop":"own","section":"woowa/main","confirmedAt":1,"total":1,"rows":[{}]}"#,
        #"{"format":2,"shop":"own","section":"woowa/main","confirmedAt":1,"total":0,"rows":[]"#,
    ])
    func aCorruptOrForeignFileIsIgnored(text: String) throws {
        try Data(text.utf8).write(to: head)
        #expect(store.head(of: .main) == nil)
        #expect(store.whole(of: .main) == nil)
    }

    @Test func hostileTextOnDiskIsMadeHarmless() throws {
        let file =
            #"{"format":2,"shop":"own","section":"woowa/main","confirmedAt":1,"total":1,"rows":[{"detail_hash":"H","image":"","alt":"","delivery_type":[],"title":"\u001b[31mred","description":"","s_price":"1원"}]}"#
        try Data(file.utf8).write(to: head)
        #expect(store.head(of: .main)?.dishes.first?.title == "[31mred")
    }

    @Test func anOversizedFileIsNotRead() throws {
        #expect(FileManager.default.createFile(atPath: head.path, contents: nil))
        #expect(truncate(head.path, 1 << 40) == 0)
        #expect(store.head(of: .main) == nil)
    }

    @Test func whatIsNoPlainFileIsNotRead() throws {
        #expect(mkfifo(head.path, 0o600) == 0)
        #expect(store.head(of: .main) == nil)
        unlink(head.path)
        try FileManager.default.createSymbolicLink(atPath: head.path, withDestinationPath: "/dev/zero")
        #expect(store.head(of: .main) == nil)
    }

    @Test func aHeadWithoutItsRowsIsOnlyAHead() throws {
        store.write(Snapshot(dishes: dishes(200), validator: "\"a\"", confirmedAt: time), of: .main)
        try FileManager.default.removeItem(at: directory.url.appendingPathComponent("woowa_2fmain.json"))
        #expect(store.head(of: .main)?.total == 200)
        #expect(store.whole(of: .main) == nil)
    }
}

@Suite struct SnapshotStorePlaceTests {
    @Test func twoShopsNeverMix() throws {
        let directory = TemporaryDirectory()
        let environment = ["XDG_CACHE_HOME": directory.url.path]
        let addresses = try [
            "http://a", "https://a", "http://a:81", "http://a/b", "http://a_2fb", "http://A.b",
            "http://" + String(repeating: "x", count: 60) + "/" + String(repeating: "y", count: 300),
            "http://" + String(repeating: "x", count: 60) + "/" + String(repeating: "y", count: 301),
        ].map { try ShopAddress($0) }
        let stores = try (addresses.map(Optional.some) + [nil]).map {
            try #require(SnapshotStore.standard(for: $0, environment: environment))
        }
        for (number, store) in stores.enumerated() {
            #expect(
                store.write(Snapshot(dishes: dishes(number), validator: nil, confirmedAt: time), of: .main) == .done)
        }
        #expect(stores.map { $0.head(of: .main)?.total } == Array(stores.indices))
    }

    @Test func theCacheLiesWhereTheEnvironmentSays() throws {
        let directory = TemporaryDirectory()
        let home = directory.url.path
        func write(_ environment: [String: String]) {
            let snapshot = Snapshot(dishes: [], validator: nil, confirmedAt: time)
            SnapshotStore.standard(for: nil, environment: environment)?.write(snapshot, of: .main)
        }
        func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(home)/\(path)") }
        write(["HOME": "\(home)/a"])
        write(["HOME": "\(home)/b", "XDG_CACHE_HOME": "\(home)/cache"])
        write(["HOME": "\(home)/c", "XDG_CACHE_HOME": "relative"])
        #expect(exists("a/.cache/banchan/own/woowa_2fmain.head.json"))
        #expect(exists("cache/banchan/own/woowa_2fmain.head.json"))
        #expect(!exists("b"))
        #expect(exists("c/.cache/banchan/own/woowa_2fmain.head.json"))
        #expect(SnapshotStore.standard(for: nil, environment: [:]) == nil)
        #expect(SnapshotStore.standard(for: nil, environment: ["HOME": ""]) == nil)
    }
}

import Foundation
import Testing

@testable import icu_data

struct DataPackageTests {
    @Test func itemsAreFoundWhereverThePackageLies() throws {
        let file = Data("!<arch> something CmnD else".utf8) + DataPackageTests.package(["a.res", "b/c.res", "d.res"])
        let package = try #require(DataPackage(in: file))
        // The last item is not listed, because the package does not record where it ends.
        #expect(package.items.map(\.name) == ["icudt76l/a.res", "icudt76l/b/c.res"])
        for item in package.items { #expect(String(data: file[item.range], encoding: .utf8) == item.name) }
    }

    @Test func whatIsKeptIsAPackageOfItsOwn() throws {
        let file = DataPackageTests.package(["a.res", "b/c.res", "d.res", "e.res"])
        let kept = try #require(DataPackage(in: file)).keeping { $0 != "b/c.res" }.bytes(of: file)
        let package = try #require(DataPackage(in: kept))
        #expect(package.items.map(\.name) == ["icudt76l/a.res"])
        #expect(kept.range(of: Data("icudt76l/d.res".utf8)) != nil)
        #expect(kept.range(of: Data("b/c.res".utf8)) == nil)
    }

    /// A new version of Swift may contain a new version of ICU. In that case run `icu-data` to write its data.
    @Test(.enabled(if: toolchain != nil, "the static Foundation is not installed"))
    func theProgramsDataIsThatOfTheToolchain() throws {
        let file = try Data(contentsOf: try #require(DataPackageTests.toolchain), options: .alwaysMapped)
        let package = try #require(DataPackage(in: file)).keeping(ICUData.kept.contains)
        let written = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/CSmallICU/icudt76l.dat").standardizedFileURL
        #expect(try package.bytes(of: file) == Data(contentsOf: written))
    }

    /// The data of the static Foundation of the toolchain that built this test, or `nil` if it is not installed.
    private static var toolchain: URL? {
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return directories.lazy.map { URL(filePath: "\($0)/swiftc").resolvingSymlinksInPath() }
            .map { $0.deletingLastPathComponent().appending(path: "../lib/swift_static/linux/lib_FoundationICU.a") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    @Test(arguments: [
        Data(), Data("CmnD".utf8), package(["a.res", "b.res"]).prefix(40), package(["b.res"]).prefix(18),
    ])
    func whatIsNoPackageIsNotTakenForOne(_ file: Data) {
        #expect(DataPackage(in: Data(file))?.items.isEmpty ?? true)
    }

    /// Returns a package in which the contents of each item are its own name.
    private static func package(_ names: [String]) -> Data {
        let names = names.map { Data("icudt76l/\($0)".utf8) }
        var text = Data()
        var content = Data()
        var table = Data()
        let start = 4 + names.count * 8
        let length = names.reduce(0) { $0 + $1.count + 1 }
        for name in names {
            table += bytes(UInt32(start + text.count)) + bytes(UInt32(start + length + content.count))
            text += name + Data([0])
            content += name
        }
        let header = bytes(UInt16(16)) + Data([0xDA, 0x27, 0, 0, 0, 0, 0, 0, 2, 0]) + Data("CmnD".utf8)
        return header + bytes(UInt32(names.count)) + table + text + content
    }

    private static func bytes<Integer: FixedWidthInteger>(_ value: Integer) -> Data {
        withUnsafeBytes(of: value) { Data($0) }
    }
}

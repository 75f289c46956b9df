import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite(.enabled(if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/sbin/ip")))
struct NetworkWatchTests {
    private func ip(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/sbin/ip")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }

    @Test func anAddressThatComesAndGoesIsToldUntilTheWatchEnds() async throws {
        let changes = Record<Int>()
        let watch = try #require(NetworkWatch { changes.append(1) })
        try ip("address", "add", "127.93.7.1/32", "dev", "lo")
        await changes.wait(count: 1)
        let before = changes.count
        try ip("address", "delete", "127.93.7.1/32", "dev", "lo")
        await changes.wait(count: before + 1)
        watch.cancel()
    }
}

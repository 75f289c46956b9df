import Domain
import Foundation
import ShopClient
import TerminalText

/// Returns `count` dishes whose titles begin with `name`.
func dishes(_ count: Int, _ name: String = "반찬") -> [Dish] {
    (0..<count).map { Dish(detailHash: "H\($0)", title: PlainText("\(name) \($0)"), price: Won(1_000 + $0)) }
}

/// Encodes dishes as a server sends them.
func body(_ dishes: [Dish]) throws -> Data { try JSONEncoder().encode(dishes) }

/// Runs `repository` while `body` runs, and returns when both have ended.
func running(_ repository: SectionRepository, _ body: () async throws -> Void) async rethrows {
    let run = Task { await repository.run() }
    do {
        try await body()
    } catch {
        run.cancel()
        await run.value
        throw error
    }
    run.cancel()
    await run.value
}

/// A temporary directory for one test.
final class TemporaryDirectory: Sendable {
    let url: URL

    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("banchan-" + UUID().uuidString)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}

/// Returns the beginning of a gzip stream that expands to `bytes` spaces, a thousand times its own length.
func gzippedSpaces(_ bytes: Int) -> [UInt8] {
    var stream: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var pending = 0
    var count = 0
    // RFC 1951: codes are packed starting with their most significant bit, into bytes starting with the least
    // significant.
    func append(_ code: Int, length: Int) {
        for bit in (0..<length).reversed() {
            pending |= (code >> bit & 1) << count
            count += 1
            guard count == 8 else { continue }
            stream.append(UInt8(pending))
            (pending, count) = (0, 0)
        }
    }
    append(0b110, length: 3)  // the last block, with the fixed codes
    append(0x50, length: 8)  // a space
    for _ in 0..<(bytes / 258) { append(0b11000101 << 5, length: 13) }  // 258 times the byte before
    append(0, length: 16)
    return stream
}

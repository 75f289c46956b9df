import Domain
import Foundation
import NIOConcurrencyHelpers

/// Reads files of the shop's data.
enum ResourceFile {
    /// Returns the bytes of the file at `path`.
    static func content(of path: String) throws(ShopServerError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
        } catch {
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            guard reason?.code != .ENOENT, reason?.code != .ENOTDIR else { throw .missingResource(path: path) }
            throw .inaccessibleResource(path: path, code: (reason?.code ?? .EIO).rawValue)
        }
    }

    /// Returns the sorted names of the files in those directories of a shop, relative to it, without hidden ones, such as
    /// those of an editor.
    static func names(in directories: [String], of shop: URL) -> [String] {
        directories.flatMap { directory in
            let path = shop.appending(path: directory).path(percentEncoded: false)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(directory)/\($0)" }
        }
    }

    /// Returns the JSON text of the file at `path` as it is served. Throws if it is not UTF-8.
    static func json(of path: String) throws(ShopServerError) -> Data {
        let content = try content(of: path)
        do throws(ShopFileText.NotUTF8) {
            return try ShopFileText(content).served
        } catch {
            let line = content.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw .unreadableResource(path: path, why: .notUTF8(line: line))
        }
    }

    /// Decodes the items of the JSON array in the file at `path`.
    static func list<Item: Decodable>(in path: String) throws(ShopServerError) -> [Item] { try value(in: path) }

    /// Decodes the JSON value in the file at `path`.
    static func value<Value: Decodable>(in path: String) throws(ShopServerError) -> Value {
        let content = try json(of: path)
        do {
            return try JSONDecoder().decode(Value.self, from: content)
        } catch {
            throw .unreadableResource(
                path: path,
                why: content.isEmpty ? .empty : (error as? DecodingError).map(SectionBodyError.init) ?? .notJSON)
        }
    }
}

/// The text of one of the shop's own JSON files. It has to be UTF-8; only a byte order mark at its beginning is
/// forgiven. (Trailing commas are, too, but are part of the text.)
struct ShopFileText {
    /// The file is not UTF-8; `offset` is the position of the first such byte.
    struct NotUTF8: Error {
        let offset: Int
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let hasMark: Bool
    /// The text without the mark.
    let bytes: Data

    init(_ content: Data) throws(NotUTF8) {
        hasMark = content.starts(with: ShopFileText.mark)
        bytes = hasMark ? Data(content.dropFirst(ShopFileText.mark.count)) : content
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw NotUTF8(offset: error.byteOffsets.lowerBound)
        }
        // UTF-16 without a mark; JSON has no NUL.
        if let offset = bytes.firstIndex(of: 0) { throw NotUTF8(offset: offset) }
    }

    /// The text as it is served: without the commas behind which nothing follows, and of several members of one name only
    /// the last.
    var served: Data { JSONText(bytes).plain }
}

/// A value that was read from the shop's files and can be reloaded while the shop is open.
final class LiveResource<Value: Sendable>: Sendable {
    /// A value and the number of reloads that replaced it: equal numbers mean the same value.
    typealias Version = (value: Value, number: Int)

    private let state: NIOLockedValueBox<Version>
    private let reread: @Sendable (_ former: Value) throws(ShopServerError) -> Value?

    /// Creates a resource. `reread` returns the files' current value; if it throws or returns `nil`, the previous value
    /// is kept.
    init(_ value: Value, reread: @escaping @Sendable (_ former: Value) throws(ShopServerError) -> Value?) {
        state = NIOLockedValueBox((value, 0))
        self.reread = reread
    }

    var value: Value { state.withLockedValue { $0.value } }
    var version: Version { state.withLockedValue(\.self) }

    /// Reads the files again. Must not be called concurrently. Errors are ignored here, because the resource check
    /// reports them.
    func reload() {
        guard let value = try? reread(value) else { return }
        state.withLockedValue { $0 = (value, $0.number + 1) }
    }
}

import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Pictures
import Platform

/// Scales photographs down that are too large for terminals: each once, on one thread, for all who ask for it meanwhile.
/// The files stay as they are.
final class ScaledPictures: Sendable {
    /// The outcomes that are known, by the tags of the files; of an older stamp none is used.
    private struct State {
        /// `nil` for a picture that is sent as it is: small enough, or one that cannot be scaled.
        var pictures: [EntityTag: Data?] = [:]
        /// The tags in the order in which they were added.
        var order: [EntityTag] = []
        var bytes = 0
    }

    /// The maximum number of bytes of all scaled pictures; the oldest are forgotten.
    private static let maxBytes = 32 << 20
    private static let maxEntries = 10_000
    private static let maxWaiting = 64

    private let state = NIOLockedValueBox(State())
    private let work = SharedWork<EntityTag, Data?>()
    private let thread = WorkerThreads<Void>(name: "pictures", count: 1, maxWaiting: maxWaiting) {}
    private let runs = NIOLockedValueBox(0)

    deinit { thread.close() }

    /// The number of pictures that were scaled.
    var scaled: Int { runs.withLockedValue(\.self) }

    /// Returns the picture as it is served if it is too large; `nil` if its file is. Throws `Refusal` if too many wait.
    func content(of picture: PictureFile) async throws -> EncodedContent? {
        let bytes: Data?
        if let known = known(picture.tag) {
            bytes = known
        } else if picture.isTooLarge {
            bytes = try await work.value(of: picture.tag) { try await scale(picture) }
        } else {
            keep(nil, of: picture.tag)
            return nil
        }
        guard let bytes, let format = PictureFormat(bytes) else { return nil }
        let tag = EntityTag(of: "\(picture.tag.opaque)-scaled".utf8)
        return EncodedContent(ByteBuffer(bytes: bytes), tag: tag, type: format.mediaType)
    }

    private func scale(_ picture: PictureFile) async throws -> Data? {
        if let known = known(picture.tag) { return known }
        let outcome = await thread.perform { [runs] _ -> Data? in
            runs.withLockedValue { $0 += 1 }
            return try? PictureDecoder.scaledDown(picture.content).bytes
        }
        guard let outcome else { throw Refusal.tooManyPictures }
        keep(outcome, of: picture.tag)
        return outcome
    }

    private func known(_ tag: EntityTag) -> Data?? { state.withLockedValue { $0.pictures[tag] } }

    private func keep(_ bytes: Data?, of tag: EntityTag) {
        state.withLockedValue { state in
            guard state.pictures.updateValue(bytes, forKey: tag) == nil else { return }
            state.order.append(tag)
            state.bytes += bytes?.count ?? 0
            guard state.bytes > ScaledPictures.maxBytes || state.order.count > ScaledPictures.maxEntries else { return }
            // Forgets a half, so that this is rare.
            for tag in state.order.prefix((state.order.count + 1) / 2) {
                state.bytes -= state.pictures.removeValue(forKey: tag)??.count ?? 0
            }
            state.order.removeFirst((state.order.count + 1) / 2)
        }
    }
}

extension PictureFile {
    /// The number of bytes at the start of a file in which its dimensions are.
    private static let headLength = 256 << 10

    /// Whether terminals would not fetch or decode the picture.
    var isTooLarge: Bool {
        size > PictureDecoder.maxFetchedBytes
            || PictureDecoder.hasTooManyPixels(Data(read(from: 0, count: min(size, PictureFile.headLength))))
    }

    /// The whole file. Throws if it is too large even for being scaled down.
    var content: Data {
        get throws(PictureError) {
            guard size <= PictureDecoder.maxSourceBytes else {
                throw .tooManyBytes(limit: PictureDecoder.maxSourceBytes)
            }
            return Data(read(from: 0, count: size))
        }
    }
}

extension Refusal {
    fileprivate static let tooManyPictures = Refusal(
        status: .serviceUnavailable, sentence: "Too many pictures are being scaled down; please try again.",
        fields: [.retryAfter: "1"])
}

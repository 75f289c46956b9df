import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Pictures
import Platform

/// Scales photographs down that are too large for terminals: each once, on one thread, for all who ask for it meanwhile.
/// What comes out is kept in files of its own; the photographs stay as they are.
final class ScaledPictures: Sendable {
    /// The maximum number of pictures of which is known that they are sent as they are; all are forgotten then.
    private static let maxUnscaled = 10_000
    private static let maxWaiting = 64

    private let files: ScaledPictureFiles
    /// The tags of the files that are sent as they are: small enough, or impossible to scale.
    private let unscaled = NIOLockedValueBox<Set<EntityTag>>([])
    private let work = SharedWork<EntityTag, Data?>()
    private let thread = WorkerThreads<Void>(name: "pictures", count: 1, maxWaiting: maxWaiting) {}
    private let runs = NIOLockedValueBox(0)

    /// Keeps the scaled pictures in `directory`, which is created when it is needed, also for later runs. If there is
    /// none, or nothing can be written into it, they are kept until the object is released.
    init(in directory: String?) { files = ScaledPictureFiles(in: directory) }

    deinit { thread.close() }

    /// The number of pictures that were scaled.
    var scaled: Int { runs.withLockedValue(\.self) }

    /// Returns the picture as it is served if it is too large; `nil` if its file is. Throws `Refusal` if too many wait.
    func content(of picture: PictureFile) async throws -> EncodedContent? {
        guard !unscaled.withLockedValue({ $0.contains(picture.tag) }) else { return nil }
        guard picture.isTooLarge else { return noteUnscaled(picture) }
        let bytes = try await work.value(of: picture.tag) { try await scale(picture) }
        guard let bytes, let format = PictureFormat(bytes) else { return noteUnscaled(picture) }
        let tag = EntityTag(of: "\(picture.tag.opaque)-scaled".utf8)
        return EncodedContent(ByteBuffer(bytes: bytes), tag: tag, type: format.mediaType)
    }

    private func noteUnscaled(_ picture: PictureFile) -> EncodedContent? {
        unscaled.withLockedValue { tags in
            if tags.count >= ScaledPictures.maxUnscaled { tags = [] }
            tags.insert(picture.tag)
        }
        return nil
    }

    private func scale(_ picture: PictureFile) async throws -> Data? {
        let outcome = await thread.perform { [files, runs] _ -> Data? in
            if let bytes = files.read(picture.tag) { return bytes }
            runs.withLockedValue { $0 += 1 }
            guard let bytes = try? PictureDecoder.scaledDown(picture.content).bytes else { return nil }
            files.keep(bytes, of: picture.tag)
            return bytes
        }
        guard let outcome else { throw Refusal.tooManyPictures }
        return outcome
    }
}

/// The files of scaled pictures, each named by the tag of its photograph. Used by one thread at a time.
private final class ScaledPictureFiles: Sendable {
    /// The size of all files in bytes above which the oldest are removed, down to a half.
    private static let maxBytes = 256 << 20

    private let directory: String?
    /// Takes the place of `directory` if nothing can be written there. Named when it is needed: a start does without URLs,
    /// for the first of which the runtime searches all protocol conformances of the program.
    private let temporary = NIOLockedValueBox<String?>(nil)

    init(in directory: String?) { self.directory = directory }

    deinit {
        if let path = temporary.withLockedValue(\.self) { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Returns the picture of that tag; `nil` if there is none that can be read.
    func read(_ tag: EntityTag) -> Data? {
        [directory, temporary.withLockedValue(\.self)].lazy.compactMap(\.self)
            .compactMap { FileManager.default.contents(atPath: "\($0)/\(tag.opaque)") }
            .first { PictureFormat($0) != nil }
    }

    /// Writes the picture into the first directory that takes it. If none does, it is scaled again when it is asked for.
    func keep(_ bytes: Data, of tag: EntityTag) {
        if let directory, (try? write(bytes, to: directory, tag)) != nil { return removeOldest(in: directory) }
        let directory = temporary.withLockedValue { path in
            let made = path ?? FileManager.default.temporaryDirectory.path + "/banchan-scaled-\(UUID())"
            path = made
            return made
        }
        if (try? write(bytes, to: directory, tag)) != nil { removeOldest(in: directory) }
    }

    private func write(_ bytes: Data, to directory: String, _ tag: EntityTag) throws {
        try PrivateDirectory.create(at: directory, durably: false)
        let writer = try AtomicFileWriter(replacing: "\(directory)/\(tag.opaque)")
        try writer.write(bytes)
        try writer.commit(durably: false)
    }

    private func removeOldest(in directory: String) {
        AtomicFileWriter.removeAbandoned(in: directory)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let files = names.compactMap { name -> (path: String, stamp: FileStamp)? in
            let path = "\(directory)/\(name)"
            return FileStamp(of: path).map { (path, $0) }
        }
        var bytes = files.reduce(0) { $0 + $1.stamp.size }
        guard bytes > ScaledPictureFiles.maxBytes else { return }
        for file in files.sorted(by: { $0.stamp.seconds < $1.stamp.seconds }) {
            guard bytes > ScaledPictureFiles.maxBytes / 2 else { return }
            unlink(file.path)
            bytes -= file.stamp.size
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

import Domain
import Foundation
import TestPeers

/// Many event streams of a shop, read by one thread that sleeps until something arrives.
final class ListeningCrowd {
    private var streams: [LoopbackSocket] = []
    /// The bytes received on each stream that have not been consumed by a match.
    private var unread: [[UInt8]] = []
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens `count` streams of the server on `port`. Blocks until each has reported all sections.
    init(port: UInt16, count: Int) throws {
        for _ in 0..<count {
            let stream = try LoopbackSocket(port: port)
            try stream.send(Array("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            streams.append(stream)
        }
        unread = Array(repeating: [], count: count)
        for section in SectionID.juiceBar + SectionID.menu {
            try waitForEvents(section: section.path, keepsUnread: true)
        }
        unread = Array(repeating: [], count: count)
    }

    /// Blocks until every stream has reported a new version of that section.
    func waitForEvents(section: String, keepsUnread: Bool = false) throws {
        let name = Array("\"\(section)\"".utf8)
        var waiting = Set(streams.indices.filter { !finds(name, in: $0, keepsUnread) })
        while !waiting.isEmpty {
            for index in try ready(waiting) {
                try receive(index)
                if finds(name, in: index, keepsUnread) { waiting.remove(index) }
            }
        }
    }

    private func finds(_ name: [UInt8], in index: Int, _ keepsUnread: Bool) -> Bool {
        guard let range = unread[index].firstRange(of: name) else { return false }
        if !keepsUnread { unread[index].removeSubrange(..<range.upperBound) }
        return true
    }

    private func receive(_ index: Int) throws {
        let count = recv(streams[index].descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw MeasuringProblem("a stream has ended") }
        unread[index] += buffer[..<count]
    }

    /// Returns the streams that have data to read, of those in `waiting`. Throws if none has within the timeout.
    private func ready(_ waiting: Set<Int>) throws -> [Int] {
        let indices = Array(waiting)
        var descriptors = indices.map { pollfd(fd: streams[$0].descriptor, events: Int16(POLLIN), revents: 0) }
        guard poll(&descriptors, nfds_t(descriptors.count), ListeningCrowd.timeout) > 0 else {
            throw MeasuringProblem("a stream did not tell what changed")
        }
        return zip(indices, descriptors).compactMap { $1.revents == 0 ? nil : $0 }
    }

    /// The timeout of waiting for any data, in milliseconds.
    private static let timeout: Int32 = 10_000
}

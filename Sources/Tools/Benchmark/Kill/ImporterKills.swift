import Contacts
import Foundation
import SeededRandom
import TerminalText

/// Kills `banchan contacts import` while it adds contacts. Contacts of earlier files must be stored once, those of the
/// interrupted file up to some card, and importing the file again must add the rest.
struct ImporterKills: Sendable {
    private static let cards = 1_000
    /// The number of kills after which a new phone book is made.
    private static let killsOfOne = 10

    let place: URL

    /// Kills the importer `kills` times and returns the number of contacts that were acknowledged and kept.
    func run(_ kills: Int, seed: UInt64, onKill: () -> Void) async throws -> Int {
        var random = SeededGenerator(seed: seed)
        var contacts = 0
        for first in stride(from: 0, to: kills, by: ImporterKills.killsOfOne) {
            let count = min(ImporterKills.killsOfOne, kills - first)
            contacts += try await killOne(count, random: &random, onKill)
        }
        return contacts
    }

    private func killOne(_ kills: Int, random: inout SeededGenerator, _ onKill: () -> Void) async throws -> Int {
        let run = try RunDirectory(below: place)
        defer { run.close() }
        let directory = run.url
        // One import is not killed, to measure how long it takes.
        var names = try cards(0, in: directory)
        let time = try ContinuousClock().measure { try importer(run).waitUntilExit() }
        try await check(names, exactly: names.count, in: directory)
        for number in 1...kills {
            let before = names
            names += try cards(number, in: directory)
            let process = try importer(run)
            // Shorter than a whole import, which would be over before the kill.
            usleep(UInt32(time.milliseconds * 1_000 * Double.random(in: 0...0.95, using: &random)))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try await check(names, atLeast: before.count, in: directory)
            let next = try importer(run)
            next.waitUntilExit()
            try expect(next.terminationStatus == 0, "the next import ends with \(next.terminationStatus)")
            try await check(names, exactly: names.count, in: directory)
            onKill()
            try Task.checkCancellation()
        }
        return names.count
    }

    /// Writes the file with this number and returns the names in it.
    private func cards(_ number: Int, in directory: URL) throws -> [String] {
        let names = (0..<ImporterKills.cards).map { "손님 \(number)-\($0)" }
        let text = names.enumerated().map { index, name in
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:banchan-\(number)-\(index)\r\nFN:\(name)\r\nTEL:010-1234-5678\r\n"
                + "END:VCARD\r\n"
        }.joined()
        try Data(text.utf8).write(to: file(in: directory))
        return names
    }

    private func file(in directory: URL) -> URL { directory.appending(component: "cards.vcf") }

    private func importer(_ run: RunDirectory) throws -> Process {
        let process = run.process(try ServingShop.program().path, ["contacts", "import", file(in: run.url).path])
        process.environment = ["HOME": run.url.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func check(_ names: [String], exactly count: Int, in directory: URL) async throws {
        try await check(names, atLeast: count, in: directory)
    }

    /// Throws `KillProblem` unless the phone book holds at least the first `count` of `names`, each once and in order.
    private func check(_ names: [String], atLeast count: Int, in directory: URL) async throws {
        let path = directory.appending(path: ".local/share/banchan/contacts.sqlite").path
        let kept = try await PhoneBookStore(at: path).contacts(after: nil, limit: names.count + 1)
            .map(\.contact.name.string)
        try expect(kept.count >= count, "\(kept.count) contacts are kept, and \(count) were acknowledged")
        try expect(kept == Array(names.prefix(kept.count)), "contacts are there once, and in their order")
        try WholeDatabase.check(path)
    }
}

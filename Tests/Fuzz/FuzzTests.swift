import TestPeers
import Testing

/// Every target reads its seeds and mutations of them. The mutations are the same in every run.
@Suite(.timeLimit(.minutes(5))) struct FuzzTests {
    private static let inputs = 700

    @Test(arguments: FuzzTarget.all.map(\.name)) func whatHoldsForAnyInputHoldsForChangedSeeds(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        var mutation = Mutation(of: target.seeds, seed: 1)
        for input in target.seeds + (0..<FuzzTests.inputs).map({ _ in mutation.next() }) {
            #expect(throws: Never.self, "\(name): \(input)") { try target.read(input) }
        }
    }

    @Test(arguments: FuzzTarget.all.map(\.name)) func nothingAndVeryLittleCanBeRead(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        for input in [[]] + (0...255).map({ [UInt8($0)] }) {
            #expect(throws: Never.self, "\(name): \(input)") { try target.read(input) }
        }
    }

    @Test func aSeedRepeatsWhatIsMade() {
        var (first, second) = (Mutation(of: [[1, 2, 3]], seed: 7), Mutation(of: [[1, 2, 3]], seed: 7))
        let inputs = (0..<50).map { _ in first.next() }
        #expect(inputs == (0..<50).map { _ in second.next() })
        #expect(Set(inputs).count > 20)
    }
}

/// Generates inputs by mutating valid ones.
private struct Mutation {
    private let seeds: [[UInt8]]
    private var random: SeededGenerator

    /// Tokens that have a meaning for the parsers under test.
    private static let tokens: [[UInt8]] =
        [
            "{", "}", "[", "]", "\"", "\\u", ":", ",", "null", "-1", "9223372036854775808", "\r\n", "\n", ";", "=",
            "\u{1B}[",
        ]
        .map { Array($0.utf8) } + [[0], [0xFF], [0xEF, 0xBB, 0xBF], [0xED, 0xA0, 0x80], [0x7F]]

    init(of seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds
        random = SeededGenerator(seed: seed)
    }

    mutating func next() -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: Mutation.tokens.randomElement(using: &random) ?? [], at: place)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3: bytes = bytes[..<place] + (seeds.randomElement(using: &random) ?? []).suffix(end)
        default: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        }
    }
}

/// Finds the places in a program's output at which it clears the whole screen, also if a piece of output ends within
/// the sequence.
struct ClearDetector {
    private static let sequences = ["\u{1B}[2J", "\u{1B}[H\u{1B}[J", "\u{1B}[1H\u{1B}[J"].map { Array($0.utf8) }
    private var recent: [UInt8] = []

    /// Takes the next piece of output. Returns the index of the last byte of the first sequence that ends in it.
    mutating func take(_ bytes: [UInt8]) -> Int? {
        var found: Int?
        for (index, byte) in bytes.enumerated() {
            recent.append(byte)
            if found == nil, ClearDetector.sequences.contains(where: { recent.suffix($0.count).elementsEqual($0) }) {
                found = index
            }
            if recent.count > 64 { recent.removeFirst(32) }
        }
        return found
    }
}

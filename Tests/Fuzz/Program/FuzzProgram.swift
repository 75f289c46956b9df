import CLibFuzzer
import Foundation

/// Fuzzes a target with libFuzzer: `banchan-fuzz TARGET CORPUS [OPTIONS]`. Writes the target's seeds into the corpus
/// first. Without arguments, prints the names of all targets.
@main
enum FuzzProgram {
    private static let target = FuzzTarget.all.first { $0.name == CommandLine.arguments.dropFirst().first }

    static func main() throws {
        guard let target, CommandLine.arguments.count > 2 else {
            print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
            return
        }
        let corpus = URL(filePath: CommandLine.arguments[2])
        try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
        for (number, seed) in target.seeds.enumerated() {
            try Data(seed).write(to: corpus.appending(component: "seed-\(number)"))
        }
        let arguments = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var count = Int32(arguments.count)
        exit(
            pointers.withUnsafeMutableBufferPointer { buffer in
                var base = buffer.baseAddress
                return LLVMFuzzerRunDriver(&count, &base) { bytes, size in
                    FuzzProgram.read([UInt8](UnsafeBufferPointer(start: bytes, count: size)))
                    return 0
                }
            })
    }

    /// Runs the target. A violated rule becomes a crash, because crashes are what libFuzzer detects.
    private static func read(_ bytes: [UInt8]) {
        do { try target?.read(bytes) } catch { fatalError("\(error)") }
    }
}

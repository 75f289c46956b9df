import Foundation

/// The machine on which something was measured, as far as it affects the figures.
struct MeasuringMachine: Codable, Equatable, Sendable {
    var processor: String
    var cores: Int
    var kernel: String
    /// The physical memory in MiB.
    var memory: Int

    /// A one-line description, without a date or a host name.
    var text: String {
        "\(processor), \(cores) cores, \(String(format: "%.1f", Double(memory) / 1_024)) GiB, Linux \(kernel)"
    }
}

extension MeasuringMachine {
    /// The machine this program runs on.
    static var current: MeasuringMachine {
        MeasuringMachine(
            processor: value(of: "model name", in: "/proc/cpuinfo") ?? "unknown processor",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            kernel: file("/proc/sys/kernel/osrelease").trimmingCharacters(in: .newlines),
            memory: Int(ProcessInfo.processInfo.physicalMemory / 1_048_576))
    }

    private static func value(of name: String, in path: String) -> String? {
        let line = file(path).split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
    }

    private static func file(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

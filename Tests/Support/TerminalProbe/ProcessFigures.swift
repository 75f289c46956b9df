import Foundation

/// The kernel's figures of a process and its descendants, read from /proc.
public struct ProcessFigures: Sendable {
    /// The number of times that each thread was scheduled on a processor, by thread ID.
    private var switches: [Int32: Int] = [:]
    /// The proportional set size in KiB.
    public private(set) var proportionalSetSize = 0
    /// The part of that which is anonymous, not backed by a file, in KiB. Unlike the whole, it does not change when
    /// other programs start or end.
    public private(set) var anonymousMemory = 0
    /// The number of open file descriptors.
    public private(set) var descriptors = 0

    public var threads: Int { switches.count }

    public init(of process: Int32) {
        for member in ProcessFigures.family(of: process) {
            let memory = ProcessFigures.lines(of: "/proc/\(member)/smaps_rollup")
            proportionalSetSize += ProcessFigures.value("Pss:", in: memory)
            anonymousMemory += ProcessFigures.value("Pss_Anon:", in: memory)
            descriptors += ProcessFigures.entries(of: "/proc/\(member)/fd").count
            for thread in ProcessFigures.threads(of: member) {
                let status = ProcessFigures.lines(of: "/proc/\(member)/task/\(thread)/status")
                switches[thread] =
                    ProcessFigures.value("voluntary_ctxt_switches:", in: status)
                    + ProcessFigures.value("nonvoluntary_ctxt_switches:", in: status)
            }
        }
    }

    /// Returns how often any thread was scheduled since `earlier`. Threads that ended since are not counted.
    public func wakeUps(since earlier: ProcessFigures) -> Int {
        switches.reduce(0) { $0 + $1.value - (earlier.switches[$1.key] ?? 0) }
    }

    private static func family(of process: Int32) -> [Int32] {
        let children = threads(of: process).flatMap { thread in
            lines(of: "/proc/\(process)/task/\(thread)/children").flatMap { $0.split(separator: " ") }
        }
        return [process] + children.compactMap { Int32($0) }.flatMap(family)
    }

    private static func threads(of process: Int32) -> [Int32] {
        entries(of: "/proc/\(process)/task").compactMap { Int32($0) }
    }

    private static func entries(of directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    private static func lines(of path: String) -> [String] {
        guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func value(_ name: String, in lines: [String]) -> Int {
        guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return 0 }
        return line.dropFirst(name.count).split { $0 == " " || $0 == "\t" }.first.flatMap { Int($0) } ?? 0
    }
}

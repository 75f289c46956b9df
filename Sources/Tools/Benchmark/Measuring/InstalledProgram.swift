import Foundation

/// Programs of this machine that are asked something, such as their version.
enum InstalledProgram {
    /// Where it is; `nil` where it is not installed. Administrators' programs are found for everybody.
    static func path(of name: String) -> String? {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (places + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What it prints, of either kind; `nil` where it cannot be started.
    static func output(of path: String, _ arguments: [String], environment: [String: String]? = nil) -> String? {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if let environment { process.environment = environment }
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, output, output
        )
        guard (try? process.run()) != nil else { return nil }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first line of what it prints that holds a digit, which is where its version stands.
    static func version(of path: String, _ arguments: [String]) -> String {
        let lines = (output(of: path, arguments) ?? "").split(separator: "\n")
        return lines.first { $0.contains(where: \.isNumber) }.map { $0.trimmingCharacters(in: .whitespaces) }
            ?? "unknown"
    }
}

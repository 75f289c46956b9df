import Foundation

/// The software installed on this machine besides the toolchain.
enum Installed {
    /// Returns whether all of these programs are installed.
    static func has(_ programs: String...) -> Bool {
        programs.allSatisfy { program in
            ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"].contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
            }
        }
    }

    /// The environment in which a shell finds the programs of the Swift toolchain that runs the tests.
    static let toolchain = ProcessInfo.processInfo.environment.filter { $0.key == "PATH" }

    static let hasSwift = (toolchain["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/swift")
    }

    static let hasBashCompletion = FileManager.default.fileExists(
        atPath: "/usr/share/bash-completion/bash_completion")
}

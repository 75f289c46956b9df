import Foundation
import ShopApp

/// Writes the output of commands. If a reader goes away, as `head` does, the command ends with a message, not a crash.
enum StandardOutput {
    static func write(_ text: String) throws(CommandProblem) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw .outputClosed
        }
    }
}

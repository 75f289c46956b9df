import Foundation
import ShopApp

/// What commands print. A reader that goes away, as `head` does, ends the command with a sentence and not with a crash.
enum StandardOutput {
    static func write(_ text: String) throws(CommandProblem) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw .outputClosed
        }
    }
}

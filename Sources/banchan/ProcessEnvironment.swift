import CPlatform
import Glibc

/// The environment of this process.
enum ProcessEnvironment {
    /// The variables by name. Foundation's access to them is slow the first time and would delay the first frame. If a
    /// variable occurs twice, the last one counts.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = process_environment()
        while let entry = next?.pointee {
            let text = String(cString: entry)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
            }
            next = next?.successor()
        }
        return variables
    }
}

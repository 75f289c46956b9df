import CPlatform
import Glibc

/// The environment of this process.
enum ProcessEnvironment {
    /// Its variables by their names. Foundation's way to them is slow the first time, for which the first frame would
    /// wait. Of a variable that stands there twice, the last one counts.
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

import Foundation
import Platform

extension SettingsReader {
    /// Writes a setting into the file, which may not exist yet; everything else in it stays as it is. Returns `nil` if
    /// the file has it then, or else what becomes of the `current` settings until the program ends, with the problem.
    /// Blocks on file access.
    public func write(_ name: SettingName, _ value: String, over current: Settings) -> ReadSettings? {
        let read = read()
        switch read.origin(of: name.rawValue) {
        case .option, .variable:
            let problem = SettingsProblem(.fixed(name.rawValue), at: read.origin(of: name.rawValue))
            return ReadSettings(current, problem)
        case .file, .standard: break
        }
        guard let file else { return ReadSettings(current, with: name, value) }
        do throws(SettingsProblem) {
            let text = try SettingsFile.text(at: file)
            try SettingsFile.replace(file, with: SettingsFile.text(text ?? "", setting: name, to: value))
            return nil
        } catch {
            return ReadSettings(current, with: name, value, error)
        }
    }
}

// Changes of the file that the program makes.
extension SettingsFile {
    private static let newline = UInt8(ascii: "\n")

    /// Returns `text` with one setting changed, all comments included. Throws `.fixedLine` if more than a line would have
    /// to change.
    static func text(
        _ text: String, setting name: SettingName, to value: String
    ) throws(SettingsProblem) -> String {
        let before = try SettingsEntry.entries(in: text)
        var lines = text.utf8.split(separator: newline, omittingEmptySubsequences: false).map { String(Substring($0)) }
        let entry = before.first { $0.name == name.rawValue }
        if let line = entry?.line, lines.indices.contains(line - 1) {
            lines[line - 1] = replacingValue(in: lines[line - 1], with: value)
        } else {
            add("\(name.rawValue): \(value)", after: name, to: &lines)
        }
        let changed = lines.joined(separator: "\n")
        let after = (try? SettingsEntry.entries(in: changed)) ?? []
        let others = [before, after].map { $0.filter { $0.name != name.rawValue }.map(\.name) }
        guard others[0] == others[1], after.first(where: { $0.name == name.rawValue })?.text == value else {
            throw SettingsProblem(.fixedLine(name.rawValue), line: entry?.line ?? 1)
        }
        return changed
    }

    /// Returns a line `name: value # comment` with another value. Other lines stay as they are.
    private static func replacingValue(in line: String, with value: String) -> String {
        guard let parts = line.wholeMatch(of: #/([^:#]*:)([ \t]*[^#\r]*?)([ \t]+#[^\n]*|[ \t]*\r?)/#)
        else { return line }
        return "\(parts.1) \(value)\(parts.3)"
    }

    /// Adds a line below the one that has the setting in a comment, else at the end.
    private static func add(_ line: String, after name: SettingName, to lines: inout [String]) {
        let ending = lines.first?.hasSuffix("\r") == true ? "\r" : ""
        let comment = lines.lastIndex { $0.hasPrefix("#\(name.rawValue):") || $0.hasPrefix("# \(name.rawValue):") }
        if let comment { return lines.insert(line + ending, at: comment + 1) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        lines += [line + ending, ""]
    }

    /// Replaces the file at `path`, or what a symbolic link there leads to, as a whole.
    fileprivate static func replace(_ path: String, with text: String) throws(SettingsProblem) {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        do throws(POSIXError) {
            try PrivateDirectory.create(at: PrivateDirectory.parent(of: target), durably: false)
            let writer = try AtomicFileWriter(replacing: target)
            try writer.write(Data(text.utf8))
            try writer.commit(durably: true)
        } catch {
            throw SettingsProblem(.unwritable(code: error.code.rawValue), line: 1)
        }
    }
}

import Domain
import ShopClient
import Terminal
import TerminalText

/// The result of reading all settings: their values, their origins, and the problems.
public struct ReadSettings: Sendable, Equatable {
    public fileprivate(set) var settings = Settings()
    /// The origins of the values that are not defaults, by setting name.
    public fileprivate(set) var origins: [String: SettingOrigin] = [:]
    public fileprivate(set) var problems: [SettingsProblem] = []
    /// Whether a problem of the file hides which server it names. An option or a variable that names one settles that.
    public fileprivate(set) var isServerUnknown = false

    public init() {}

    public func origin(of name: String) -> SettingOrigin { origins[name] ?? .standard }

    init(_ settings: Settings, _ problem: SettingsProblem? = nil) {
        self.settings = settings
        problems = [problem].compactMap(\.self)
    }

    /// Creates settings that are in no file: others with a valid value of one of them.
    public init(_ settings: Settings, with name: SettingName, _ value: String, _ problem: SettingsProblem? = nil) {
        self.init(settings, problem)
        _ = self.settings.set(name, value)
    }
}

/// Reads settings from the command line, the environment and the file, in this order of precedence; settings without a
/// value there have their default.
public struct SettingsReader: Sendable {
    private let options: [SettingName: String]
    private let environment: [String: String]
    /// The file's path; `nil` if it is unknown.
    public let file: String?
    private let commands: @Sendable () -> [String]

    /// `options` holds the command-line options that were given.
    public init(
        options: [SettingName: String], environment: [String: String], file: String?,
        commands: @escaping @Sendable () -> [String]
    ) {
        self.options = options
        self.environment = environment
        self.file = file
        self.commands = commands
    }

    /// Reads all settings as they are now. Blocks on file access.
    public func read() -> ReadSettings {
        var reading = Reading(commands: commands)
        if let file { reading.readFile(at: file) }
        for name in SettingName.allCases {
            if let text = options[name], !text.isEmpty {
                reading.apply(name, text, from: .option(name.option))
            } else if let text = name.value(in: environment) {
                reading.apply(name, text, from: .variable(name.variable))
            } else if let (text, line) = reading.found[name] {
                reading.apply(name, text, from: .file(line: line))
            }
        }
        if reading.read.settings.server != nil { reading.read.isServerUnknown = false }
        return reading.read
    }
}

private struct Reading {
    let commands: @Sendable () -> [String]
    var read = ReadSettings()
    /// The file's valid values and their lines.
    var found: [SettingName: (text: String, line: Int)] = [:]

    init(commands: @escaping @Sendable () -> [String]) { self.commands = commands }

    mutating func readFile(at path: String) {
        do throws(SettingsProblem) {
            if let text = try SettingsFile.text(at: path) { check(try SettingsEntry.entries(in: text)) }
        } catch {
            read.problems.append(error)
            read.isServerUnknown = true
        }
    }

    mutating func report(_ reason: SettingsProblem.Reason, _ line: Int) {
        read.problems.append(SettingsProblem(reason, line: line))
    }

    /// Sets `name`. An invalid value in the file was reported before and is none; one on the command line or in the
    /// environment is reported and not skipped, because the person who wrote it is there.
    mutating func apply(_ name: SettingName, _ text: String, from origin: SettingOrigin) {
        if let reason = read.settings.set(name, text) { read.problems.append(SettingsProblem(reason, at: origin)) }
        read.origins[name.rawValue] = origin
    }
}

// The content of the file.
extension Reading {
    private enum Group: String, CaseIterable { case colors, keys, sections }

    private static let names = SettingName.allCases.map(\.rawValue) + Group.allCases.map(\.rawValue)

    private mutating func check(_ entries: [SettingsEntry]) {
        for entry in entries where !entry.isEmpty {
            if let name = SettingName(rawValue: entry.name) {
                check(name, entry)
            } else if let group = Group(rawValue: entry.name) {
                guard entry.isGroup else { report(.noGroup(entry.name), entry.line); continue }
                apply(group, entry.entries)
            } else {
                reportUnknown(entry, among: Reading.names)
            }
        }
    }

    private mutating func reportUnknown(_ entry: SettingsEntry, among names: [String]) {
        let suggestion = NameSuggestion.suggestion(for: entry.name, among: names)
        if suggestion == SettingName.server.rawValue { read.isServerUnknown = true }
        report(.unknown(PlainText(entry.name), suggestion: suggestion), entry.line)
    }

    private mutating func check(_ name: SettingName, _ entry: SettingsEntry) {
        defer { if name == .server, found[name] == nil { read.isServerUnknown = true } }
        guard let text = entry.text else { return report(.noValue(entry.name), entry.line) }
        if name == .server, let error = Reading.problem(withServer: text) {
            return report(.noServer(error), entry.line)
        }
        var trial = Settings()
        if let reason = trial.set(name, text) { return report(reason, entry.line) }
        found[name] = (text, entry.line)
    }

    private static func problem(withServer text: String) -> ShopAddressError? {
        do throws(ShopAddressError) {
            _ = try ShopServers(text)
            return nil
        } catch {
            return error
        }
    }

    private mutating func apply(_ group: Group, _ entries: [SettingsEntry]) {
        switch group {
        case .colors: entries.forEach { applyColors($0) }
        case .keys: entries.forEach { applyKeys($0) }
        case .sections: applySections(entries)
        }
    }

    private mutating func applyColors(_ entry: SettingsEntry) {
        guard let ground = ThemeColors.Ground(rawValue: entry.key) else {
            return reportUnknown(entry, among: ThemeColors.Ground.allCases.map { "colors.\($0.rawValue)" })
        }
        guard entry.isGroup || entry.isEmpty else { return report(.noGroup(entry.name), entry.line) }
        for color in entry.entries where !color.isEmpty { applyColor(color, on: ground) }
    }

    private mutating func applyColor(_ entry: SettingsEntry, on ground: ThemeColors.Ground) {
        guard let part = ThemeColors.Part.allCases.first(where: { $0.name == entry.key }) else {
            let names = ThemeColors.Part.allCases.map { "colors.\(ground.rawValue).\($0.name)" }
            return reportUnknown(entry, among: names)
        }
        guard let color = entry.text.flatMap(ThemeColors.paletteIndex) else {
            return report(.noColor(entry.name), entry.line)
        }
        read.settings.colors[ground, part] = color
        read.origins[entry.name] = .file(line: entry.line)
        if let ratio = ThemeColors.contrast(of: color, on: ground), ratio < ThemeColors.minContrast {
            report(.lowContrast(entry.name, ratio: ratio), entry.line)
        }
    }

    /// Reads key bindings. A command's name contains a dot, so it may be written in two lines, one indented below the
    /// other.
    private mutating func applyKeys(_ entry: SettingsEntry) {
        if entry.isGroup { return entry.entries.forEach { applyKeys($0) } }
        let (command, all) = (entry.path.dropFirst().joined(separator: "."), commands())
        guard all.contains(command) else {
            let suggestion = NameSuggestion.suggestion(for: command, among: all)
            return report(.unknownCommand(PlainText(command), suggestion: suggestion), entry.line)
        }
        guard let texts = entry.isEmpty ? [] : entry.texts else { return report(.noValue(entry.name), entry.line) }
        let keys = texts.map { KeyName.key($0) }
        if let wrong = keys.firstIndex(of: nil) { return report(.noKey(PlainText(texts[wrong])), entry.line) }
        read.settings.keys[command] = keys.compactMap(\.self)
        read.origins[entry.name] = .file(line: entry.line)
    }
}

// The user's own sections.
extension Reading {
    private mutating func applySections(_ entries: [SettingsEntry]) {
        var sources = Set(SectionID.menu.map { OwnSection.Source.path($0.path) })
        for entry in entries where !entry.isEmpty {
            guard entry.isGroup else { report(.noGroup(entry.name), entry.line); continue }
            guard read.settings.sections.count < OwnSection.limit else {
                return report(.tooManySections(limit: OwnSection.limit), entry.line)
            }
            guard let section = section(entry) else { continue }
            // Two sections cannot have the same place.
            guard sources.insert(section.source).inserted else {
                report(.duplicates([PlainText(section.source.label)]), entry.line)
                continue
            }
            read.settings.sections.append(section)
            read.origins[entry.name] = .file(line: entry.line)
        }
    }

    private enum Part: String, CaseIterable { case title, subtitle, path, url }

    private mutating func section(_ entry: SettingsEntry) -> OwnSection? {
        var texts: [Part: (text: String, line: Int)] = [:]
        for part in entry.entries where !part.isEmpty {
            guard let kind = Part(rawValue: part.key) else {
                reportUnknown(part, among: Part.allCases.map { "\(entry.name).\($0.rawValue)" })
                continue
            }
            guard let text = part.text else { report(.noValue(part.name), part.line); return nil }
            texts[kind] = (text, part.line)
        }
        let name = PlainText(entry.name)
        guard let title = texts[.title].map({ PlainText($0.text).string }), !title.isEmpty else {
            report(.missing("title", in: name), entry.line)
            return nil
        }
        let subtitle = texts[.subtitle].map { PlainText($0.text).string } ?? ""
        return source(texts[.path], texts[.url], name, entry.line).map { source in
            OwnSection(name: entry.name, heading: .init(title: title, subtitle: subtitle), source: source)
        }
    }

    private mutating func source(
        _ path: (text: String, line: Int)?, _ address: (text: String, line: Int)?, _ name: PlainText, _ line: Int
    ) -> OwnSection.Source? {
        switch (path, address) {
        case (nil, nil): report(.missing("path", in: name), line)
        case (_?, _?): report(.pathAndAddress(name), line)
        case (let path?, nil):
            if let source = OwnSection.source(path: path.text) { return source }
            report(.noPath(name), path.line)
        case (nil, let address?):
            if let source = OwnSection.source(address: address.text) { return source }
            report(.noAddress(name), address.line)
        }
        return nil
    }
}

extension Settings {
    /// Sets a setting from text. Returns the problem, or `nil` if the value is valid.
    fileprivate mutating func set(_ name: SettingName, _ text: String) -> SettingsProblem.Reason? {
        switch name {
        case .theme: return set(name, \.theme, text)
        case .pictures: return set(name, \.pictures, text)
        case .language: return set(name, \.language, text)
        case .mouse: return set(name, \.mouse, text)
        case .receipt: return set(name, \.receipt, text)
        case .bell: return set(name, \.bell, text)
        case .plain: return set(name, \.plain, text)
        case .server:
            // An invalid address on the command line or in the environment is reported by the code that connects to
            // it.
            server = text
        case .guest:
            guard Guest.problem(with: PlainText(text)) == nil else { return .noGuestName }
            guest = text
        }
        return nil
    }

    private mutating func set<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: SettingName, _ path: WritableKeyPath<Settings, Choice>, _ text: String
    ) -> SettingsProblem.Reason? {
        guard let choice = Choice(rawValue: text) else {
            return .noChoice(name.rawValue, among: Choice.allCases.map(\.rawValue))
        }
        self[keyPath: path] = choice
        return nil
    }

    private mutating func set(
        _ name: SettingName, _ path: WritableKeyPath<Settings, Bool>, _ text: String
    ) -> SettingsProblem.Reason? {
        guard let isOn = Settings.switches[text.lowercased()] else {
            return .noChoice(name.rawValue, among: ["on", "off"])
        }
        self[keyPath: path] = isOn
        return nil
    }

    private static let switches = [
        "on": true, "yes": true, "true": true, "off": false, "no": false, "false": false,
    ]
}

import Canvas
import Foundation
import ShopClient
import TerminalText

/// The upper and lower edge of the screen, in the colour of the connection. The upper edge shows tabs and connection,
/// the lower one the keys that work here.
///
/// There are no side borders: a row that scrolls would have to draw them again, which cost as much as the row itself.
struct ShopFrame {
    let words: Words

    /// Returns the panels of both edges. `notes` are further texts in the upper edge, the most important first, `progress`
    /// the possible texts of another, the longest first, `verb` what the focused button does, `hints` what is said of some
    /// commands instead of their own hints, and `search` the search line in the lower edge.
    func panels(
        connection: ConnectionStatus, tabs: Tabs, notes: [String], progress: [String] = [], bindings: KeyTable,
        verb: String?, hints: [Command: LocalizedText] = [:], search: SearchLine?, layout: ListLayout
    ) -> [Panel] {
        let style = Style(connection.ink, .frame)
        let size = layout.screen
        return [
            Panel(
                region: Region("frame-top"), origin: Point(column: 0, row: 0), width: size.width,
                lines: [top(connection, tabs, notes, progress, style, layout)]),
            Panel(
                region: Region("frame-bottom"), origin: Point(column: 0, row: size.height - 1), width: size.width,
                lines: [bottom(bindings, KeyTexts(verb: verb, hints: hints), search, style, size.width)]),
        ]
    }

    private func top(
        _ connection: ConnectionStatus, _ tabs: Tabs, _ notes: [String], _ progress: [String], _ style: Style,
        _ layout: ListLayout
    ) -> Line {
        var edge = EdgeBuilder(width: layout.screen.width, style: style)
        // The notes take precedence over the details of the connection.
        let sentences = connection.texts(words)
        let room = edge.room - (sentences.last?.columns ?? 0) - 2
        let isWide = layout.screen.width >= ShopFrame.wide
        let (shown, progress) = arrange(tabs, Array(notes.prefix(1)), progress, room: room, isWide: isWide)
        let tabColumns = shown.map { columns($0, tabs) } ?? columns(ofShown: tabs)
        func width(with notes: [String]) -> Int { tabColumns + ShopFrame.columns(beside: notes + progress) }
        // All but the first note give way to the tabs and to what is under way.
        let further = notes.indices.dropFirst().prefix { width(with: Array(notes[...$0])) <= room }.count
        let fitting = notes.prefix(1 + further)
        let needed = width(with: Array(fitting))
        edge.right(
            sentences.first { $0.columns + 2 + needed <= edge.room } ?? sentences.last ?? "", Style(connection.ink))
        add(tabs, shown, to: &edge)
        for note in fitting { edge.right(note, Style(.price), gap: 1) }
        for progress in progress { edge.right(progress, Style(.accent, .bold), gap: 1) }
        return edge.line
    }

    /// Returns the texts of all tabs that fit into `room`: their names, or the name of the shown one and numbers for the
    /// others; `nil` if there is room for the shown tab alone. On a wide screen what is under way precedes the names, and
    /// the tabs take precedence over the note. What is under way comes with them where there is room for it.
    private func arrange(
        _ tabs: Tabs, _ note: [String], _ progress: [String], room: Int, isWide: Bool
    ) -> (tabs: [String]?, progress: [String]) {
        let ways = [true, false].map { texts(tabs, withNames: $0) }
        func fits(_ texts: [String], _ others: [String]) -> Bool {
            columns(texts, tabs) + ShopFrame.columns(beside: others) <= room
        }
        for texts in ways where isWide {
            if let shown = progress.first(where: { fits(texts, note + [$0]) }) { return (texts, [shown]) }
        }
        return (ways.first { fits($0, note) } ?? (isWide ? ways.first { fits($0, []) } : nil), [])
    }

    /// Returns the columns of texts beside the tabs, with what stands between all of them.
    private static func columns(beside texts: [String]) -> Int {
        texts.isEmpty ? 0 : texts.reduce(1) { $0 + $1.columns + 3 }
    }

    private func texts(_ tabs: Tabs, withNames: Bool) -> [String] {
        tabs.names.enumerated().map { number, name in
            let key = tabs.keys[number].isEmpty ? "\(number + 1)" : tabs.keys[number]
            return withNames || number == tabs.shown ? "\(key) \(name[words.language])" : key
        }
    }

    private func columns(_ texts: [String], _ tabs: Tabs) -> Int {
        zip(texts, tabs.badges).map { EdgeBuilder.columns(of: $0, attached: $1 ?? "") }.reduce(0, +) - 1
    }

    private func columns(ofShown tabs: Tabs) -> Int {
        let text = texts(tabs, withNames: true)[tabs.shown]
        return EdgeBuilder.columns(of: text, attached: tabs.badges[tabs.shown] ?? "") - 1
    }

    /// Adds the tabs with `texts`, or the tab of the shown counter alone if `texts` is `nil`.
    private func add(_ tabs: Tabs, _ texts: [String]?, to edge: inout EdgeBuilder) {
        let names = tabs.names.map { $0[words.language] }
        let badges = tabs.badges.map { $0 ?? "" }
        guard names.count > 1 else {
            return edge.left(names.first ?? "", Style(.accent, .bold), attached: badges.first ?? "", ShopFrame.badge)
        }
        let style = Style(.accent, [.bold, .reverse])
        guard let texts else {
            let shown = tabs.shown
            let isRoomy = columns(ofShown: tabs) <= edge.room
            return edge.left(
                isRoomy ? "\(shown + 1) \(names[shown])" : names[shown], style, attached: isRoomy ? badges[shown] : "",
                ShopFrame.badge, target: ShellTarget.tab(tabs.numbers[shown]))
        }
        for (number, text) in texts.enumerated() {
            edge.left(
                text, number == tabs.shown ? style : .dim, attached: badges[number], ShopFrame.badge,
                target: ShellTarget.tab(tabs.numbers[number]))
        }
    }

    /// From this width in columns on, tabs take precedence over the note.
    private static let wide = 60
    private static let badge = Style(.price, .bold)

    /// Whether the upper edge may have room for what is under way.
    static func canShowProgress(on screen: Size) -> Bool { screen.width >= wide }

    /// What the lower edge says of the keys.
    private struct KeyTexts {
        /// What the focused button does.
        let verb: String?
        let hints: [Command: LocalizedText]
    }

    /// Returns the lower edge with the search line and as many keys as fit, the important ones first.
    private func bottom(
        _ keys: KeyTable, _ texts: KeyTexts, _ search: SearchLine?, _ style: Style, _ width: Int
    ) -> Line {
        var edge = EdgeBuilder(width: width, style: style)
        if let search {
            edge.field(search.shown(width: width).text, search.style, label: SearchLine.label)
            if !search.count.isEmpty { edge.left(search.count, .dim, rule: 0) }
        }
        for hint in fitting(keys.hints, texts, room: edge.room, isWide: width >= ShopFrame.wide) {
            let isOwn = texts.hints[hint.binding.command] != nil
            edge.left(
                hint.label, .bold, attached: text(hint.binding, texts), isOwn ? Style(.price) : .dim,
                rule: 0, target: hint.keys.first.map { ShellTarget.key($0) }, parts: hint.targets)
        }
        return edge.line
    }

    private func fitting(
        _ hints: [KeyTable.KeyHint], _ texts: KeyTexts, room: Int, isWide: Bool
    ) -> [KeyTable.KeyHint] {
        var kept: Set<Command> = []
        var left = room
        let first = isWide ? hints.filter { texts.hints[$0.binding.command] != nil } : []
        let rest = hints.filter { hint in !first.contains { $0.binding.command == hint.binding.command } }
        let priorities: [KeyBinding.Hint] = [.important, .useful, .minor]
        for hint in first + priorities.flatMap({ priority in rest.filter { $0.binding.hint == priority } }) {
            let columns = EdgeBuilder.columns(of: hint.label, attached: text(hint.binding, texts), rule: 0)
            if columns <= left {
                kept.insert(hint.binding.command)
                left -= columns
            }
        }
        return hints.filter { kept.contains($0.binding.command) }
    }

    private func text(_ binding: KeyBinding, _ texts: KeyTexts) -> String {
        if let verb = texts.verb, binding.command == .press || binding.command == .confirm { return verb }
        return (texts.hints[binding.command] ?? binding.command.hint)?[words.language] ?? ""
    }
}

struct Tabs: Hashable {
    let names: [LocalizedText]
    /// The badge beside each name; `nil` if there is none.
    let badges: [String?]
    /// The index of each tab's counter.
    let numbers: [Int]
    /// The labels of their keys. A tab with an empty label shows its number instead.
    let keys: [String]
    let shown: Int
}

/// Builds an edge of the frame with texts in it: `─ 반찬 ──── 연결됨 ─`. Keys stand closer: `─ o 주문  + 담기 ───`.
private struct EdgeBuilder {
    private var start = 1
    private var end: Int
    private let width: Int
    private let style: Style
    private var spans: [Span] = []
    private var zones: [ClickZone] = []

    init(width: Int, style: Style) {
        self.width = width
        self.style = style
        end = width - 1
    }

    /// The columns left for texts and for the piece of edge after the last of them.
    var room: Int { max(0, end - start) }

    /// Adds a text at the left, if it fits, with `rule` columns of edge after it. A click on it or on `attached` triggers
    /// `target`. A click on one of `parts`, whose columns count from the start of the text, triggers the target of that
    /// part.
    mutating func left(
        _ text: String, _ textStyle: Style, attached: String = "", _ attachedStyle: Style = .dim, rule: Int = 1,
        target: (any ClickTarget)? = nil, parts: [ClickZone] = []
    ) {
        let columns = EdgeBuilder.columns(of: text, attached: attached, rule: rule)
        guard columns - rule <= room else { return }
        add(" \(text)\(attached.isEmpty ? " " : "")", at: start, textStyle)
        if !attached.isEmpty { add(" \(attached) ", at: start + 1 + text.columns, attachedStyle) }
        if let target { zones.append(ClickZone(columns: start..<(start + columns - rule), target: target)) }
        zones += parts.map { $0.moved(by: start + 1) }
        start += columns
    }

    /// Adds a label and a text field at the left, if they fit.
    mutating func field(_ text: String, _ style: Style, label: String) {
        let columns = EdgeBuilder.columns(of: label, attached: text, rule: 0)
        guard columns <= room else { return }
        add(" \(label) ", at: start, Style(.accent, .bold))
        add(text, at: start + label.columns + 2, style)
        add(" ", at: start + columns - 1, .plain)
        zones.append(ClickZone(columns: start..<(start + columns), target: ShellTarget.command(.find)))
        start += columns
    }

    /// Returns the columns of a text with the blanks around it and the `rule` columns of edge that follow.
    static func columns(of text: String, attached: String, rule: Int = 1) -> Int {
        text.columns + (attached.isEmpty ? 0 : attached.columns + 1) + 2 + rule
    }

    /// Adds a text at the right, if it fits. `gap` columns of edge stay visible after it.
    mutating func right(_ text: String, _ textStyle: Style, gap: Int = 0) {
        guard text.columns + 2 + gap <= room else { return }
        end -= text.columns + 2 + gap
        add(" \(text) ", at: end, textStyle)
    }

    private mutating func add(_ text: String, at column: Int, _ style: Style) {
        spans.append(Span(column: column, columns: text.columns, text: text, style: style))
    }

    var line: Line {
        let rule = String(repeating: "─", count: max(0, width))
        return Line(spans: [Span(column: 0, columns: width, text: rule, style: style)] + spans, zones: zones)
    }
}

/// The connection state shown in the upper edge, with the shop's name; while disconnected, also the time of the next
/// attempt, and for a shop without a name that of the server. Of a server that does not report changes, "connected" is said of what was fetched, with its age.
struct ConnectionStatus: Hashable {
    let connection: Connection
    private let place: String?
    private let nextTry: Date?
    private let zone: TimeZone?
    /// The age of what is shown, if it is beyond a minute and the server does not report changes.
    private let age: Age?

    init(_ state: ShopState) {
        connection = state.connection
        let isOffline = connection == .disconnected
        place = state.appearance.name(in: state.language) ?? (isOffline ? state.shopName : nil)
        nextTry = isOffline ? state.nextTry : nil
        // The system's time zone can change while the program runs, so the value holds it.
        zone = isOffline ? state.zone ?? .current : nil
        age = state.oldestPolled.map { Age(of: $0, at: state.now) }.flatMap { $0 == .now ? nil : $0 }
    }

    var ink: Ink {
        switch connection {
        case .connecting: .standard
        case .connected: .good
        case .disconnected: .bad
        }
    }

    /// Returns the possible texts, the longest first.
    func texts(_ words: Words) -> [String] {
        switch connection {
        case .connecting: return [words.connecting]
        case .connected:
            let texts = age.map { ["\(words.connected)  \(words.age($0))", words.age($0)] } ?? [words.connected]
            return (place.map { ["\(texts[0])  \($0)"] } ?? []) + texts
        case .disconnected:
            let time = nextTry.map { words.nextTry($0.timeOfDay(in: zone ?? .gmt)) }
            let all = [words.disconnected, place, time].compactMap(\.self)
            return (1...all.count).reversed().map { all.prefix($0).joined(separator: "  ") }
        }
    }
}

extension ShopState {
    /// When the oldest of the sections on the screen was fetched from a server that does not report changes; `nil` for
    /// any other server. Sections whose latest fetch failed say so themselves.
    var oldestPolled: Date? {
        guard isPolled, connection == .connected else { return nil }
        return list.allSections.filter { section in
            section.isFresh && shown.sections.contains { $0.id == section.id }
        }.compactMap(\.confirmedAt).min()
    }
}

extension ShopState {
    /// Returns the title of the terminal's window: the counter, and the name of the shop. A shop without a name is
    /// called by the program's, and by that of a remote server.
    func title(_ words: Words) -> String {
        let (counter, shop) = (tabNames[shownNumber][words.language], words.shop)
        if let name = appearance.name(in: words.language) { return "\(counter) - \(name)" }
        return (counter == shop ? shop : "\(counter) - \(shop)") + (shopName.map { " (\($0))" } ?? "")
    }
}

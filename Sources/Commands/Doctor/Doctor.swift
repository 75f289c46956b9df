import ArgumentParser
import Canvas
import Foundation
import Glibc
import ShopApp
import TerminalText

/// `banchan doctor`: checks what works here, and advises on the rest.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Tell what works here, and what to do about the rest.",
        discussion: """
            Looks at the terminal, its colours and pixels, the locale, optional libraries, the settings, the server, the keeper's token, the \
            disk and the databases, and changes nothing. The exit code is 1 where something does not work. What is printed with --json \
            is described by schemas/doctor.json.
            """)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var keeper: KeeperOptions

    @OptionGroup var databaseOptions: DatabaseOptions

    @Flag(help: "Print JSON: one object.")
    var json = false

    func run() async throws {
        let user = User.current
        let examination = HealthCheck(
            user: user, server: shopOptions.server, keeperTokenFile: keeper.keeperTokenFile,
            databaseOptions: databaseOptions)
        let diagnosis = Diagnosis(findings: await examination.findings)
        try StandardOutput.write(
            json ? PrintedJSON.page(diagnosis) : diagnosis.text(in: user.language, on: user.medium))
        if !diagnosis.ok { throw CommandStatus.failed.code }
    }
}

/// The result of checking one thing that the shop needs.
struct HealthFinding: Encodable, Sendable {
    enum Subject: String, Encodable, CaseIterable {
        case terminal, colors, pixels, locale, libraries, settings, server, messages, printers, token, disk, database,
            contacts
    }

    enum State: String, Encodable {
        case ok
        /// It works, with limitations.
        case note
        case failed
    }

    let name: Subject
    let state: State
    /// The result as a sentence.
    let finding: String
    /// What to do about it, if anything.
    let advice: String?

    init(_ name: Subject, _ state: State, _ finding: String, advice: String? = nil) {
        (self.name, self.state, self.finding, self.advice) = (name, state, finding, advice)
    }
}

/// All findings, as they are printed.
struct Diagnosis: Encodable {
    let findings: [HealthFinding]
    /// Whether nothing failed.
    let ok: Bool

    /// The minimum width of a sentence in columns, whatever precedes it.
    private static let minWidth = 20

    init(findings: [HealthFinding]) {
        self.findings = findings
        ok = findings.allSatisfy { $0.state != .failed }
    }

    /// Returns a line for each finding, with the advice below it, and the overall result.
    func text(in language: Language, on medium: Medium) -> String {
        let words = DiagnosisTexts(language: language)
        let states = findings.map { words.state($0.state) }
        let names = findings.map { words.subject($0.name) }
        let (stateWidth, nameWidth) = (states.map(\.columns).max() ?? 0, names.map(\.columns).max() ?? 0)
        let indent = stateWidth + nameWidth + 4
        let lines = zip(findings, zip(states, names)).flatMap { finding, head in
            let state = Diagnosis.painted(
                PrintedTable.padded(head.0, to: stateWidth), finding.state, medium.isColored)
            let texts = [finding.finding, finding.advice].compactMap(\.self).flatMap { text in
                PlainText(text, limit: 2_000).string.wrapped(
                    columns: max(Diagnosis.minWidth, medium.width - indent), limit: .max)
            }
            let first = "\(state)  \(PrintedTable.padded(head.1, to: nameWidth))  \(texts.first ?? "")"
            return [first] + texts.dropFirst().map { String(repeating: " ", count: indent) + $0 }
        }
        return lines.map { "\($0)\n" }.joined() + "\n\(ok ? words.well : words.unwell)\n"
    }

    private static func painted(_ text: String, _ state: HealthFinding.State, _ colored: Bool) -> String {
        guard colored else { return text }
        let color =
            switch state {
            case .ok: 32
            case .note: 33
            case .failed: 31
            }
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }
}

private struct DiagnosisTexts {
    let language: Language

    var well: String { language.say("가게를 열 수 있습니다.", "The shop can be opened.") }
    var unwell: String { language.say("위에 적힌 문제를 고쳐 주세요.", "Please see to what is marked as a problem.") }

    func state(_ state: HealthFinding.State) -> String {
        switch state {
        case .ok: language.say("정상", "ok")
        case .note: language.say("참고", "note")
        case .failed: language.say("문제", "problem")
        }
    }

    func subject(_ subject: HealthFinding.Subject) -> String {
        switch subject {
        case .terminal: language.say("터미널", "terminal")
        case .colors: language.say("색", "colours")
        case .pixels: language.say("픽셀", "pixels")
        case .locale: language.say("로캘", "locale")
        case .libraries: language.say("라이브러리", "libraries")
        case .settings: language.say("설정", "settings")
        case .server: language.say("서버", "server")
        case .messages: language.say("알림", "messages")
        case .printers: language.say("프린터", "printers")
        case .token: language.say("토큰", "token")
        case .disk: language.say("디스크", "disk")
        case .database: language.say("주문", "orders")
        case .contacts: language.say("연락처", "contacts")
        }
    }
}

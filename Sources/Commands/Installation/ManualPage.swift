import Domain
import Foundation

/// A manual page of one command, in mdoc (https://man.openbsd.org/mdoc.7).
struct ManualPage {
    /// The page's name, such as "banchan-orders".
    let name: String
    let text: String

    static func pages(of command: DescribedCommand, date: String) -> [ManualPage] {
        let page = ManualPage(name: command.pageName, text: ManualPage.text(of: command, date))
        return [page] + command.shown.flatMap { pages(of: $0, date: date) }
    }

    private static func text(of command: DescribedCommand, _ date: String) -> String {
        let abstract = command.abstract ?? ""
        let summary = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        let head = [
            ".Dd \(date)", ".Dt \(command.pageName.uppercased()) 1", ".Os Banchan \(ShopVersion.current)", ".Sh NAME",
            ".Nm \(command.pageName)", ".Nd \(Roff.line(summary.prefix(1).lowercased() + summary.dropFirst()))",
        ]
        let parts =
            head + synopsis(of: command) + description(of: command) + subcommands(of: command) + options(of: command)
            + statuses + relatives(of: command)
        return parts.joined(separator: "\n") + "\n"
    }

    private static func synopsis(of command: DescribedCommand) -> [String] {
        [".Sh SYNOPSIS", ".Nm \(command.line)"]
            + command.shownArguments.map { argument in
                let line = argument.invocation
                return (argument.isOptional ? ".Op " : argument.kind == .positional ? ".Ar " : ".") + line
                    + (argument.isRepeating ? " ..." : "")
            } + (command.shown.isEmpty ? [] : [".Op Ar subcommand"])
    }

    private static func description(of command: DescribedCommand) -> [String] {
        let paragraphs = [command.abstract, command.discussion].compactMap(\.self)
            .flatMap { $0.split(separator: "\n").map(String.init) }
        return [".Sh DESCRIPTION"] + paragraphs.flatMap { [".Pp"] + Roff.lines($0) }.dropFirst()
    }

    private static func subcommands(of command: DescribedCommand) -> [String] {
        list(
            "SUBCOMMANDS",
            command.shown.map { [".It Xr \($0.pageName) 1", Roff.line($0.abstract ?? "")] })
    }

    private static func options(of command: DescribedCommand) -> [String] {
        list(
            "OPTIONS",
            command.shownArguments.map { argument in
                let values = argument.allValues.map { "One of: \($0.joined(separator: ", "))." } ?? ""
                let standard = argument.defaultValue.map { "Default: \($0)." } ?? ""
                let texts = [argument.abstract ?? "", argument.discussion ?? "", values, standard]
                return [".It " + argument.itemHead] + texts.flatMap(Roff.lines)
            })
    }

    private static let statuses = list(
        "EXIT STATUS",
        CommandStatus.allCases.map {
            [".It \($0.rawValue)", Roff.line($0.meaning.prefix(1).uppercased() + $0.meaning.dropFirst() + ".")]
        })

    private static func relatives(of command: DescribedCommand) -> [String] {
        let parents = command.superCommands ?? []
        guard !parents.isEmpty else { return [] }
        return [".Sh SEE ALSO", ".Xr \(parents.joined(separator: "-")) 1"]
    }

    private static func list(_ title: String, _ items: [[String]]) -> [String] {
        items.isEmpty ? [] : [".Sh \(title)", ".Bl -tag -width Ds"] + items.flatMap(\.self) + [".El"]
    }
}

extension DescribedCommand {
    fileprivate var line: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }
    fileprivate var pageName: String { ((superCommands ?? []) + [commandName]).joined(separator: "-") }
    fileprivate var shownArguments: [DescribedArgument] { (arguments ?? []).filter(\.shouldDisplay) }
}

extension DescribedArgument {
    private var value: String { Roff.word(valueName ?? "value") }

    /// The argument as written on the command line, without the mark for optional ones.
    fileprivate var invocation: String {
        switch kind {
        case .positional: isOptional ? "Ar \(value)" : value
        case .flag: preferredName.map(flag) ?? ""
        case .option: (preferredName.map(flag) ?? "") + " Ar \(value)"
        }
    }

    /// The argument at the head of its description, with all its names.
    fileprivate var itemHead: String {
        guard kind != .positional else { return "Ar \(value)" }
        let flags = (names ?? []).map(flag).joined(separator: " , ")
        return kind == .option ? "\(flags) Ar \(value)" : flags
    }

    private func flag(_ name: Name) -> String { "Fl \(name.kind == .long ? "-" : "")\(Roff.word(name.name))" }
}

private enum Roff {
    /// Returns the text with each sentence on its own line, as is usual in manual pages.
    static func lines(_ text: String) -> [String] {
        text.replacing(/([.?!]) +(?=[A-Z])/) { "\($0.output.1)\n" }.split(separator: "\n").map { line(String($0)) }
    }

    /// Escapes a line of text, so that no part of it is taken for a command.
    static func line(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("--", with: "\\-\\-")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    /// Escapes an argument of a macro, so that it is not taken for a macro itself.
    static func word(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return escaped.count <= 3 ? "\\&" + escaped : escaped
    }
}

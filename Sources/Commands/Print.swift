import ArgumentParser
import Domain
import Foundation
import Platform
import ShopApp
import ShopServer
import TerminalText

/// `banchan print`: prints a kitchen ticket again, or tries the printers.
struct PrintTicket: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Print the kitchen ticket of an order again, or try the printers.",
        discussion: """
            The ticket says that it is a repetition. It goes into the queue of the printers, which the server of the shop \
            prints; at another machine's server, by the keeper's token. With --test, prints a page at once, on the \
            printers that shop.json in --resources names.
            """)

    @OptionGroup var shopOptions: ShopOptions

    @OptionGroup var databaseOptions: DatabaseOptions

    @OptionGroup var keeper: KeeperOptions

    @Option(help: "The directory with the shop's data, whose shop.json names the printers.", completion: .directory)
    var resources: String?

    @Option(help: ArgumentHelp("Only the printer of that name.", valueName: "name"))
    var printer: String?

    @Flag(help: "Print a page that shows width, charset and sizes.")
    var test = false

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Write the bytes into a file instead, to look at them.", valueName: "file"),
        completion: .file())
    var file: String?

    @Argument(help: ArgumentHelp("The order, by the ID that banchan orders prints.", valueName: "id"))
    var id: Int?

    func validate() throws {
        if test == (id != nil) { throw ValidationError("Name an order, or give --test.") }
    }

    func run() async throws {
        let user = User.ofCommand
        let words: AnnouncementWords = user.language.say(.korean, .english)
        if let file {
            let printers = try printers()
            if printer != nil, printers.isEmpty { throw CommandFailure.noPrinter(user.language) }
            try write(try await bytes(for: printers.first, words, user), to: file, user)
        } else if let id {
            let names = try await user.orderSource(shopOptions, databaseOptions, keeper, onlyReads: false)
                .printAgain(id, on: printer.map { [$0] })
            guard !names.isEmpty else { throw CommandFailure.noPrinter(user.language) }
            try StandardOutput.write(names.map { PlainText($0).string + "\n" }.joined())
        } else {
            try await printTest(words, user)
        }
    }

    private func bytes(
        for printer: KitchenPrinter?, _ words: AnnouncementWords, _ user: User
    ) async throws -> [UInt8] {
        guard let id else { return KitchenPrinting.test(for: printer, words: words) }
        let source = try user.orderSource(shopOptions, databaseOptions, keeper, onlyReads: false)
        guard let order = try await source.order(id) else { throw CommandProblem.noOrder(id) }
        return KitchenPrinting.repetition(of: order, for: printer, words: words, in: await source.shop.calendar.zone)
    }

    private func write(_ bytes: [UInt8], to file: String, _ user: User) throws(CommandFailure) {
        do throws(POSIXError) {
            let output = try OutputFile(at: file)
            try output.write(Data(bytes))
            try output.commit(durably: false)
        } catch {
            let reason = SystemErrorText.of(Int(error.code.rawValue), in: user.language)
            throw CommandFailure(
                sentence: user.language.say("\(file)에 쓸 수 없습니다: \(reason).", "Cannot write to \(file): \(reason)."),
                status: .failed)
        }
    }

    private func printTest(_ words: AnnouncementWords, _ user: User) async throws {
        let printers = try printers()
        guard !printers.isEmpty else { throw CommandFailure.noPrinter(user.language) }
        var isWell = true
        for printer in printers {
            let problem = await KitchenPrinting.print(KitchenPrinting.test(for: printer, words: words), on: printer)
            let texts = PrinterTexts(user.language)
            let result = problem.map(texts.reason) ?? user.language.say("인쇄했습니다", "printed")
            try StandardOutput.write("\(printer.name): \(result)\n")
            isWell = isWell && problem == nil
        }
        if !isWell { throw ExitCode.failure }
    }

    private func printers() throws -> [KitchenPrinter] {
        let (all, directory): ([KitchenPrinter], URL)
        directory = try ShopServer.directory(resources)
        do throws(ShopServerError) {
            all = try KitchenPrinting.printers(below: directory)
        } catch {
            throw CommandProblem(error)
        }
        return all.filter { printer == nil || $0.name == printer }
    }
}

extension CommandFailure {
    fileprivate static func noPrinter(_ language: Language) -> CommandFailure {
        CommandFailure(
            sentence: language.say("그런 프린터가 shop.json에 없습니다.", "shop.json names no such printer."), status: .failed)
    }
}

import Canvas
import Domain
import Platform
import ShopClient
import ShopHTTP
import Storage
import Terminal

extension Words {
    static let english = Words(
        language: .english,
        connecting: "connecting",
        connected: "connected",
        disconnected: "disconnected",
        nextTry: { "next try \($0)" },
        notFetched: "Shown once connected.",
        connectionLost: "The connection to the server is lost. Trying again.",
        connectionBack: "The server is back.",
        shop: "Banchan",
        copied: "Sent to the clipboard",
        nothingToCopy: "There is nothing to copy.",
        loading: "loading",
        retryWith: { "\($0) to retry" },
        count: { $0.grouped },
        age: { age in
            switch age {
            case .now: "just now"
            case .minutes(let count): "\(count) min ago"
            case .hours(let count): "\(count) h ago"
            case .days(let count): count == 1 ? "1 day ago" : "\(count) days ago"
            }
        },
        rowFailure: { EnglishSentences.failure($0, row: $1[.english]) },
        guest: "Name",
        guestProblem: { problem in
            switch problem {
            case .nobody: "Enter a name."
            case .tooLong(let excess): "\(excess) characters too long (at most \(Guest.maxNameLength))."
            }
        },
        helpTitle: "Help",
        tooSmall: { "Please make the window at least \($0)x\($1)." },
        command: { EnglishSentences.command($0) },
        cards: EnglishCards.sentence,
        sectionFailed: { "\($0.title): \(EnglishSentences.failure($1))" },
        leftOut: { "\($0.grouped) left out" },
        recordLeftOut: { "\($0.title): left out: \(EnglishSentences.body($1))" })
}

enum EnglishSentences {
    static func failure(_ failure: FetchFailure, row: String = EnglishSentences.item) -> String {
        switch failure {
        case .unreachable: "the server cannot be reached"
        case .untrusted(let fault): certificate(fault)
        case .interrupted: "the connection broke off"
        case .notHTTP: "what the server sends is not HTTP"
        case .undecodable(let coding): "the answer cannot be read (content encoding \(coding))"
        case .timedOut: "the server did not answer in time"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
        case .redirected: "the server keeps redirecting"
        case .status(let status): "the server answered \(status)"
        case .body(let error): body(error, row: row)
        }
    }

    static func body(_ error: SectionBodyError, row: String = EnglishSentences.item) -> String {
        switch error {
        case .empty: "the answer is empty"
        case .notJSON: "the answer cannot be read"
        case .charset(let name?): "the answer cannot be read (charset \(name))"
        case .charset(nil): "the answer cannot be read (unknown charset)"
        case .notUTF8(let line): "line \(line) is not UTF-8: save it as UTF-8"
        case .refused(let status): "the server refused with \(status)"
        case .missing(let item, let key): "\(place(item, row))\(key) is missing"
        case .unreadable(let item, let key): "\(place(item, row))\(key) cannot be read"
        case .foreign(let item?, .object, .object): "\(row) \(item + 1) cannot be read"
        case .foreign(let item, let expected, let found):
            "\(item.map { "\(row) \($0 + 1)" } ?? "the answer") is \(shape(found)), not \(shape(expected))"
        }
    }

    private static func certificate(_ fault: CertificateFault) -> String {
        let reason: String
        switch fault {
        case .expired: reason = "expired"
        case .notYetValid: reason = "not valid yet"
        case .otherName: reason = "of another name"
        case .unknownIssuer: reason = "unknown issuer"
        case .noHandshake: return "no encrypted connection to the server is possible"
        }
        return "the server's certificate cannot be trusted: \(reason)"
    }

    private static func shape(_ shape: JSONShape) -> String {
        switch shape {
        case .object: "an object"
        case .list: "a list"
        case .text: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        case .page: "a web page (HTML)"
        }
    }

    /// The word for a row of a kind without a name.
    static let item = "item"

    private static func place(_ number: Int?, _ row: String) -> String { number.map { "\(row) \($0 + 1): " } ?? "" }

    private static func terminal(_ error: TerminalError) -> String {
        switch error {
        case .notATerminal: "The shop opens in a terminal only. In scripts, use: banchan menu"
        case .unknown(name: ""):
            "TERM does not name a terminal. Open the shop with TERM=xterm-256color, or use: banchan menu"
        case .unknown(let name):
            "This machine does not know the terminal TERM=\(name). Open the shop with TERM=xterm-256color, or use: banchan menu"
        case .unsuitable(let name):
            "A terminal of the kind TERM=\(name) cannot show the shop. Use instead: banchan menu"
        case .invalidSize(let size):
            "The terminal reports a size of \(size.width) x \(size.height), which no terminal has. Set its size, as with: stty cols 80 rows 24"
        case .notOpened(let name): "The terminal TERM=\(name) cannot be opened. Use instead: banchan menu"
        case .noUTF8: "This machine has no UTF-8 locale. Install C.UTF-8, or use: banchan menu"
        }
    }

    static func command(_ problem: CommandProblem) -> String {
        switch problem {
        case .terminal(let error): terminal(error)
        case .address(let error): EnglishSecrets.address(error)
        case .setting(let problem, let file): problem.sentence(file: file, in: .english)
        case .notifications: "BANCHAN_NOTIFY is either osc9 or osc777."
        case .port(let port): "Not a port: \(port)"
        case .host(let host): "There is no such host: \(host)"
        case .serverEnded: "The server stopped unexpectedly."
        case .portInUse(let host, let port): "\(host):\(port) is in use already."
        case .cannotListen(let host, let port, let code):
            "Cannot listen on \(host):\(port): \(SystemErrorText(errno: code).english)."
        case .exposed(let host, let isEncrypted): EnglishServer.exposed(host, isEncrypted)
        case .certificate(let path): "No certificate in PEM: \(path)"
        case .privateKey(let path): "No private key in PEM, or not that of the certificate: \(path)"
        case .trustedProxy(let text): "Neither an address nor many as in 10.0.0.0/8: \(text)"
        case .limit(let text, let names):
            "Not a limit: \(text). Give one as in streams=100 or changes=none; there are: \(names.joined(separator: ", "))."
        case .missingResources(let path): "The shop's data is missing: \(path)"
        case .unreadableResource(let path, let why):
            "The shop's data cannot be read: \(path)\(why.map { " (\(body($0)))" } ?? "")"
        case .databaseAddress(let source):
            "What \(source) names is no address of a database; write postgres://user@host/name."
        case .databasePasswordGiven(let source):
            "The address that \(source) names has a password in it; use PGPASSWORD, .pgpass or --database-password-file."
        case .databasePooled(let place):
            "A connection pooler before \(place) passes on no notifications; other servers' changes are polled every 0.25 s."
        case .noDatabase(let option): "Name a database with \(option) or BANCHAN_DATABASE."
        case .copy(let source, let destination, let error): EnglishStoreMessages.copy(source, destination, error)
        case .ledger(let path, let error):
            "The orders cannot be kept in \(path): \(EnglishStoreMessages.reason(error))."
        case .ledgerTrouble(let trouble): EnglishStoreMessages.trouble(trouble)
        case .ledgerIsBack: EnglishStoreMessages.isBack
        case .messagesWait(let backlog, let failure): MessageWords(.english).begins(backlog, failure)
        case .messagesDelivered: MessageWords(.english).ends
        case .webhook(let source): "What \(source) names is not the address of a webhook (http or https)."
        case .token(let source): "What \(source) names is not a token: letters, digits and signs, without spaces."
        case .secretFile(let option): "The file that \(option) names cannot be read."
        case .exposedSecret(let option, let path): EnglishSecrets.exposed(option, path)
        case .foreignSecret(let option, let path): EnglishSecrets.foreign(option, path)
        case .noKeeperToken:
            "A server shows its orders to its keeper only: give --keeper-token-file or BANCHAN_KEEPER_TOKEN."
        case .wrongKeeperToken: "The server does not know this keeper's token."
        case .noLedgerEntry(let number): "There is no order \(number)."
        case .guest(let problem): VisitWords.english(problem)
        case .outputClosed: "Nobody reads the output any more."
        case .output(let code): "Standard output cannot be written: \(SystemErrorText.of(code, in: .english))."
        case .orders(let error): "The orders cannot be fetched: \(failure(error))."
        }
    }
}

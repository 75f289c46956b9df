import Canvas
import Ledger
import ShopClient
import ShopHTTP
import ShopModels
import Terminal

extension Words {
    static let english = Words(
        counter: "Banchan",
        connecting: "connecting",
        connected: "connected",
        disconnected: "disconnected",
        connectionLost: "The connection to the server is lost. Trying again.",
        connectionBack: "The server is back.",
        loading: "loading",
        emptySection: "No dishes here yet.",
        retry: "r to retry",
        count: { "\($0)" },
        age: { age in
            switch age {
            case .now: "just now"
            case .minutes(let count): "\(count) min ago"
            case .hours(let count): "\(count) h ago"
            case .days(let count): count == 1 ? "1 day ago" : "\(count) days ago"
            }
        },
        failure: { EnglishSentences.failure($0) },
        helpTitle: "Help",
        help: { EnglishSentences.help($0) },
        footer: { EnglishSentences.footer($0) },
        dish: .english,
        order: .english,
        juice: .english,
        drinks: .english,
        contacts: .english,
        tooSmall: { "Please make the window at least \($0)x\($1)." },
        command: { EnglishSentences.command($0) },
        cards: EnglishCards.sentence,
        sectionFailed: { "\($0.title): \(EnglishSentences.failure($1))" })
}

private enum EnglishSentences {
    static func failure(_ failure: FetchFailure) -> String {
        switch failure {
        case .unreachable: "the server cannot be reached"
        case .interrupted: "the connection broke off"
        case .timedOut: "the server did not answer in time"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
        case .redirected: "the server keeps redirecting"
        case .status(let status): "the server answered \(status)"
        case .body(let error): body(error)
        }
    }

    static func body(_ error: MenuBodyError) -> String {
        switch error {
        case .empty: "the answer is empty"
        case .notJSON: "the answer is not a menu"
        case .refused(let status): "the server refused with \(status)"
        case .missing(let item, let key): "\(place(item))\(key) is missing"
        case .unreadable(let item, let key): "\(place(item))\(key) cannot be read"
        }
    }

    private static func place(_ item: Int?) -> String { item.map { "dish \($0 + 1): " } ?? "" }

    static func help(_ command: Command) -> String {
        switch command {
        case .move(.rows): "move by one row"
        case .move(.pages): "move by a screen"
        case .move(.halfPages): "move by half a screen"
        case .move(.first), .move(.last): "to the beginning, to the end"
        case .move(.previousSection), .move(.nextSection): "previous, next section"
        case .select: "show name and price"
        case .refetch: "fetch this section again"
        case .refetchAll: "fetch all sections again"
        case .help: "this help"
        case .back: "go back"
        case .repaint: "draw the screen anew"
        case .stop: "stop for a while (fg comes back)"
        case .quit: "leave"
        case .open: "open the page of the dish"
        case .order: "order"
        case .turnPicture: "previous, next picture"
        case .counter: "banchan, juice, drinks, contacts"
        case .make: "make the juice"
        case .buy, .insertMoney, .returnChange, .keepMachine, .removeExpired: DrinksWords.english.help(command)
        case .editStock: "edit the stock"
        default: form(command)
        }
    }

    private static func form(_ command: Command) -> String {
        switch command {
        case .nextField: "next field"
        case .previousField: "previous field"
        case .leaveField: "to the next field"
        case .edit(.left), .edit(.right): "move the cursor"
        case .edit(.first), .edit(.last): "to the beginning, to the end of the line"
        case .edit(.deleteBackward), .edit(.deleteForward): "delete a character"
        case .edit(.deleteWord): "delete a word"
        case .edit(.deleteToFirst): "delete back to the beginning"
        case .step(10), .step(-10): "ten more, ten less"
        case .step: "one more, one less"
        case .otherButton: "order, cancel"
        case .confirm: "press the button"
        case .answer: "yes, no"
        case .discard: "close and change nothing"
        case .apply: "apply and close"
        default: ContactWords.english.help(command)
        }
    }

    static func footer(_ command: Command) -> String {
        switch command {
        case .select: "price"
        case .refetch: "refetch"
        case .refetchAll: "all"
        case .help: "help"
        case .back: "close"
        case .quit: "quit"
        case .open: "details"
        case .order: "order"
        case .turnPicture: "picture"
        case .leaveField: "next"
        case .step: "quantity"
        case .confirm: "press"
        case .make: "make"
        case .buy, .insertMoney, .returnChange, .keepMachine, .removeExpired, .move: DrinksWords.english.footer(command)
        case .editStock: "stock"
        case .discard: "discard"
        case .apply: "apply"
        default: ContactWords.english.footer(command)
        }
    }

    private static func terminal(_ error: TerminalError) -> String {
        switch error {
        case .notATerminal: "The shop opens in a terminal only. In scripts, use: banchan menu"
        case .unsuitable(let name):
            "A terminal of the kind TERM=\(name) cannot show the shop. Use instead: banchan menu"
        case .noUTF8: "This machine has no UTF-8 locale. Install C.UTF-8, or use: banchan menu"
        }
    }

    static func command(_ problem: CommandProblem) -> String {
        switch problem {
        case .terminal(let error): terminal(error)
        case .address(let error): EnglishSecrets.address(error)
        case .port(let port): "Not a port: \(port)"
        case .host(let host): "There is no such host: \(host)"
        case .serverEnded: "The server ended by itself."
        case .portInUse(let host, let port): "\(host):\(port) is in use already."
        case .cannotListen(let host, let port, let code): "Cannot listen on \(host):\(port) (error \(code))."
        case .missingResources(let path): "The shop's data is missing: \(path)"
        case .unreadableResource(let path, let why):
            "The shop's data cannot be read: \(path)\(why.map { " (\(body($0)))" } ?? "")"
        case .ledger(let path, let error): "The orders cannot be kept in \(path): \(EnglishLedger.reason(error))."
        case .ledgerTrouble(let trouble): EnglishLedger.trouble(trouble)
        case .ledgerIsBack: EnglishLedger.isBack
        case .webhook(let source): "What \(source) names is not the address of a webhook (http or https)."
        case .keeperToken(let source): "What \(source) names is not a token: letters, digits and signs, without spaces."
        case .secretFile(let option): "The file that \(option) names cannot be read."
        case .exposedSecret(let option, let path): EnglishSecrets.exposed(option, path)
        case .foreignSecret(let option, let path): EnglishSecrets.foreign(option, path)
        case .noKeeperToken:
            "A server shows its orders to its keeper only: give --keeper-token-file or BANCHAN_KEEPER_TOKEN."
        case .wrongKeeperToken: "The server does not know this keeper's token."
        case .outputClosed: "Nobody reads the output any more."
        case .orders(let error): "The orders cannot be fetched: \(failure(error))."
        }
    }
}

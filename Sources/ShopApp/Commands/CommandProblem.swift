import Canvas
import Domain
import Foundation
import Platform
import Settings
import ShopClient
import ShopHTTP
import Storage
import Terminal
import TerminalText

/// Why a command failed, as data without texts.
public enum CommandProblem: Error, Hashable, Sendable {
    /// The terminal cannot show the shop.
    case terminal(TerminalError)
    /// An invalid address of a shop.
    case address(ShopAddressError)
    /// The value of BANCHAN_NOTIFY is invalid.
    case notifications
    /// A problem with a setting on the command line or in the environment.
    case setting(SettingsProblem, file: String)
    /// A problem of the file of settings hides which server it names.
    case serverUnknown(file: String)
    /// An invalid port number.
    case port(Int)
    /// A host that is neither an address nor a known name.
    case host(String)
    case portInUse(host: String, port: Int)
    /// The server cannot listen there; `code` is the system's error number.
    case cannotListen(host: String, port: Int, code: Int)
    /// The server can be reached from other machines.
    case exposed(host: String, isEncrypted: Bool)
    /// A file without a certificate.
    case certificate(path: String)
    /// A file without a private key, or with that of another certificate.
    case privateKey(path: String)
    /// A private key that others may read.
    case exposedKey(path: String)
    /// The files of the certificate changed, but this one cannot be used.
    case certificateNotRenewed(path: String)
    /// The certificate was valid until that time.
    case certificateExpired(path: String, at: Date)
    /// The certificate is valid from that time on.
    case certificateNotYetValid(path: String, from: Date)
    /// The new certificate is used from now on.
    case certificateRenewed
    /// The system can watch no more files.
    case filesPolled
    /// A trusted proxy that is neither an address nor a range of addresses.
    case trustedProxy(String)
    /// An invalid limit of the server; `names` are those that exist.
    case limit(String, names: [String])
    /// The shop's data is missing.
    case noShop(path: String)
    /// The directory of the shop's data is missing.
    case missingResources(path: String)
    /// A file of the shop's data cannot be read.
    case unreadableResource(path: String, why: SectionBodyError?)
    /// The server stopped unexpectedly.
    case serverEnded
    /// The database address that `source` names is invalid. The value is not shown.
    case databaseAddress(source: String)
    /// The database address that `source` names holds a password. The value is not shown.
    case databasePasswordGiven(source: String)
    /// A pooler stands before the database at `location`. A note, not a problem.
    case databasePooled(location: String)
    /// The shop's file names no time zone, so this machine's is used. A note, not a problem.
    case zoneAssumed(String)
    /// The shop's directory cannot be written, so its database is elsewhere. A note, not a problem.
    case databaseElsewhere(database: String, directory: String)
    /// The shop begins with a new database, while there are orders in the one that was used before. A note.
    case ordersElsewhere(old: String, new: String)
    /// The database is that of another shop than the directory.
    case otherShop(database: String, directory: String)
    /// The database is that of a shop with files of its own, which its server has.
    case shopWithFiles(database: String)
    /// Neither `option` nor the environment names a database.
    case noDatabase(option: String)
    /// Copying a shop from one database to another failed.
    case copy(source: String, destination: String, StoreCopyError)
    /// The database at `path` cannot be used.
    case database(path: String, StoreError)
    /// The database of a running server cannot write at present.
    case databaseTrouble(StoreTrouble)
    /// The database can write again.
    case databaseIsBack
    /// Messages for the webhook are held up.
    case messagesWait(OutboxBacklog, DeliveryFailure?)
    /// No message for the webhook is held up any more.
    case messagesDelivered
    /// The printer of that name does not print.
    case printerWaits(String, PrinterProblem)
    /// The printer of that name prints again.
    case printerIsBack(String)
    /// The terminal's encoding has not so many of the characters that were printed.
    case charactersLacking(Int)
    /// A ticket has so many characters that its printer's charset lacks.
    case charactersReplaced(printer: String, count: Int)
    /// The webhook address that `source` names is invalid. The value is not shown.
    case webhook(source: String)
    /// The token that `source` names is invalid.
    case token(source: String)
    /// The file that `option` names cannot be read. The message leaves out its name, which may be the secret itself,
    /// given by mistake.
    case secretFile(option: String)
    /// Others than its owner may read or change the file that `option` names.
    case exposedSecret(option: String, path: String)
    /// The file that `option` names belongs to another user.
    case foreignSecret(option: String, path: String)
    /// No token was given, but a server's orders are for its keeper only.
    case ordersWithoutToken
    /// No token was given, but only the keeper of the shop can do what the command does.
    case noKeeperToken
    /// The server does not know the keeper's token.
    case wrongKeeperToken
    /// There is no order with that ID.
    case noOrder(Int)
    /// The orders could not be fetched.
    case orders(FetchFailure)
    /// A guest who connected by ssh cannot be served.
    case guest(VisitProblem)
    /// The reader of the command's output has closed it.
    case outputClosed
    /// Standard output cannot be written, for another reason that the system's error number tells.
    case output(code: Int)
}

extension Words {
    /// The messages of `banchan contacts` about files of contacts.
    public func cards(_ message: CardMessage) -> String {
        CardTexts(words: self).sentence(message)
    }

    /// The message for a command that failed.
    public func command(_ problem: CommandProblem) -> String {
        let store = StoreTexts(words: self)
        return switch problem {
        case .terminal(let error): terminal(error)
        case .address(let error): SecretTexts(words: self).address(error)
        case .setting(let problem, let file): problem.sentence(file: file, in: language)
        case .serverUnknown(let file):
            say(
                "\(file)에 적힌 서버를 알 수 없어 아무것도 하지 않았습니다. 파일을 고치거나 --server로 알려 주세요.",
                "Which server \(file) names is not known, so nothing was done: mend the file, or name one with --server."
            )
        case .notifications:
            say("BANCHAN_NOTIFY는 osc9나 osc777이어야 합니다.", "BANCHAN_NOTIFY is either osc9 or osc777.")
        case .port(let port): say("포트 번호가 아닙니다: \(port)", "Not a port: \(port)")
        case .host(let host): say("그런 호스트가 없습니다: \(host)", "There is no such host: \(host)")
        case .serverEnded: say("서버가 뜻밖에 멈췄습니다.", "The server stopped unexpectedly.")
        case .portInUse(let host, let port):
            say("\("\(host):\(port)".with(.topic)) 이미 사용 중입니다.", "\(host):\(port) is in use already.")
        case .cannotListen(let host, let port, let code):
            say("\(host):\(port)에서 손님을 받을 수 없습니다: ", "Cannot listen on \(host):\(port): ")
                + "\(SystemErrorText.of(code, in: language))."
        case .exposed(let host, let isEncrypted): exposed(host, isEncrypted)
        case .certificate(let path): say("PEM 인증서가 없는 파일입니다: \(path)", "No certificate in PEM: \(path)")
        case .privateKey(let path):
            say(
                "PEM 개인 키가 없거나 인증서의 키가 아닙니다: \(path)",
                "No private key in PEM, or not that of the certificate: \(path)")
        case .exposedKey(let path):
            say(
                "개인 키를 다른 사용자가 읽을 수 있습니다: \(path) (chmod 600으로 닫아 주세요)",
                "Others may read the private key: \(path) (close it with chmod 600)")
        case .certificateNotRenewed(let path):
            say(
                "바뀐 인증서를 쓸 수 없어 이전 인증서를 계속 씁니다: \(path)",
                "The changed certificate cannot be used, so the former one stays: \(path)")
        case .certificateExpired(let path, let time):
            say(
                "인증서의 유효 기간이 \(time.formatted(.iso8601))에 끝났습니다: \(path)",
                "The certificate expired at \(time.formatted(.iso8601)): \(path)")
        case .certificateNotYetValid(let path, let time):
            say(
                "인증서는 \(time.formatted(.iso8601))부터 유효합니다: \(path)",
                "The certificate is not valid before \(time.formatted(.iso8601)): \(path)")
        case .filesPolled:
            say(
                "시스템이 파일 변경을 더 알려 줄 수 없어 5초마다 살펴봅니다 (fs.inotify.max_user_watches, max_user_instances).",
                "The system can watch no more files, so they are looked at every 5 seconds "
                    + "(fs.inotify.max_user_watches, max_user_instances).")
        case .certificateRenewed: say("새 인증서를 씁니다.", "The new certificate is used.")
        case .trustedProxy(let text):
            say("주소도 10.0.0.0/8 같은 주소 범위도 아닙니다: \(text)", "Neither an address nor many as in 10.0.0.0/8: \(text)")
        case .limit(let text, let names): limit(text, names.joined(separator: ", "))
        case .noShop(let path):
            say(
                "가게 자료가 있는 디렉터리가 아닙니다: \(path). banchan init이 새로 만들어 줍니다.",
                "Not the directory of a shop: \(path). To write one: banchan init")
        case .missingResources(let path): say("가게 자료가 없습니다: \(path)", "The shop's data is missing: \(path)")
        case .unreadableResource(let path, let why):
            say("가게 자료를 읽을 수 없습니다: ", "The shop's data cannot be read: ") + path
                + (why.map { " (\(body($0, Words.anyRow[language])))" } ?? "")
        case .databaseAddress(let source):
            say(
                "\(source)에 적힌 데이터베이스 주소가 올바르지 않습니다. postgres://사용자@호스트/이름 꼴로 적어 주세요.",
                "What \(source) names is no address of a database; write postgres://user@host/name.")
        case .databasePasswordGiven(let source): databasePassword(in: source)
        case .databasePooled(let location): pooled(location)
        case .zoneAssumed(let zone):
            say(
                "shop.json에 time_zone이 없어서 이 컴퓨터의 시간대로 날을 나눕니다: \(zone)",
                "shop.json names no time_zone; days are counted in the zone of this machine: \(zone)")
        case .databaseElsewhere(let database, let directory):
            say(
                "\(directory)에 쓸 수 없어서 주문을 \(database)에 보관합니다.",
                "\(directory) cannot be written. The orders are kept in \(database).")
        case .ordersElsewhere(let old, let new):
            say(
                "이 가게의 주문은 이제 \(new)에 보관합니다. 이전 주문은 \(old)에 있습니다. 이어서 쓰려면: --database \(old)",
                "This shop's orders are kept in \(new) now. Earlier ones are in \(old); to go on with them: --database \(old)"
            )
        case .otherShop(let database, let directory):
            say(
                "\(database)에는 다른 가게의 주문이 있습니다. \(directory)의 데이터베이스로 쓰려면: --adopt-database",
                "\(database) has the orders of another shop. To use it for \(directory): --adopt-database")
        case .shopWithFiles(let database):
            say(
                "\(database)에는 따로 자료가 있는 가게의 주문이 있습니다. 그 가게의 서버를 --server로 알려 주세요.",
                "\(database) has the orders of a shop with files of its own: name its server with --server.")
        case .noDatabase(let option):
            say(
                "데이터베이스를 \(option) 또는 BANCHAN_DATABASE로 지정해 주세요.",
                "Name a database with \(option) or BANCHAN_DATABASE.")
        case .copy(let source, let destination, let error): store.copy(source, destination, error)
        case .database(let path, let error):
            say("\(path)에 주문을 보관할 수 없습니다: ", "The orders cannot be kept in \(path): ") + "\(store.reason(error))."
        case .databaseTrouble(let trouble): store.trouble(trouble)
        case .databaseIsBack: say("주문을 다시 받습니다.", "The orders can be kept again.")
        case .messagesWait(let backlog, let failure): MessageTexts(language).begins(backlog, failure)
        case .messagesDelivered: MessageTexts(language).ends
        case .printerWaits(let name, let problem): PrinterTexts(language).begins(name, problem)
        case .printerIsBack(let name): PrinterTexts(language).ends(name)
        case .charactersLacking(let count):
            say(
                "터미널의 문자 집합에 없는 글자 \(count)개를 ?로 보였습니다.",
                "Characters that the terminal's charset lacks are shown as ?: \(count).")
        case .charactersReplaced(let printer, let count): PrinterTexts(language).replaced(count, by: printer)
        case .webhook(let source):
            say(
                "\(source)의 값은 웹훅 주소가 아닙니다 (http 또는 https).",
                "What \(source) names is not the address of a webhook (http or https).")
        case .token(let source):
            say(
                "\(source)의 값은 토큰이 아닙니다. 빈칸 없는 영문자, 숫자, 기호여야 합니다.",
                "What \(source) names is not a token: letters, digits and signs, without spaces.")
        case .secretFile(let option):
            say(
                "\(option.with(.direction)) 지정한 파일을 읽을 수 없습니다.",
                "The file that \(option) names cannot be read.")
        case .exposedSecret(let option, let path):
            SecretTexts(words: self).exposed(option, path)
        case .foreignSecret(let option, let path):
            SecretTexts(words: self).foreign(option, path)
        case .ordersWithoutToken: ordersWithoutToken
        case .noKeeperToken: noKeeperToken
        case .wrongKeeperToken: say("서버가 이 토큰을 모릅니다.", "The server does not know this keeper's token.")
        case .noOrder(let id): say("ID가 \(id)인 주문은 없습니다.", "There is no order with the ID \(id).")
        case .guest(let problem): visit(problem)
        case .outputClosed: say("출력을 받는 프로그램이 끝났습니다.", "Nobody reads the output any more.")
        case .output(let code):
            say("표준 출력에 쓸 수 없습니다: ", "Standard output cannot be written: ")
                + "\(SystemErrorText.of(code, in: language))."
        case .orders(let error):
            say("주문을 불러올 수 없습니다: ", "The orders cannot be fetched: ") + "\(failure(error))."
        }
    }

    private func limit(_ text: String, _ names: String) -> String {
        say(
            "제한이 아닙니다: \(text). streams=100이나 changes=none처럼 쓰십시오. 있는 제한: \(names)",
            "Not a limit: \(text). Give one as in streams=100 or changes=none; there are: \(names).")
    }

    private func databasePassword(in source: String) -> String {
        say(
            "\(source)에 적힌 주소에 비밀번호가 있습니다. 비밀번호는 PGPASSWORD, .pgpass 또는 --database-password-file로 주세요.",
            "The address that \(source) names has a password in it; use PGPASSWORD, .pgpass or --database-password-file."
        )
    }

    private func pooled(_ location: String) -> String {
        say(
            "\(location) 앞에 연결 풀러가 있어 변경 알림이 오지 않습니다. 다른 서버의 변경은 0.25초마다 확인합니다.",
            "A connection pooler before \(location) passes on no notifications; other servers' changes are polled every 0.25 s."
        )
    }

    private var ordersWithoutToken: String {
        say(
            "서버의 주문은 주인만 볼 수 있습니다. --keeper-token-file이나 BANCHAN_KEEPER_TOKEN을 지정해 주세요.",
            "A server shows its orders to its keeper only: give --keeper-token-file or BANCHAN_KEEPER_TOKEN.")
    }

    private var noKeeperToken: String {
        say(
            "가게 주인만 할 수 있습니다. --keeper-token-file이나 BANCHAN_KEEPER_TOKEN을 지정해 주세요.",
            "Only the keeper of the shop can do that: give --keeper-token-file or BANCHAN_KEEPER_TOKEN.")
    }

    private func terminal(_ error: TerminalError) -> String {
        switch error {
        case .notATerminal:
            say(
                "터미널에서 열어 주세요. 스크립트에서는 banchan menu를 쓰면 됩니다.",
                "The shop opens in a terminal only. In scripts, use: banchan menu")
        case .unknown(name: ""):
            say(
                "TERM에 터미널 이름이 없습니다. TERM=xterm-256color로 열거나 banchan menu를 쓰세요.",
                "TERM does not name a terminal. Open the shop with TERM=xterm-256color, or use: banchan menu")
        case .unknown(let name):
            say(
                "이 컴퓨터는 TERM=\(name) 터미널을 모릅니다. TERM=xterm-256color로 열거나 banchan menu를 쓰세요.",
                "This machine does not know the terminal TERM=\(name). "
                    + "Open the shop with TERM=xterm-256color, or use: banchan menu")
        case .unsuitable(let name):
            say(
                "TERM=\(name) 터미널에는 화면을 그릴 수 없습니다. 대신 banchan menu를 쓰면 됩니다.",
                "A terminal of the kind TERM=\(name) cannot show the shop. Use instead: banchan menu")
        case .invalidSize(let size):
            say(
                "터미널이 크기를 \(size.width) x \(size.height)라고 알려 왔습니다. 이런 크기는 없습니다. stty cols 80 rows 24처럼 크기를 정해 주세요.",
                "The terminal reports a size of \(size.width) x \(size.height), which no terminal has. "
                    + "Set its size, as with: stty cols 80 rows 24")
        case .notOpened(let name):
            say(
                "TERM=\(name) 터미널을 열 수 없습니다. 대신 banchan menu를 쓰면 됩니다.",
                "The terminal TERM=\(name) cannot be opened. Use instead: banchan menu")
        case .noUTF8:
            say(
                "이 컴퓨터에는 UTF-8 로캘이 없습니다. C.UTF-8을 설치하거나 banchan menu를 쓰세요.",
                "This machine has no UTF-8 locale. Install C.UTF-8, or use: banchan menu")
        }
    }

    /// The warning about a server that other machines can reach.
    private func exposed(_ host: String, _ isEncrypted: Bool) -> String {
        let reach = say(
            "\(host)에 닿는 사람은 누구나 메뉴를 보고, 아무 이름으로나 주문하고, 자판기에 돈을 넣은 것으로 할 수 있습니다.",
            "Whoever reaches \(host) sees the menu, orders under any name and fills the machine with money that is none."
        )
        guard !isEncrypted else { return say("\(reach) 오가는 내용은 암호화됩니다.", "\(reach) What is sent is encrypted.") }
        return say(
            "\(reach) 오가는 내용은 관리자 토큰까지 암호화되지 않습니다. --tls-certificate와 --tls-key를 주거나 프록시를 앞에 두십시오.",
            "\(reach) What is sent is not encrypted, the keeper's token included: "
                + "give --tls-certificate and --tls-key, or put a proxy in front.")
    }
}

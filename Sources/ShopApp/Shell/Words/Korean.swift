import Canvas
import Domain
import Platform
import ShopClient
import ShopHTTP
import Storage
import Terminal

extension Words {
    static let korean = Words(
        language: .korean,
        connecting: "연결 중",
        connected: "연결됨",
        disconnected: "연결 끊김",
        nextTry: { "\($0) 다시 시도" },
        notFetched: "연결되면 불러옵니다.",
        connectionLost: "서버와 연결이 끊겼습니다. 다시 연결하는 중입니다.",
        connectionBack: "서버와 다시 연결됐습니다.",
        shop: "반찬",
        copied: "클립보드로 보냈습니다",
        nothingToCopy: "복사할 것이 없습니다.",
        loading: "불러오는 중",
        retryWith: { "\($0) 다시 시도" },
        count: { "\($0.grouped)개" },
        age: { age in
            switch age {
            case .now: "방금 전"
            case .minutes(let count): "\(count)분 전"
            case .hours(let count): "\(count)시간 전"
            case .days(let count): "\(count)일 전"
            }
        },
        rowFailure: { KoreanSentences.failure($0, row: $1[.korean]) },
        guest: "이름",
        guestProblem: { problem in
            switch problem {
            case .nobody: "이름을 입력해 주세요."
            case .tooLong(let excess): "이름이 \(excess)글자 깁니다 (\(Guest.maxNameLength)자까지)."
            }
        },
        helpTitle: "도움말",
        tooSmall: { "화면을 \($0)x\($1) 이상으로 키워 주세요." },
        command: { KoreanSentences.command($0) },
        cards: KoreanCards.sentence,
        sectionFailed: { "\($0.title): \(KoreanSentences.failure($1))" },
        leftOut: { "\($0.grouped)개 빠짐" },
        recordLeftOut: { "\($0.title): 하나가 빠졌습니다. \(KoreanSentences.body($1))." })
}

enum KoreanSentences {
    static func failure(_ failure: FetchFailure, row: String = KoreanSentences.item) -> String {
        switch failure {
        case .unreachable: "서버에 연결할 수 없습니다"
        case .untrusted(let fault): certificate(fault)
        case .interrupted: "받는 중에 연결이 끊겼습니다"
        case .notHTTP: "서버가 보낸 것이 HTTP가 아닙니다"
        case .undecodable(let coding): "서버의 응답을 읽을 수 없습니다 (압축 형식 \(coding))"
        case .timedOut: "서버 응답이 늦습니다"
        case .tooLarge(let limit): "응답이 너무 큽니다 (\(limit)바이트까지 받습니다)"
        case .redirected: "서버가 계속 다른 주소로 보냅니다"
        case .status(let status): "서버가 \("\(status)".with(.direction)) 응답했습니다"
        case .body(let error): body(error, row: row)
        }
    }

    static func body(_ error: SectionBodyError, row: String = KoreanSentences.item) -> String {
        switch error {
        case .empty: "응답이 비어 있습니다"
        case .notJSON: "응답을 읽을 수 없습니다"
        case .charset(let name?): "서버의 응답을 읽을 수 없습니다 (문자 집합 \(name))"
        case .charset(nil): "서버의 응답을 읽을 수 없습니다 (알 수 없는 문자 집합)"
        case .notUTF8(let line): "\(line)행이 UTF-8이 아닙니다. UTF-8로 저장해 주세요"
        case .refused(let status): "서버가 \("\(status)".with(.direction)) 거절했습니다"
        case .missing(let item, let key): "\(place(item, row))\(key.with(.subject)) 빠졌습니다"
        case .unreadable(let item, let key): "\(place(item, row))\(key.with(.object)) 읽을 수 없습니다"
        case .foreign(let item?, .object, .object): "\(item + 1)번째 \(row.with(.object)) 읽을 수 없습니다"
        case .foreign(let item, let expected, let found):
            "\((item.map { "\($0 + 1)번째 \(row)" } ?? "응답").with(.subject)) "
                + "\(shape(expected).with(.subject)) 아니라 \(shape(found))입니다"
        }
    }

    private static func certificate(_ fault: CertificateFault) -> String {
        let reason: String
        switch fault {
        case .expired: reason = "만료됨"
        case .notYetValid: reason = "아직 유효하지 않음"
        case .otherName: reason = "이름이 다름"
        case .unknownIssuer: reason = "발급자를 모름"
        case .noHandshake: return "서버와 암호화 연결을 맺을 수 없습니다"
        }
        return "서버의 인증서를 믿을 수 없습니다: \(reason)"
    }

    private static func shape(_ shape: JSONShape) -> String {
        switch shape {
        case .object: "객체"
        case .list: "목록"
        case .text: "문자열"
        case .number: "숫자"
        case .boolean: "참거짓 값"
        case .null: "null"
        case .page: "웹페이지(HTML)"
        }
    }

    /// The word for a row of a kind without a name.
    static let item = "항목"

    private static func place(_ number: Int?, _ row: String) -> String {
        number.map { "\($0 + 1)번째 \(row)에 " } ?? ""
    }

    private static func terminal(_ error: TerminalError) -> String {
        switch error {
        case .notATerminal: "터미널에서 열어 주세요. 스크립트에서는 banchan menu를 쓰면 됩니다."
        case .unknown(name: ""): "TERM에 터미널 이름이 없습니다. TERM=xterm-256color로 열거나 banchan menu를 쓰세요."
        case .unknown(let name):
            "이 컴퓨터는 TERM=\(name) 터미널을 모릅니다. TERM=xterm-256color로 열거나 banchan menu를 쓰세요."
        case .unsuitable(let name):
            "TERM=\(name) 터미널에는 화면을 그릴 수 없습니다. 대신 banchan menu를 쓰면 됩니다."
        case .invalidSize(let size):
            "터미널이 크기를 \(size.width) x \(size.height)라고 알려 왔습니다. 이런 크기는 없습니다. stty cols 80 rows 24처럼 크기를 정해 주세요."
        case .notOpened(let name): "TERM=\(name) 터미널을 열 수 없습니다. 대신 banchan menu를 쓰면 됩니다."
        case .noUTF8: "이 컴퓨터에는 UTF-8 로캘이 없습니다. C.UTF-8을 설치하거나 banchan menu를 쓰세요."
        }
    }

    static func command(_ problem: CommandProblem) -> String {
        switch problem {
        case .terminal(let error): terminal(error)
        case .address(let error): KoreanSecrets.address(error)
        case .setting(let problem, let file): problem.sentence(file: file, in: .korean)
        case .notifications: "BANCHAN_NOTIFY는 osc9나 osc777이어야 합니다."
        case .port(let port): "포트 번호가 아닙니다: \(port)"
        case .host(let host): "그런 호스트가 없습니다: \(host)"
        case .serverEnded: "서버가 뜻밖에 멈췄습니다."
        case .portInUse(let host, let port): "\("\(host):\(port)".with(.topic)) 이미 사용 중입니다."
        case .cannotListen(let host, let port, let code):
            "\(host):\(port)에서 손님을 받을 수 없습니다: \(SystemErrorText(errno: code).korean)."
        case .exposed(let host, let isEncrypted): KoreanServer.exposed(host, isEncrypted)
        case .certificate(let path): "PEM 인증서가 없는 파일입니다: \(path)"
        case .privateKey(let path): "PEM 개인 키가 없거나 인증서의 키가 아닙니다: \(path)"
        case .trustedProxy(let text): "주소도 10.0.0.0/8 같은 주소 범위도 아닙니다: \(text)"
        case .limit(let text, let names):
            "제한이 아닙니다: \(text). streams=100이나 changes=none처럼 쓰십시오. 있는 제한: \(names.joined(separator: ", "))"
        case .missingResources(let path): "가게 자료가 없습니다: \(path)"
        case .unreadableResource(let path, let why): "가게 자료를 읽을 수 없습니다: \(path)\(why.map { " (\(body($0)))" } ?? "")"
        case .databaseAddress(let source): "\(source)에 적힌 데이터베이스 주소가 올바르지 않습니다. postgres://사용자@호스트/이름 꼴로 적어 주세요."
        case .databasePasswordGiven(let source):
            "\(source)에 적힌 주소에 비밀번호가 있습니다. 비밀번호는 PGPASSWORD, .pgpass 또는 --database-password-file로 주세요."
        case .databasePooled(let place):
            "\(place) 앞에 연결 풀러가 있어 변경 알림이 오지 않습니다. 다른 서버의 변경은 0.25초마다 확인합니다."
        case .noDatabase(let option): "데이터베이스를 \(option) 또는 BANCHAN_DATABASE로 지정해 주세요."
        case .copy(let source, let destination, let error): KoreanStoreMessages.copy(source, destination, error)
        case .ledger(let path, let error): "\(path)에 주문을 보관할 수 없습니다: \(KoreanStoreMessages.reason(error))."
        case .ledgerTrouble(let trouble): KoreanStoreMessages.trouble(trouble)
        case .ledgerIsBack: KoreanStoreMessages.isBack
        case .messagesWait(let backlog, let failure): MessageWords(.korean).begins(backlog, failure)
        case .messagesDelivered: MessageWords(.korean).ends
        case .webhook(let source): "\(source)의 값은 웹훅 주소가 아닙니다 (http 또는 https)."
        case .token(let source): "\(source)의 값은 토큰이 아닙니다. 빈칸 없는 영문자, 숫자, 기호여야 합니다."
        case .secretFile(let option): "\(option.with(.direction)) 지정한 파일을 읽을 수 없습니다."
        case .exposedSecret(let option, let path): KoreanSecrets.exposed(option, path)
        case .foreignSecret(let option, let path): KoreanSecrets.foreign(option, path)
        case .noKeeperToken:
            "서버의 주문은 주인만 볼 수 있습니다. --keeper-token-file이나 BANCHAN_KEEPER_TOKEN을 지정해 주세요."
        case .wrongKeeperToken: "서버가 이 토큰을 모릅니다."
        case .noLedgerEntry(let number): "\(number)번 주문은 없습니다."
        case .guest(let problem): VisitWords.korean(problem)
        case .outputClosed: "출력을 받는 프로그램이 끝났습니다."
        case .output(let code): "표준 출력에 쓸 수 없습니다: \(SystemErrorText.of(code, in: .korean))."
        case .orders(let error): "주문을 불러올 수 없습니다: \(failure(error))."
        }
    }
}

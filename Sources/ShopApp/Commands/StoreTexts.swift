import Platform
import Storage

/// Messages to the operator about the order database.
struct StoreTexts: Texts {
    let words: Words

    /// Describes why the database cannot be used.
    func reason(_ error: StoreError) -> String {
        switch error {
        case .overloaded: say("대기 중인 작업이 너무 많습니다", "too much is waiting")
        case .busy: say("다른 프로그램이 데이터베이스를 사용하고 있습니다", "another program holds the database")
        case .damaged: say("데이터베이스가 손상됐습니다", "the database is damaged")
        case .otherVersion:
            say(
                "다른 버전의 프로그램이 만든 데이터베이스이며, 주문은 그 버전의 banchan orders --csv로 내보낼 수 있습니다",
                "another version of this program made the database, and exports its orders: banchan orders --csv")
        case .foreign: say("다른 프로그램의 데이터베이스입니다", "the database belongs to another program")
        case .missing: say("데이터베이스가 없습니다", "there is no database")
        case .replaced: say("데이터베이스가 다른 파일로 바뀌었습니다", "the database was replaced")
        case .altered: say("데이터베이스가 덮어써졌거나 잘렸습니다", "the database was overwritten or cut short")
        case .logLost:
            say(
                "데이터베이스의 기록 파일(-wal, -shm)이 지워졌거나 잘렸습니다",
                "the database's log (-wal, -shm) was deleted or cut short")
        case .full: say("디스크가 가득 찼습니다", "the disk is full")
        case .readOnly: say("데이터베이스에 쓸 권한이 없습니다", "the database may not be written")
        case .unreachable: say("데이터베이스 서버가 응답하지 않습니다", "the database server does not answer")
        case .readOnlyServer:
            say(
                "데이터베이스 서버가 읽기 전용입니다 (대기 서버이거나 default_transaction_read_only)",
                "the database server is read-only (a standby, or default_transaction_read_only)")
        case .noConnectionLeft:
            say(
                "데이터베이스 서버에 남은 연결이 없습니다 (max_connections)",
                "the database server has no connection left (max_connections)")
        case .statementPooling:
            say(
                "연결 풀러가 문장마다 다른 연결을 씁니다 (pool_mode=statement)",
                "the pooler gives each statement another connection (pool_mode=statement)")
        case .noPrivilege:
            say("데이터베이스 사용자에게 권한이 없습니다", "the database's user lacks a privilege")
        case .tablesChanged: say("누군가 데이터베이스의 표를 바꿨습니다", "somebody changed the database's tables")
        case .denied:
            say(
                "데이터베이스 서버가 사용자나 비밀번호를 받아들이지 않습니다",
                "the database server does not take the user or the password")
        case .unusableAddress:
            say(
                "주소에 적힌 대로 연결할 수 없습니다 (sslmode, 인증서, 매개변수)",
                "what its address asks for cannot be had (sslmode, certificate, parameters)")
        case .noLibrary:
            say(
                "libpq가 설치되어 있지 않습니다 (Debian: apt-get install libpq5)",
                "libpq is not installed (Debian: apt-get install libpq5)")
        case .refused(let code):
            say("데이터베이스 서버가 거절했습니다 (SQLSTATE \(code))", "the database server refused (SQLSTATE \(code))")
        case .system(let code): say(SystemErrorText(errno: code).korean, SystemErrorText(errno: code).english)
        case .sqlite(let code): say(SystemErrorText(sqlite: code).korean, SystemErrorText(sqlite: code).english)
        }
    }

    /// Describes a problem that started, and what to do about it.
    func trouble(_ trouble: StoreTrouble) -> String {
        let why = reason(trouble.error) + (trouble.holder.map { ", \($0)" } ?? "") + changes(trouble.changes)
        return say("주문을 받지 못합니다. ", "Orders are refused, since ") + "\(why): \(trouble.location). \(remedy(trouble))"
    }

    private func changes(_ changes: [String]) -> String {
        guard !changes.isEmpty else { return "" }
        let named = changes.prefix(StoreTexts.namedChanges).joined(separator: ", ")
        return " (\(named)\(changes.count > StoreTexts.namedChanges ? ", …" : ""))"
    }

    /// The number of changes that are named.
    private static let namedChanges = 3

    /// Describes why a shop was not copied.
    func copy(_ source: String, _ destination: String, _ error: StoreCopyError) -> String {
        let why =
            switch error {
            case .source(let error): "\(source): \(reason(error))"
            case .destination(let error): "\(destination): \(reason(error))"
            case .notEmpty:
                say(
                    "\(destination)에 이미 가게가 있습니다. 빈 데이터베이스를 지정해 주세요",
                    "There is a shop in \(destination) already. Name an empty database")
            case .sourceChanged:
                say(
                    "그동안 \(source)의 내용이 바뀌었습니다. 서버를 멈춘 뒤 다시 실행해 주세요",
                    "\(source) was changed meanwhile. Stop its servers and copy again")
            case .differs: say("옮긴 것의 개수나 합계가 다릅니다", "What arrived has another count or sum")
            case .stopped: say("멈췄습니다", "It was stopped")
            }
        return say(
            "가게를 옮기지 못했습니다. \(why). 옮겨진 것은 없습니다.", "The shop was not copied. \(why). Nothing was kept.")
    }

    private func remedy(_ trouble: StoreTrouble) -> String {
        switch trouble.error {
        case .overloaded: say("곧 풀립니다.", "It passes by itself.")
        case .busy: say("그 프로그램을 끝내거나 기다려 주세요.", "End that program or wait for it.")
        case .missing: bringBack(trouble.remains)
        case .replaced, .logLost:
            say("지금 있는 파일이 온전하면 다시 엽니다.", "What is there now is opened if it is whole.")
        case .altered, .damaged: say("백업을 제자리에 놓아 주세요.", "Put a back-up in its place.")
        case .otherVersion:
            say(
                "그 버전을 쓰거나 --database로 다른 데이터베이스를 지정해 주세요.",
                "Run that version, or name another database with --database.")
        case .foreign:
            say(
                "가게의 것을 제자리에 놓거나 --database로 다른 파일을 지정해 주세요.",
                "Put the shop's own in its place, or name another with --database.")
        case .full: say("디스크 공간을 비워 주세요.", "Free some space.")
        case .readOnly:
            say(
                "파일과 그 옆의 파일들, 디렉터리에 쓸 수 있게 해 주세요.",
                "Make the file, those beside it, and their directory writable.")
        case .unreachable: say("계속 다시 연결합니다.", "It is asked again all the time.")
        case .readOnlyServer:
            say(
                "쓸 수 있게 되면 저절로 다시 받습니다. 서버가 여럿이면 주소에 모두 적어 주세요 (postgres://a,b/NAME).",
                "Once it can be written, that is noticed. If there are several servers, name all (postgres://a,b/NAME)."
            )
        case .noConnectionLeft:
            say(
                "max_connections를 늘리거나 다른 프로그램의 연결을 줄여 주세요.",
                "Raise max_connections, or close connections of other programs.")
        case .statementPooling:
            say("pool_mode를 transaction이나 session으로 바꿔 주세요.", "Set pool_mode to transaction or session.")
        case .noPrivilege:
            say(
                "banchan 스키마와 그 표를 쓸 권한을 주세요 (GRANT).",
                "Grant it the use of the schema banchan and of its tables.")
        case .tablesChanged:
            say("바꾼 것을 되돌리거나 백업을 복원해 주세요.", "Undo that, or restore a back-up.")
        case .denied:
            say(
                "서버의 pg_hba.conf와 PGPASSWORD, .pgpass, --database-password-file을 확인해 주세요.",
                "See to its pg_hba.conf, and to PGPASSWORD, .pgpass or --database-password-file.")
        case .unusableAddress:
            say(
                "주소의 ? 뒤와 서버의 인증서를 확인해 주세요.",
                "Look at what follows the ? in it, and at the server's certificate.")
        case .noLibrary: say("설치한 다음 다시 시작해 주세요.", "Install it and start again.")
        case .refused:
            say("데이터베이스 서버의 로그에 까닭이 적혀 있습니다.", "The log of the database server says more.")
        case .system, .sqlite: say("디스크를 점검해 주세요.", "See to the disk.")
        }
    }

    private func bringBack(_ remains: String?) -> String {
        guard let remains else { return say("그 파일이나 백업을 제자리에 놓아 주세요.", "Put it back, or a back-up of it.") }
        return say(
            "되돌려 놓거나 남은 것을 복사해 주세요: cp \(remains) FILE 한 다음 FILE을 제자리로 mv.",
            "Put it back, or copy what is left of it: cp \(remains) FILE, then mv FILE to its place.")
    }
}

extension SystemErrorText {
    subscript(language: Language) -> String { language.say(korean, english) }

    public static func of(_ code: Int, in language: Language) -> String { SystemErrorText(errno: code)[language] }
}

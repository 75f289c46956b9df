import Platform
import Storage

/// Korean messages to the operator about the order database.
enum KoreanStoreMessages {
    static let isBack = "주문을 다시 받습니다."

    /// Describes why the database cannot be used.
    static func reason(_ error: StoreError) -> String {
        switch error {
        case .overloaded: "대기 중인 작업이 너무 많습니다"
        case .busy: "다른 프로그램이 데이터베이스를 사용하고 있습니다"
        case .damaged: "데이터베이스가 손상됐습니다"
        case .otherVersion:
            "다른 버전의 프로그램이 만든 데이터베이스이며, 주문은 그 버전의 banchan orders --csv로 내보낼 수 있습니다"
        case .foreign: "다른 프로그램의 데이터베이스입니다"
        case .missing: "데이터베이스가 없습니다"
        case .replaced: "데이터베이스가 다른 파일로 바뀌었습니다"
        case .altered: "데이터베이스가 덮어써졌거나 잘렸습니다"
        case .logLost: "데이터베이스의 기록 파일(-wal, -shm)이 지워졌거나 잘렸습니다"
        case .full: "디스크가 가득 찼습니다"
        case .readOnly: "데이터베이스에 쓸 권한이 없습니다"
        case .unreachable: "데이터베이스 서버가 응답하지 않습니다"
        case .denied: "데이터베이스 서버가 사용자나 비밀번호를 받아들이지 않습니다"
        case .unusableAddress: "주소에 적힌 대로 연결할 수 없습니다 (sslmode, 인증서, 매개변수)"
        case .noLibrary: "libpq가 설치되어 있지 않습니다 (Debian: apt-get install libpq5)"
        case .refused(let code): "데이터베이스 서버가 거절했습니다 (SQLSTATE \(code))"
        case .system(let code): SystemErrorText(errno: code).korean
        case .sqlite(let code): SystemErrorText(sqlite: code).korean
        }
    }

    /// Describes a problem that started, and what to do about it.
    static func trouble(_ trouble: StoreTrouble) -> String {
        "주문을 받지 못합니다. \(reason(trouble.error))\(holder(trouble)): \(trouble.place). \(remedy(trouble))"
    }

    /// Describes why a shop was not copied.
    static func copy(_ source: String, _ destination: String, _ error: StoreCopyError) -> String {
        let why =
            switch error {
            case .source(let error): "\(source): \(reason(error))"
            case .destination(let error): "\(destination): \(reason(error))"
            case .notEmpty: "\(destination)에 이미 가게가 있습니다. 빈 데이터베이스를 지정해 주세요"
            case .sourceChanged: "그동안 \(source)의 내용이 바뀌었습니다. 서버를 멈춘 뒤 다시 실행해 주세요"
            case .differs: "옮긴 것의 개수나 합계가 다릅니다"
            case .stopped: "멈췄습니다"
            }
        return "가게를 옮기지 못했습니다. \(why). 옮겨진 것은 없습니다."
    }

    private static func holder(_ trouble: StoreTrouble) -> String { trouble.holder.map { ", \($0)" } ?? "" }

    private static func remedy(_ trouble: StoreTrouble) -> String {
        switch trouble.error {
        case .overloaded: "곧 풀립니다."
        case .busy: "그 프로그램을 끝내거나 기다려 주세요."
        case .missing:
            if let remains = trouble.remains {
                "되돌려 놓거나 남은 것을 복사해 주세요: cp \(remains) FILE 한 다음 FILE을 제자리로 mv."
            } else {
                "그 파일이나 백업을 제자리에 놓아 주세요."
            }
        case .replaced, .logLost: "지금 있는 파일이 온전하면 다시 엽니다."
        case .altered, .damaged: "백업을 제자리에 놓아 주세요."
        case .otherVersion: "그 버전을 쓰거나 --database로 다른 데이터베이스를 지정해 주세요."
        case .foreign: "가게의 것을 제자리에 놓거나 --database로 다른 파일을 지정해 주세요."
        case .full: "디스크 공간을 비워 주세요."
        case .readOnly: "파일과 그 옆의 파일들, 디렉터리에 쓸 수 있게 해 주세요."
        case .unreachable: "계속 다시 연결합니다."
        case .denied: "서버의 pg_hba.conf와 PGPASSWORD, .pgpass, --database-password-file을 확인해 주세요."
        case .unusableAddress: "주소의 ? 뒤와 서버의 인증서를 확인해 주세요."
        case .noLibrary: "설치한 다음 다시 시작해 주세요."
        case .refused: "데이터베이스 서버의 로그에 까닭이 적혀 있습니다."
        case .system, .sqlite: "디스크를 점검해 주세요."
        }
    }
}

import Platform
import Storage

/// English messages to the operator about the order database.
enum EnglishStoreMessages {
    static let isBack = "The orders can be kept again."

    /// Describes why the database cannot be used.
    static func reason(_ error: StoreError) -> String {
        switch error {
        case .overloaded: "too much is waiting"
        case .busy: "another program holds the database"
        case .damaged: "the database is damaged"
        case .otherVersion:
            "another version of this program made the database, and exports its orders: banchan orders --csv"
        case .foreign: "the database belongs to another program"
        case .missing: "there is no database"
        case .replaced: "the database was replaced"
        case .altered: "the database was overwritten or cut short"
        case .logLost: "the database's log (-wal, -shm) was deleted or cut short"
        case .full: "the disk is full"
        case .readOnly: "the database may not be written"
        case .unreachable: "the database server does not answer"
        case .denied: "the database server does not take the user or the password"
        case .unusableAddress: "what its address asks for cannot be had (sslmode, certificate, parameters)"
        case .noLibrary: "libpq is not installed (Debian: apt-get install libpq5)"
        case .refused(let code): "the database server refused (SQLSTATE \(code))"
        case .system(let code): SystemErrorText(errno: code).english
        case .sqlite(let code): SystemErrorText(sqlite: code).english
        }
    }

    /// Describes a problem that started, and what to do about it.
    static func trouble(_ trouble: StoreTrouble) -> String {
        "Orders are refused, since \(reason(trouble.error))\(holder(trouble)): \(trouble.place). \(remedy(trouble))"
    }

    /// Describes why a shop was not copied.
    static func copy(_ source: String, _ destination: String, _ error: StoreCopyError) -> String {
        let why =
            switch error {
            case .source(let error): "\(source): \(reason(error))"
            case .destination(let error): "\(destination): \(reason(error))"
            case .notEmpty: "There is a shop in \(destination) already. Name an empty database"
            case .sourceChanged: "\(source) was changed meanwhile. Stop its servers and copy again"
            case .differs: "What arrived has another count or sum"
            case .stopped: "It was stopped"
            }
        return "The shop was not copied. \(why). Nothing was kept."
    }

    private static func holder(_ trouble: StoreTrouble) -> String { trouble.holder.map { ", \($0)" } ?? "" }

    private static func remedy(_ trouble: StoreTrouble) -> String {
        switch trouble.error {
        case .overloaded: "It passes by itself."
        case .busy: "End that program or wait for it."
        case .missing:
            if let remains = trouble.remains {
                "Put it back, or copy what is left of it: cp \(remains) FILE, then mv FILE to its place."
            } else {
                "Put it back, or a back-up of it."
            }
        case .replaced, .logLost: "What is there now is opened if it is whole."
        case .altered, .damaged: "Put a back-up in its place."
        case .otherVersion: "Run that version, or name another database with --database."
        case .foreign: "Put the shop's own in its place, or name another with --database."
        case .full: "Free some space."
        case .readOnly: "Make the file, those beside it, and their directory writable."
        case .unreachable: "It is asked again all the time."
        case .denied: "See to its pg_hba.conf, and to PGPASSWORD, .pgpass or --database-password-file."
        case .unusableAddress: "Look at what follows the ? in it, and at the server's certificate."
        case .noLibrary: "Install it and start again."
        case .refused: "The log of the database server says more."
        case .system, .sqlite: "See to the disk."
        }
    }
}

import Domain
import Foundation
import ShopApp
import ShopServer
import Storage
import TestSupport
import Testing

@testable import Commands

/// The table of Operating that says what the server's log can say is made from the program's own sentences.
@Suite struct LogDocumentTests {
    /// What keeps a server from its start, one of each kind, and what ends it.
    private static let endings: [ShopServerError] = [
        .missingResource(path: "/srv/shop"), .inaccessibleResource(path: "/srv/shop/menu/main.json", code: EACCES),
        .unreadableResource(path: "/srv/shop/menu/main.json", why: .notJSON), .noSuchPort(70_000),
        .unknownHost("shop.lokal"), .unusableCertificate(path: "/etc/ssl/shop.pem"),
        .unusableKey(path: "/etc/ssl/shop.key"), .exposedKey(path: "/etc/ssl/shop.key"),
        .portInUse(host: "127.0.0.1", port: 8_080), .cannotListen(host: "127.0.0.1", port: 80, code: EACCES),
        .endedByItself,
    ]
    /// What is reported while it serves.
    private static let reports: [ShopServerError] = [
        .storeTrouble(StoreTrouble(.missing, at: "/srv/shop/shop.sqlite")), .storeIsBack,
        .messagesWait(OutboxBacklog(waiting: 2, refused: 1, since: .now)!, .status(500)), .messagesDelivered,
        .printerWaits("kitchen", .outOfPaper), .printerIsBack("kitchen"),
        .charactersReplaced(printer: "kitchen", count: 3), .certificateNotRenewed(path: "/etc/ssl/shop.pem"),
        .certificateExpired(path: "/etc/ssl/shop.pem", at: Date(timeIntervalSince1970: 1_800_000_000)),
        .certificateNotYetValid(path: "/etc/ssl/shop.pem", from: Date(timeIntervalSince1970: 1_800_000_000)),
        .certificateRenewed, .filesPolled,
    ]
    /// What is said once at the start.
    private static let notes: [CommandProblem] = [
        .exposed(host: "0.0.0.0", isEncrypted: false), .exposed(host: "0.0.0.0", isEncrypted: true),
        .zoneAssumed("Etc/UTC"), .databasePooled(location: "db.local/shop"),
        .databaseElsewhere(database: "/home/kim/.local/share/banchan/shops/shop/shop.sqlite", directory: "/srv/shop"),
        .ordersElsewhere(old: "/home/kim/.local/share/banchan/shop.sqlite", new: "/srv/shop/shop.sqlite"),
        .otherShop(database: "/srv/shop/shop.sqlite", directory: "/srv/shop"),
    ]

    @Test func theTableIsMadeFromTheProgramsSentences() throws {
        try GeneratedPart("log", of: "Resources/docs/operating.md").expectOrRewrite(LogDocumentTests.table)
    }

    /// A new kind of problem does not compile here until it has its place above.
    @Test func everyKindOfProblemOfAServerIsInIt() {
        let kinds = (LogDocumentTests.endings + LogDocumentTests.reports).map(LogDocumentTests.kind)
        #expect(Set(kinds) == Set(1...23) && kinds.count == 23)
    }

    @Test func aLineThatSaysThatItIsOverIsNoError() {
        for report in LogDocumentTests.reports {
            let isOver = [.storeIsBack, .messagesDelivered, .printerIsBack("kitchen"), .certificateRenewed].contains(
                report)
            #expect((CommandProblem(report).severity == .info) == isOver, "\(report)")
        }
    }

    private static let table: String = {
        let lines =
            notes.map { ($0.severity == .error ? "end" : "start", $0) } + endings.map { ("end", CommandProblem($0)) }
            + reports.map { ("serving", CommandProblem($0)) }
        let rows = lines.map { place, problem in
            let sentence = Language.english.words.command(problem).replacing(/\d\d-\d\d \d\d:\d\d/, with: "…")
            return "| \(place) | `\(problem.severity.rawValue)` | \(sentence) |\n"
        }
        return "| when | level | line |\n|---|---|---|\n" + rows.joined()
    }()

    private static func kind(_ error: ShopServerError) -> Int {
        switch error {
        case .missingResource: 1
        case .inaccessibleResource: 2
        case .unreadableResource: 3
        case .noSuchPort: 4
        case .unknownHost: 5
        case .portInUse: 6
        case .cannotListen: 7
        case .unusableCertificate: 8
        case .unusableKey: 9
        case .exposedKey: 10
        case .certificateNotRenewed: 11
        case .certificateRenewed: 12
        case .filesPolled: 13
        case .storeTrouble: 14
        case .storeIsBack: 15
        case .messagesWait: 16
        case .messagesDelivered: 17
        case .printerWaits: 18
        case .printerIsBack: 19
        case .charactersReplaced: 20
        case .endedByItself: 21
        case .certificateExpired: 22
        case .certificateNotYetValid: 23
        }
    }
}

import Foundation
import FoundationXML
import ShopServer
import TestSupport
import Testing

/// The film in README shows what a visit shows. If `BANCHAN_WRITE_SCREENS` is set, it is made anew.
@Suite struct VisitDocumentTests {
    private static let themes = ["dark", "light"]

    @Test(arguments: themes) func theVisitIsAsTheFilmShows(_ theme: String) async throws {
        let isWritten = ProcessInfo.processInfo.environment["BANCHAN_WRITE_SCREENS"] != nil
        let (path, present) = (VisitDocumentTests.path(theme), isWritten ? nil : try VisitDocumentTests.text(theme))
        let (shop, files) = (try OrderingServer(), try CopiedShop())
        try Data(#"{"time_zone": "Asia/Seoul"}"#.utf8).write(to: files.url.appending(path: "shop.json"))
        let time = try Date(VisitDocumentTests.time, strategy: .iso8601)
        let server = try await shop.open { configuration in
            configuration.resources = files.url
            configuration.clock = { time }
        }
        let film = try await onOwnThread {
            try Visit(of: server, theme: theme, expected: present.map(ScreenFilm.comparedRows(in:))).film().text
        }
        await server.stop()
        guard let present else { return try Data(film.utf8).write(to: Repository.file(path)) }
        #expect(ScreenFilm.withoutRows(film) == ScreenFilm.withoutRows(present))
        #expect(ScreenFilm.comparedRows(in: film) == ScreenFilm.comparedRows(in: present))
    }

    /// Later than the clock of each terminal, for which the order has therefore just come.
    private static let time = "2099-11-27T03:30:00Z"

    @Test(arguments: themes) func oneSceneAfterTheOtherIsShownAlone(_ theme: String) throws {
        let film = try VisitDocumentTests.text(theme)
        let changes = film.matches(of: /@keyframes scene-(\d+) \{(.*)\}/).map { rule in
            rule.2.matches(of: /(\d+)% \{ visibility: (\w+) \}/).map { (Int($0.1) ?? 0, $0.2 == "visible") }
        }
        let shown = (0..<100).map { percent in
            changes.indices.filter { scene in changes[scene].last { $0.0 <= percent }?.1 == true }
        }
        #expect(shown.allSatisfy { $0.count == 1 })
        #expect(Set(shown.joined()) == Set(changes.indices))
        #expect(shown.map { $0[0] } == shown.map { $0[0] }.sorted())
        #expect(film.matches(of: /\.scene \{ animation: \d+s step-end infinite \}/).count == 1)
        #expect(ScreenFilm.comparedRows(in: film).count == changes.count)
        for scene in 1...changes.count {
            #expect(film.contains("#scene-\(scene) { animation-name: scene-\(scene) }"))
            #expect(film.contains(#"<g class="scene" id="scene-\#(scene)">"#))
        }
    }

    @Test(arguments: themes) func whereMotionIsNotWantedTheFirstSceneStays(_ theme: String) throws {
        let film = try VisitDocumentTests.text(theme)
        let start = try #require(film.firstRange(of: "@media (prefers-reduced-motion: no-preference) {"))
        let (before, after) = (film[..<start.lowerBound], film[start.upperBound...])
        #expect(before.contains(".scene { visibility: hidden }\n#scene-1 { visibility: visible }\n"))
        #expect(!before.contains("animation"))
        let rest = try #require(after.firstRange(of: "\n}\n"))
        #expect(!after[rest.upperBound...].contains("animation"))
    }

    @Test(arguments: themes) func itIsOneSmallFileThatNeedsNoOther(_ theme: String) throws {
        let film = try VisitDocumentTests.text(theme)
        _ = try XMLDocument(data: Data(film.utf8))
        #expect(film.utf8.count < VisitDocumentTests.maxBytes)
        for other in ["<script", "<image", "@import", "@font-face", "url("] { #expect(!film.contains(other)) }
        #expect(film.ranges(of: "://").count == film.ranges(of: "http://www.w3.org/2000/svg").count)
        let rows = Set(film.matches(of: /<g id="(\w+)">/).map(\.1))
        let used = Set(film.matches(of: /<use href="#(\w+)"/).map(\.1))
        #expect(rows == used && !used.isEmpty)
    }

    private static let maxBytes = 500_000

    private static func path(_ theme: String) -> String { "Resources/docs/pictures/visit-\(theme).svg" }
    private static func text(_ theme: String) throws -> String { try Repository.text(path(theme)) }
}

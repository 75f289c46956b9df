import Foundation
import Platform
import Testing

@Suite struct BaseDirectoryTests {
    private static let places: [(BaseDirectory, variable: String, belowHome: String)] = [
        (.cache, "XDG_CACHE_HOME", ".cache"), (.config, "XDG_CONFIG_HOME", ".config"),
        (.data, "XDG_DATA_HOME", ".local/share"), (.state, "XDG_STATE_HOME", ".local/state"),
    ]

    @Test(arguments: places) func itsVariableSaysWhereItIs(
        _ directory: BaseDirectory, _ variable: String, _ belowHome: String
    ) {
        let others = Dictionary(uniqueKeysWithValues: BaseDirectory.variables.map { ($0, "/other") })
        #expect(path(directory, others.merging([variable: "/own"]) { $1 }) == "/own")
    }

    @Test(arguments: places) func elseItIsBelowTheHome(
        _ directory: BaseDirectory, _ variable: String, _ belowHome: String
    ) {
        #expect(path(directory, ["HOME": "/home/a"]) == "/home/a/\(belowHome)")
    }

    @Test(arguments: places, ["", "relative", "./relative", "~/own"]) func aPathThatIsNotAbsoluteIsIgnored(
        _ place: (directory: BaseDirectory, variable: String, belowHome: String), _ wrong: String
    ) {
        #expect(path(place.directory, ["HOME": "/home/a", place.variable: wrong]) == "/home/a/\(place.belowHome)")
        #expect(place.directory.url(in: ["HOME": wrong, place.variable: wrong]) == nil)
        #expect(place.directory.url(in: [place.variable: wrong]) == nil)
    }

    @Test func withoutAnyVariableItIsNowhereOrBelowTheGivenHome() {
        #expect(BaseDirectory.data.url(in: [:]) == nil)
        #expect(BaseDirectory.data.url(in: [:], orBelow: "/root").path == "/root/.local/share")
        #expect(BaseDirectory.data.url(in: ["HOME": "/a"], orBelow: "/root").path == "/a/.local/share")
        #expect(BaseDirectory.state.url(in: ["XDG_STATE_HOME": "/s"], orBelow: "/root").path == "/s")
    }

    @Test(arguments: ["/with space", "/100%25", "/한글", "/a?b#c"]) func everyPathIsTakenLiterally(_ home: String) {
        #expect(path(.cache, ["XDG_CACHE_HOME": home]) == home)
        #expect(path(.cache, ["HOME": home]) == "\(home)/.cache")
    }

    @Test(arguments: [
        ("/own/", "/own"), ("/own//", "/own"), ("/", ""), ("//", ""), ("/한글/", "/한글"), ("/a b/c", "/a b/c"),
    ]) func itsPathHasNoSlashAtItsEnd(_ variable: String, _ expected: String) {
        #expect(BaseDirectory.data.path(in: ["XDG_DATA_HOME": variable]) == expected)
        #expect(BaseDirectory.data.path(in: ["HOME": variable]) == "\(expected)/.local/share")
        #expect(path(.data, ["XDG_DATA_HOME": variable]) == (expected.isEmpty ? "/" : expected))
    }

    private func path(_ directory: BaseDirectory, _ environment: [String: String]) -> String? {
        directory.url(in: environment)?.path
    }
}

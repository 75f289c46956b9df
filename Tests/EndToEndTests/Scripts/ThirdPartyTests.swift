import Foundation
import Testing

/// The list of what is linked into the program, which the Debian package carries.
@Suite(
    .enabled(
        if: Built.hasCheckouts && Installed.hasSwift && Installed.has("dpkg-query", "readelf"),
        "the checkouts of the packages, Swift's tools, dpkg or binutils are missing"))
struct ThirdPartyTests {
    @Test func everyPackageThatTheProductDependsOnIsListedInItsVersion() async throws {
        let list = try await ThirdPartyTests.list.value
        let versions = try ThirdPartyTests.resolvedVersions()
        let packages = try await ThirdPartyTests.manifest().packages(of: "banchan")
        #expect(packages.isSuperset(of: ["grdb.swift", "hummingbird", "swift-nio-ssl", "yams"]))
        for package in packages {
            let version = try #require(versions[package], "\(package)")
            #expect(list.contains("\n\(package) \(version)\n  licence: "), "\(package) \(version)")
        }
    }

    @Test func everyModuleThatTheLinkerWasGivenIsAPartOfSomethingListed() async throws {
        let parts = ThirdPartyTests.words(of: "parts", in: try await ThirdPartyTests.list.value)
        let objects = URL(filePath: Built.banchan + ".product/Objects.LinkFileList")
        let modules = Set(
            try String(contentsOf: objects, encoding: .utf8).matches(of: #/\/([^\/]+)\.build\//#).map { String($0.1) })
        let own = Set(try await ThirdPartyTests.manifest().targets.map(\.name))
        #expect(modules.isSuperset(of: ["NIOCore", "GRDB", "CYaml", "Domain"]))
        #expect(modules.subtracting(own).subtracting(parts) == [])
        #expect(parts.isDisjoint(with: own))
    }

    @Test func theLibrariesOfTheToolchainAndOfTheSystemAreListed() async throws {
        let parts = ThirdPartyTests.words(of: "parts", in: try await ThirdPartyTests.list.value)
        #expect(
            parts.isSuperset(of: ["swiftCore", "dispatch", "Foundation", "FoundationEssentials", "_FoundationICU"]))
        let needed = try await shell("readelf -d \(Built.banchan)").standardOutput
            .matches(of: /NEEDED.*\[(.*)\]/).map { String($0.1) }.filter { !$0.hasPrefix("ld-") }
        #expect(needed.contains("libncursesw.so.6"))
        for library in needed where !parts.contains(library) {
            // One of the toolchain, which is listed by its module.
            #expect(parts.contains(String(library.dropFirst(3).dropLast(3))), "\(library)")
        }
        // What the program loads when it needs it.
        for library in ["libpq.so.5", "libchafa.so.0", "libgdk_pixbuf-2.0.so.0"] {
            #expect(parts.contains(library), "\(library)")
        }
    }

    @Test func theTextOfEachLicenceStandsInTheList() async throws {
        let list = try await ThirdPartyTests.list.value
        let folders = try FileManager.default.contentsOfDirectory(
            at: Built.checkouts, includingPropertiesForKeys: nil)
        let listed = folders.filter { list.contains("\n\($0.lastPathComponent.lowercased()) ") }
        #expect(listed.count > 20)
        for folder in listed {
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            let texts = files.filter { $0.lastPathComponent.contains(/^(LICENSE|NOTICE)/) }
            #expect(!texts.isEmpty, "\(folder.lastPathComponent)")
            for file in texts {
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(list.contains(text), "\(folder.lastPathComponent)/\(file.lastPathComponent)")
            }
        }
        for holder in [
            "Kirill Simonov", "Jean-loup Gailly", "Fedor Indutny", "The OpenSSL Project Authors", "Unicode, Inc.",
        ] {
            #expect(list.contains(holder), "\(holder)")
        }
        for number in ThirdPartyTests.words(of: "texts", in: list) where number != "none" {
            #expect(list.contains("\n---- Text \(number): "), "\(number)")
        }
    }

    @Test func aProgramWithoutTheListOfItsLinkerIsRefused() async throws {
        let output = try await shell("\(script) /bin/true", environment: Installed.toolchain)
        #expect(output.status == 1)
        #expect(output.standardOutput == "")
        #expect(output.standardError.contains("Objects.LinkFileList is missing"))
    }
}

private let script = Repository.file("Resources/debian/third-parties").path

extension ThirdPartyTests {
    /// The list, which is written once for all tests.
    fileprivate static let list = Task {
        let output = try await shell("\(script) \(Built.banchan)", environment: Installed.toolchain)
        try #require(output.status == 0 && output.standardError == "", "\(output.standardError)")
        return output.standardOutput
    }

    /// The words behind a key of the entries, with the lines on which they go on.
    fileprivate static func words(of key: String, in list: String) -> Set<String> {
        var (words, isOn) = (Set<String>(), false)
        for line in list.prefix(upTo: list.firstRange(of: "==== Texts ====")?.lowerBound ?? list.endIndex)
            .split(separator: "\n")
        {
            let start = "  \(key):"
            isOn = line.hasPrefix(start) || (isOn && line.hasPrefix("           "))
            if isOn { words.formUnion(line.replacing(start, with: "").split(separator: " ").map(String.init)) }
        }
        return words
    }

    fileprivate static func resolvedVersions() throws -> [String: String] {
        struct Resolved: Decodable {
            struct Pin: Decodable {
                struct State: Decodable { let version: String }
                let identity: String
                let state: State
            }
            let pins: [Pin]
        }
        let resolved = try JSONDecoder().decode(Resolved.self, from: Data(Repository.text("Package.resolved").utf8))
        return Dictionary(uniqueKeysWithValues: resolved.pins.map { ($0.identity, $0.state.version) })
    }

    fileprivate static func manifest() async throws -> Manifest {
        let scratch = try Scratch()
        let output = try await shell(
            "swift package --package-path \(Repository.root.path) --scratch-path \(scratch.url.path) dump-package",
            environment: Installed.toolchain)
        try #require(output.status == 0, "\(output.standardError)")
        return try JSONDecoder().decode(Manifest.self, from: Data(output.standardOutput.utf8))
    }
}

/// What Package.swift says about targets.
private struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        let dependencies: [[String: [JSONValue?]]]
    }
    let targets: [Target]

    /// Returns the identities of the packages that a target and the targets that it depends on ask for.
    func packages(of name: String) -> Set<String> {
        var (packages, seen, left) = (Set<String>(), Set<String>(), [name])
        while let name = left.popLast() {
            guard seen.insert(name).inserted else { continue }
            for dependency in targets.first(where: { $0.name == name })?.dependencies ?? [] {
                if let package = dependency["product"]?.dropFirst().first??.string {
                    packages.insert(package.lowercased())
                }
                if let target = (dependency["byName"] ?? dependency["target"])?.first??.string { left.append(target) }
            }
        }
        return packages
    }
}

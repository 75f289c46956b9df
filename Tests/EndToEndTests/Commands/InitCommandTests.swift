import ArgumentParser
import Domain
import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct InitCommandTests {
    @Test func aNewShopIsWholeAndCanBeServed() async throws {
        let scratch = try Scratch()
        let shop = scratch.url.appending(path: "my shop/here")
        let made = try await runWithoutTerminal(["init", shop.path])
        #expect(made.status == 0)
        #expect(
            made.standardOutput.hasSuffix("banchan check '\(shop.path)'\nbanchan serve --resources '\(shop.path)'\n"))
        let check = try await runWithoutTerminal(["check", shop.path])
        #expect(check.standardOutput.hasSuffix("\nNothing was found.\n"))
        #expect(check.status == 0)
        let server = try await ServingProgram.banchan(
            database: scratch.url.appending(path: "shop.sqlite").path, ["--resources", shop.path],
            environment: scratch.environment)
        for section in SectionID.menu {
            let body = try await ask(server.url, section.path).body
            #expect(try SectionBody.decode(body, as: Dish.self).count == 3)
        }
        for path in ["juice/menu", "drinks/milk", "api/v2/pokemon/1"] {
            #expect(try await ask(server.url, path).status == 200)
        }
        // All that is said of it is the zone that no file names.
        let zone = TimeZone.current.identifier
        #expect(
            try await server.stop().complaints.split(separator: "\n") == [
                "banchan: shop.json names no time_zone; days are counted in the zone of this machine: \(zone)"
            ])
    }

    /// A service reads the shop that root made as another user.
    @Test(arguments: [("022", 0o755, 0o644), ("077", 0o700, 0o600)])
    func whoMayReadTheShopIsForTheUmaskToSay(_ umask: String, _ directory: Int, _ file: Int) async throws {
        let scratch = try Scratch()
        let made = try await shell("umask \(umask) && '\(Built.banchan)' init '\(scratch.path("new/shop"))'")
        #expect(made.status == 0, "\(made)")
        for (path, mode) in [
            ("new", directory), ("new/shop", directory), ("new/shop/menu", directory), ("new/shop/shop.json", file),
            ("new/shop/menu/main.json", file),
        ] {
            let facts = try FileManager.default.attributesOfItem(atPath: scratch.path(path))
            #expect(facts[.posixPermissions] as? Int == mode, "\(path)")
        }
    }

    @Test(arguments: [("ko_KR.UTF-8", "가게 이름"), ("C.UTF-8", "The name of the shop")])
    func everyFieldIsExplainedAndEveryFileIsAsItsSchemaSays(_ language: String, _ name: String) async throws {
        let scratch = try Scratch()
        let shop = scratch.url.appending(path: "shop")
        #expect(try await runWithoutTerminal(["init", shop.path], environment: ["LANG": language]).status == 0)
        func text(_ path: String) throws -> String {
            try String(contentsOf: shop.appending(path: path), encoding: .utf8)
        }
        let written = try JSONDecoder().decode([String: JSONValue].self, from: Data(text("shop.json").utf8))
        #expect(written["$schema"]?.string == "schemas/shop.json")
        #expect(written["// name"]?.string?.hasPrefix(name) == true)
        let schema = try JSONDecoder().decode([String: JSONValue].self, from: Data(text("schemas/shop.json").utf8))
        for key in (schema["properties"]?.object ?? [:]).keys where !key.hasSuffix("_en") && key != "$schema" {
            #expect(written["// \(key)"] != nil, "\(key)")
            #expect(written[key] != nil || written["//\(key)"] != nil, "\(key)")
        }
        for (file, schema) in [
            ("shop.json", "shop"), ("menu/main.json", "menu-file"), ("menu/soup.json", "menu-file"),
            ("juice/fruits.json", "fruits-file"), ("juice/recipes.json", "recipes-file"),
            ("drinks/drinks.json", "drinks-file"), ("avatars/avatars.json", "avatars-file"),
        ] {
            #expect(try JSONSchema(text("schemas/\(schema).json")).problems(in: text(file)) == [], "\(file)")
        }
        let details = try FileManager.default.contentsOfDirectory(atPath: shop.appending(path: "details").path)
        #expect(!details.isEmpty)
        for detail in details {
            let content = try text("details/\(detail)")
            #expect(try JSONSchema(text("schemas/details-file.json")).problems(in: content) == [])
            #expect(content.contains(#""$schema": "../schemas/details-file.json""#))
        }
    }

    @Test func aDirectoryThatIsNotEmptyIsLeftAsItIs() async throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "notes.txt")
        try Data("mine".utf8).write(to: file)
        let refused = try await runWithoutTerminal(["init", scratch.url.path])
        #expect(refused.status == 1)
        #expect(
            refused.standardError == "banchan: This is not an empty directory: \(scratch.url.path). Name a new one.\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["notes.txt"])
        let korean = try await runWithoutTerminal(["init", file.path], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.status == 1)
        #expect(korean.standardError.contains("빈 디렉터리가 아닙니다: \(file.path)"))
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }

    @Test func anEmptyDirectoryIsFilledAndOneThatCannotBeMadeIsASentence() async throws {
        let scratch = try Scratch()
        #expect(try await runWithoutTerminal(["init", scratch.url.path]).status == 0)
        #expect(FileManager.default.fileExists(atPath: scratch.url.appending(path: "menu/main.json").path))
        let failed = try await runWithoutTerminal(["init", "/proc/banchan"])
        #expect(failed.status == 1)
        #expect(failed.standardError.hasPrefix("banchan: Cannot write into /proc/banchan: "))
    }

    /// Parsed only: a program that took the name of an unset variable for a directory would write into `/`.
    @Test func anEmptyNameIsNoDirectory() {
        #expect { try Init.parse([""]) } throws: { error in
            Init.exitCode(for: error).rawValue == 64
                && Init.message(for: error).contains("The name of the directory is empty.")
        }
    }

    @Test func aFileThatIsThereIsNotReplaced() throws {
        let scratch = try Scratch()
        let path = scratch.path("shop.json")
        try Init.make(path, Data("mine".utf8))
        #expect(throws: POSIXError(.EEXIST)) { try Init.make(path, Data("new".utf8)) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }
}

import Foundation
import TerminalProbe
import TestSupport
import Testing

@testable import Commands

/// Commands print in the encoding of their terminal; files and pipes get UTF-8.
@Suite struct TerminalCharsetTests {
    @Test(arguments: [
        (["LANG": "ko_KR.EUC-KR"], true), (["LC_ALL": "ko_KR.CP949", "LANG": "C.UTF-8"], true),
        (["LC_CTYPE": "ko_KR.euckr@x", "LANG": "C"], true), (["LANG": "ko_KR.UTF-8"], false),
        (["LANG": "ko_KR.utf8"], false), (["LANG": "C"], false), (["LANG": "ko_KR"], false), ([:], false),
        (["LANG": "ko_KR.../etc/passwd"], false), (["LC_ALL": "", "LANG": "ko_KR.EUC-KR"], true),
    ])
    func theLocaleNamesTheEncoding(_ environment: [String: String], _ isNamed: Bool) {
        let charset = TerminalCharset(environment: environment)
        #expect((charset != nil) == isNamed)
        if let charset { #expect(charset.encoded("가지").bytes == [0xB0, 0xA1, 0xC1, 0xF6]) }
    }

    @Test func whatTheEncodingLacksIsAQuestionMarkAndCounted() throws {
        let charset = try #require(TerminalCharset(environment: ["LANG": "ko_KR.EUC-KR"]))
        let (bytes, lacking) = charset.encoded("가🍚 b👩‍👩‍👧é")
        #expect(bytes.starts(with: [0xB0, 0xA1, 0x3F, 0x20, 0x62, 0x3F]))
        #expect(lacking == bytes.count { $0 == 0x3F })
    }

    @Test func aTerminalGetsItsEncodingAndAPipeUTF8() throws {
        let scratch = try Scratch()
        let place = scratch.url.appending(path: "none").path
        for (redirection, isTerminal) in [("", true), ("2>&1 | cat", false)] {
            let program = try ProgramOnTerminal(
                "/bin/sh", arguments: ["-c", "'\(Built.banchan)' check '\(place)' \(redirection)"],
                environment: ["LC_ALL": "ko_KR.EUC-KR", "HOME": scratch.url.path])
            _ = try program.waitForExit()
            let received = program.screen.text.joined()
            #expect(received.contains("가게 자료가 없습니다") == !isTerminal)
        }
    }
}

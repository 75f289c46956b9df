import Testing

@testable import Terminal

struct DesktopNotificationTests {
    private func text(_ title: String, _ body: String, _ sequence: DesktopNotification.Sequence) -> String {
        String(decoding: DesktopNotification(title: title, body: body).bytes(as: sequence), as: UTF8.self)
    }

    @Test func bothSequencesAreAsTerminalsReadThem() {
        #expect(text("새 주문 #1", "잡채", .osc9) == "\u{1B}]9;새 주문 #1: 잡채\u{07}")
        #expect(text("새 주문 #1", "잡채", .osc777) == "\u{1B}]777;notify;새 주문 #1;잡채\u{07}")
    }

    @Test func whatAGuestTypedEndsNoSequenceAndBeginsNoField() {
        let evil = "4;3;\u{07}\u{1B}]0;title\u{9C}\u{1B}\\\n"
        for sequence in DesktopNotification.Sequence.allCases {
            let written = text(evil, evil, sequence)
            let inside = written.dropFirst(2).dropLast()
            #expect(inside.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            #expect(inside.count { $0 == ";" } == (sequence == .osc9 ? 1 : 3))
        }
    }

    @Test func anEndlessTextIsCut() {
        #expect(text(String(repeating: "가", count: 10_000), "", .osc9).unicodeScalars.count < 300)
    }
}

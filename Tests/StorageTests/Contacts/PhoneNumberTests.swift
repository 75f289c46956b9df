import Contacts
import Testing

@Suite struct PhoneNumberTests {
    @Test(arguments: [
        ("01012345678", "010-1234-5678"), ("010-1234-5678", "010-1234-5678"), ("0101234567", "010-123-4567"),
        ("010-123-4567", "010-123-4567"), ("0311234567", "031-123-4567"), ("031-1234-5678", "031-1234-5678"),
        ("021234567", "02-123-4567"), ("02-123-4567", "02-123-4567"), ("0212345678", "02-1234-5678"),
        ("02-12345678", "02-1234-5678"), ("021234-5678", "02-1234-5678"), ("03-123-4567", "03-123-4567"),
        ("  010-1234-5678\t", "010-1234-5678"), ("07012345678", "070-1234-5678"),
        ("050712345678", "0507-1234-5678"), ("0507-123-4567", "0507-123-4567"), ("05051234567", "0505-123-4567"),
        ("15881234", "1588-1234"), ("1661-0000", "1661-0000"), ("18001234", "1800-1234"),
    ])
    func aNumberIsTakenAndWrittenWithHyphens(_ typed: String, _ written: String) throws {
        #expect(try PhoneNumber(typed).description == written)
        #expect(try PhoneNumber(written).description == written)
        #expect(try PhoneNumber(typed) == PhoneNumber(written))
    }

    @Test(arguments: [
        "1012345678", "010", "010-12-5678", "010-12345-678", "010--1234-5678", "010-1234-56789", "0-1234-5678",
        "010 1234 5678", "010-1234-567a", "-010-1234-5678", "010-1234-5678-", "02-12-3456", "02-12345-6789",
        "021-2345-6789", "+1-415-55", "+0-415-555-0100", "０１０-1234-5678", "01-0123-45678", "010\n1234\n5678",
        "1788-1234", "1588-12345", "158-81234", "0507-12345-678", "0509-1234-5678",
    ])
    func whatIsNoNumberIsRefused(_ typed: String) {
        #expect(throws: PhoneNumberError.malformed) { try PhoneNumber(typed) }
    }

    @Test(arguments: [
        ("+82 10-1234-5678", "010-1234-5678"), ("+82-10-1234-5678", "010-1234-5678"),
        ("+821012345678", "010-1234-5678"),
        ("+82 (0)2-123-4567", "02-123-4567"), ("0082 10 1234 5678", "010-1234-5678"),
    ])
    func aNumberThatIsPastedIsReadAsWell(_ typed: String, _ written: String) throws {
        #expect(try PhoneNumber(typed).description == written)
        #expect(PhoneNumber.hyphenated(typed) == written)
        #expect(PhoneNumber.hyphenated(typed, caret: typed.count).caret == written.count)
    }

    @Test(arguments: [
        ("+1 (415) 555-0100", "+14155550100"), ("+44-20-7946-0958", "+442079460958"),
        ("0044 20 7946 0958", "00442079460958"), ("+81 3 1234 5678 x12", "+81312345678"),
    ])
    func aForeignNumberStaysAsItWasWritten(_ typed: String, _ digits: String) throws {
        let number = try PhoneNumber(typed)
        #expect(number.isForeign)
        #expect(number.digits == digits)
        #expect(number.mainNumber == typed.replacing(" x12", with: ""))
        #expect(try PhoneNumber(number.description) == number)
        #expect(PhoneNumber.hyphenated(typed) == typed)
        #expect(try !PhoneNumber("001-234-5678").isForeign)
    }

    @Test(arguments: [
        ("\u{202A}+82 10-1234-5678\u{202C}", "010-1234-5678"), ("\u{FEFF}010-1234-5678\u{200E}", "010-1234-5678"),
        ("\u{2066}02-123-4567\u{2069}", "02-123-4567"),
    ])
    func invisibleMarksAreNotText(_ typed: String, _ written: String) throws {
        #expect(try PhoneNumber(typed).description == written)
    }

    @Test(arguments: [
        "02-123-4567;22", "02-123-4567,22", "02-123-4567 내선 22", "02-123-4567 내선22", "02-123-4567(내선 22)",
        "02-123-4567 ext. 22", "02-123-4567x22", "02-123-4567 #22", "021234567;ext=22", "+82-2-123-4567;22",
    ])
    func anExtensionIsKeptBesideTheNumber(_ typed: String) throws {
        let number = try PhoneNumber(typed)
        #expect(number.digits == "021234567")
        #expect(number.extensionDigits == "22")
        #expect(try PhoneNumber(number.description) == number)
        #expect(try PhoneNumber(PhoneNumber.hyphenated(typed)) == number)
        #expect(try number != PhoneNumber("02-123-4567"))
    }

    /// What follows a complete number belongs to another line, and not to this number.
    @Test(arguments: [
        "02-123-4567/8", "02-123-4567(8)", "02-123-4567.8", "02-123-4567~8", "02-123-4567 8", "02-123-4567-8",
        "02-123-4567, 02-123-4568", "02-123-4567/123-4568", "02-123-4567 031-123-4567", "02-123-4567;1234567",
        "02-123-4567 내선", "02-123-4567;22;33",
    ])
    func nothingIsGluedToACompleteNumber(_ typed: String) {
        #expect(throws: PhoneNumberError.malformed) { try PhoneNumber(typed) }
        #expect(PhoneNumber.hyphenated(typed) == typed, "what was pasted stays to be seen")
    }

    @Test func anExtensionIsNotGluedWhileTheNumberIsEdited() {
        #expect(PhoneNumber.hyphenated("02-123-456;22", caret: 10).text == "02-123-456;22")
        let longer = PhoneNumber.hyphenated("02-123-45678;22", caret: 12)
        #expect(longer.text == "02-1234-5678;22")
        #expect(longer.caret == 12)
        let behind = PhoneNumber.hyphenated("021234567;22", caret: 12)
        #expect(behind.text == "02-123-4567;22")
        #expect(behind.caret == 14)
        #expect(PhoneNumber.hyphenated("+82", caret: 3).text == "+82")
    }

    @Test(arguments: ["", " ", "\t\n", "\u{200E}"]) func nothingIsTold(_ typed: String) {
        #expect(throws: PhoneNumberError.missing) { try PhoneNumber(typed) }
    }

    @Test(arguments: [
        ("", ""), ("0", "0"), ("010", "010"), ("0101", "010-1"), ("0101234", "010-123-4"),
        ("0101234567", "010-123-4567"), ("01012345678", "010-1234-5678"), ("02", "02"), ("021", "02-1"),
        ("021234567", "02-123-4567"), ("0212345678", "02-1234-5678"), ("010-1", "010-1"), ("010-", "010"),
        ("전화 010 1", "010-1"), ("0507", "0507"), ("05071", "0507-1"), ("050712345", "0507-123-45"),
        ("050712345678", "0507-1234-5678"), ("1588", "1588"), ("15881", "1588-1"), ("15881234", "1588-1234"),
    ])
    func hyphensComeByThemselvesWhileTyping(_ typed: String, _ shown: String) {
        #expect(PhoneNumber.hyphenated(typed) == shown)
    }

    @Test(arguments: [("0101", 4, 5), ("0101", 3, 3), ("0101", 0, 0), ("010-1", 5, 5), ("01012345678", 7, 8)])
    func theCaretStaysBehindItsDigit(_ typed: String, _ caret: Int, _ place: Int) {
        #expect(PhoneNumber.hyphenated(typed, caret: caret).caret == place)
    }
}

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
        "021-2345-6789", "+82-10-1234-5678", "０１０-1234-5678", "01-0123-45678", "010\n1234\n5678",
        "1788-1234", "1588-12345", "158-81234", "0507-12345-678", "0509-1234-5678",
    ])
    func whatIsNoNumberIsRefused(_ typed: String) {
        #expect(throws: PhoneNumberError.malformed) { try PhoneNumber(typed) }
    }

    @Test(arguments: ["", " ", "\t\n"]) func nothingIsTold(_ typed: String) {
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

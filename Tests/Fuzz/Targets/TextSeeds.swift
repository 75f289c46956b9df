/// Short examples of cards, events and keys as telephones, servers and terminals send them.
enum TextSeeds {
    static let cards =
        [
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1\r\nFN;LANGUAGE=ko:김\\, 지\r\n"
                + " 훈\r\nTEL;VALUE=uri;PREF=1;TYPE=\"voice,cell\":tel:+82-10-1234-5678;ext=1\r\nEND:VCARD\r\n",
            "\u{FEFF}begin:vcard\nversion:3.0\nN:김;지훈;;;\nitem1.TEL;TYPE=HOME:02-123-4567\nitem2.TEL;type=CELL;type=pref:"
                + "010 1234 5678\nPHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgoA\nNOTE:두\\n줄\\, 하나\\;\nend:vcard",
            "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=EA=B9=80;=EC=A7=80\nTEL;PREF;WORK:15881234\n"
                + "NOTE;ENCODING=BASE64:64uo6rOo\n\nADR;HOME;CHARSET=EUC-KR;ENCODING=QUOTED-PRINTABLE:;;=BC=AD=BF=EF, 1;;;;\n"
                + "END:VCARD\n",
            "BEGIN:VCARD\nORG:A;B\nAGENT:\nBEGIN:VCARD\nN:B\nEND:VCARD\nTEL;PREF=2:+1 415-555-0100\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\n b\n"
                + "x.UID;X=1:a\nPHOTO:data:image/png\\;base64\\,iVBO\nRw0K GgoA\nBEGIN:VCARD\nEND:VCARD\nEND:VCARD\n",
            "BEGIN:VCARD\nFN:A\nTEL:01012345678\nSORT-STRING:x\nPHOTO:data:image/png;base64,iVBORw0KGgo=\nEND:VCARD\nx",
        ].map { Array($0.utf8) } + [
            // EUC-KR, and UTF-16 without a byte order mark.
            Array("BEGIN:VCARD\nFN:".utf8) + [0xB1, 0xE8] + Array("\nTEL:01012345678\nEND:VCARD\n".utf8),
            "BEGIN:VCARD\nFN:김\nTEL:01012345678\nEND:VCARD\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        ]

    static let events = [
        "retry: 2000\nid: 7\nevent: section\ndata: {\"section\":\"woowa/main\",\"version\":3}\n\n: alive\n\n",
        "\u{FEFF}data: one\r\ndata:two\rdata\n\ndata: three\r\n\r\nid\nevent:x\ndata\n\n",
    ].map { Array($0.utf8) }

    static let keys = [
        "가\u{1B}[Ab\u{1B}[6~한\u{1B}[200~글 q\u{1B}[201~\u{1B}[1;2Dㅋ\rq", "\u{1B}[<0;12;7M\u{1B}[<64;1;1m\u{1B}[M !!",
        "\u{1B}]11;rgb:ffff/0000/1111\u{7}\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}_Gi=1;OK\u{1B}\\\u{1B}[?62;4c\u{1B}[6;20;10t",
        "\u{1B}Oq\u{1B}OM\u{1B}]lq\u{1B}\\\u{1B}P1$r0q\u{1B}\\\u{1B}P!|7E\u{1B}\\\u{1B}[M \u{0}!\u{1B}[[B\u{1B}[200~\u{1B}[20\u{1B}[201~",
        "\u{1B}OP\u{1B}[?2026;2$y\u{1B}[?1;0;256S\u{1B}\u{1B}[A\u{3}",
    ].map { Array($0.utf8) }
}

extension Fault {
    /// Redirects, most of which lead to no answer.
    static func redirects(of answer: ValidResponse) -> [Fault] {
        func redirect(_ status: String, _ location: [UInt8]) -> [UInt8] {
            Array("HTTP/1.1 \(status)\r\nLocation: ".utf8) + location + Array("\r\nContent-Length: 0\r\n\r\n".utf8)
        }
        let nowhere = [
            "", "/again", "?again", "#again", ".", "//[::1]/x", "//[::1", "//", "///x", "http://", "http:///x",
            "http:x",
            "::::", "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "javascript:alert(1)", "data:,x",
            "about:blank", "unix:/tmp/x", "https://127.0.0.1:1/", "http://127.0.0.1:1/", "http://127.0.0.1:0/",
            "http://127.0.0.1:99999/", "http://127.0.0.1:-1/", "http://user:word@127.0.0.1:1/", "http://a b/",
            "http://[::1%25lo]:1/",
            "http://%00/", "http://xn--/", "/a\u{1B}[31m", "/%zz", "http://127.0.0.1:1:1/", "\\\\127.0.0.1\\x",
        ].map { Fault("302 to “\($0)”", .fails, .bytes(redirect("302 Found", Array($0.utf8)))) }
        let statuses = ["300 Many", "301 Moved", "302 Found", "303 Other", "305 Proxy", "306 X", "307 T", "308 P"]
        let loops = statuses.map { Fault("loop of \($0)", .fails, .bytes(redirect($0, Array("/again".utf8)))) }
        let elsewhere = statuses.map {
            Fault("\($0) to elsewhere", .ends, .bytes(redirect($0, Array(FaultyServer.elsewhere.utf8))))
        }
        let bodies = [("endless", Step.pour(letters)), ("slow", .drip([32])), ("silent", .wait)].map { name, step in
            Fault(
                "302 with a \(name) body", .ends,
                .text(
                    "HTTP/1.1 302 Found\r\nLocation: \(FaultyServer.elsewhere)\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n"
                ),
                step)
        }
        return nowhere + loops + elsewhere + bodies + [
            Fault("302 without a place", .fails, .text("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")),
            Fault("302 to 100 KiB", .fails, .bytes(redirect("302 Found", [47] + letters.prefix(100 << 10)))),
            Fault("302 to what is no UTF-8", .fails, .bytes(redirect("302 Found", [47, 0xFF, 0xFE]))),
            Fault(
                "302 to two places", .fails,
                .text("HTTP/1.1 302 Found\r\nLocation: /again\r\nLocation: /more\r\nContent-Length: 0\r\n\r\n")),
        ]
    }
}

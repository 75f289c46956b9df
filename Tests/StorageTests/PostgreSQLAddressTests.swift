import Storage
import Testing

/// Addresses of databases, as they are parsed and displayed.
@Suite struct PostgreSQLAddressTests {
    @Test(arguments: [
        ("postgres://shop@db.local/shop", "postgres://shop@db.local/shop", false),
        ("postgresql://db.local:5433/shop", "postgresql://db.local:5433/shop", false),
        ("postgres://shop:geheim@db.local/shop", "postgres://shop@db.local/shop", true),
        ("postgres://shop:ge@heim@a:1,b:2/shop", "postgres://shop@a:1,b:2/shop", true),
        ("postgres://db.local/shop?user=shop&password=geheim", "postgres://db.local/shop", true),
        (
            "postgres://shop@/shop?host=/run/postgresql&sslmode=verify-full&sslpassword=geheim",
            "postgres://shop@/shop?host=/run/postgresql&sslmode=verify-full", true
        ),
    ])
    func whatIsShownOfAnAddressHasNoSecretInIt(_ text: String, _ shown: String, _ hasPassword: Bool) throws {
        let address = try #require(PostgreSQLAddress(text))
        #expect(address.description == shown)
        #expect(address.hasPassword == hasPassword)
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!"\(address)".contains("geheim"))
        #expect(!dumped.contains("heim"))
    }

    @Test(arguments: ["shop.sqlite", "/tmp/postgres", "http://db.local/shop", "postgres:/db", "postgres://a b/c", ""])
    func nothingElseIsAnAddress(_ text: String) {
        #expect(PostgreSQLAddress(text) == nil)
    }
}

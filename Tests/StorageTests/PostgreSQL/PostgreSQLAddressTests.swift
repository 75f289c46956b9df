import Storage
import Testing

/// Addresses of databases, as they are parsed and displayed.
@Suite struct PostgreSQLAddressTests {
    @Test(arguments: [
        ("postgres://shop@db.local/shop", "postgres://db.local/shop"),
        ("postgresql://db.local:5433/shop", "postgres://db.local:5433/shop"),
        ("postgres://shop@a:1,b:2/shop?sslmode=verify-full", "postgres://a:1,b:2/shop"),
        ("postgres://shop@[::1]:1/shop", "postgres://[::1]:1/shop"),
        ("host=db.local port=5433 user=shop dbname=shop", "postgres://db.local:5433/shop"),
        ("user=shop", "postgres://"),
        ("postgres://shop@/shop?host=/run/postgresql&sslmode=verify-full", "postgres:///run/postgresql/shop"),
    ])
    func ofAnAddressHostPortAndNameAreShown(_ text: String, _ shown: String) throws {
        #expect(PostgreSQLAddress.isAddress(text))
        #expect(try PostgreSQLAddress(text).description == shown)
    }

    @Test(arguments: [
        "postgres://shop:geheim@db.local/shop", "postgres://shop:ab#geheim@127.0.0.1:1/x",
        "postgres://shop:ab?geheim@127.0.0.1:1/x", "postgres://db.local/shop?user=shop&password=geheim",
        "postgres://shop@/shop?host=/run/postgresql&sslpassword=geheim",
        "host=127.0.0.1 port=1 user=shop dbname=x password=geheim", "password = geheim host=a",
    ])
    func anAddressWithAPasswordIsRefused(_ text: String) {
        #expect(PostgreSQLAddress.isAddress(text))
        #expect(throws: PostgreSQLAddress.Problem.hasPassword) { try PostgreSQLAddress(text) }
    }

    @Test(arguments: [
        "postgres://shop:ab/geheim@127.0.0.1:1/x", "postgres://shop:12/geheim@127.0.0.1:1/x",
        "postgres://shop:ab/geheim", "postgres://shop/ge#heim", "postgres://a%20b/c", "postgres://a/b%20c",
        "postgres://a/b%3Ac", "postgres://a/b%2Fc", "postgres://[::1%2F]/c", "postgres://a/b%1Bc", "postgres://a%40b/c",
        "host='a b' dbname=c", "host=a:b dbname=c", "host=a dbname=b/c", "host=a port=1x", "hostaddr=a@b host=c",
        " postgres://db.local/shop", "Postgres://db.local/shop", "POSTGRESQL://db.local/shop",
        "postgres:shop@db.local/shop", "mysql://db.local/shop", "shop@db.local://x", "postgres://a b/c?x=y",
        "postgres://a/b?sslmod=require", "user:geheim@db.local/shop",
    ])
    func whatIsNoUsableAddressIsRefused(_ text: String) {
        #expect(PostgreSQLAddress.isAddress(text))
        #expect(throws: PostgreSQLAddress.Problem.invalid) { try PostgreSQLAddress(text) }
    }

    @Test(arguments: ["shop.sqlite", "/tmp/postgres", "./a:b", "data/shop", "", "1:2"])
    func anythingElseIsAPath(_ text: String) { #expect(!PostgreSQLAddress.isAddress(text)) }
}

import Domain
import Foundation
import ShopServer
import Storage
import TerminalProbe
import TerminalText
import TestSupport
import Testing

/// Guests who connect to a real sshd on loopback.
@Suite(
    .enabled(if: Installed.has("sshd", "ssh", "ssh-agent", "ssh-keygen", "scp", "sftp"), "openssh-server is missing"))
struct GuestTests {
    @Test func eachOfTwoGuestsHasASessionAndComesBackToIt() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let sshd = try await SSHServer(shop: server.url, ["--most", "2"])
        try await onOwnThread {
            let (named, nameless) = (try sshd.guest(.named), try sshd.guest(.nameless))
            for guest in [named, nameless] {
                try guest.waitUntilSettled()
                #expect(guest.screen.line(0).contains("4 주문"))
                #expect(!guest.shows("연락처"))
            }
            let third = try waitFor { try await sshd.run(["menu"], .nameless) }
            #expect(third.status == 2)
            #expect(third.standardError == "banchan: 지금은 자리가 없습니다. 잠시 뒤에 다시 와 주세요.\n")

            try named.press("+")
            try named.openOrderForm()
            try named.wait(forText: "이름      지훈")
            try named.press("enter", "enter")
            try named.wait(forText: "주문이 접수됐습니다.")
            try nameless.press("down")
            try nameless.orderOne(for: "길동")
            try named.buyADrink()
            try nameless.press("3")
            try nameless.wait(forText: "잔액 0원")
            #expect(!nameless.screen.line(0).contains(" x1"))
            #expect(named.screen.line(0).contains("4 주문 x1"))

            // The money is returned however the connection ends.
            try nameless.press("f")
            try nameless.wait(forText: "잔액 5,000원")
            nameless.terminal.hangUp()
            try named.terminal.signal(SIGKILL)
            try waitFor { try await wait { sshd.visits.isEmpty } }
            let again = try sshd.guest(.named)
            try again.wait(for: "the same cart") { $0.line(0).contains("4 주문 x1") }
            try again.press("3")
            try again.wait(forText: "구매한 음료 1")
            try again.wait(forText: "잔액 0원")
            try again.press("q")
            #expect(try again.waitForExit() == .exited(0))
        }
        #expect(try await shop.orders().map(\.who).prefix(2) == ["지훈", "길동"])
        #expect(sshd.knownGuests.count == 2)
        try await sshd.stop()
        await server.stop()
    }

    /// How a guest got an order is remembered for the guest's key, and for nobody else.
    @Test func whatAGuestEnteredIsOfferedToThatGuestAlone() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let sshd = try await SSHServer(shop: server.url)
        let phone = "010-2345-9876"
        try await onOwnThread {
            let first = try sshd.guest(.named)
            try first.waitUntilSettled()
            try first.openOrderForm()
            try first.press("tab", "tab", "right")
            try first.wait(forText: "전화")
            try first.press("tab", .text(phone))
            try first.wait(forText: phone)
            try first.press("tab", .text("서울시 은평구 7"))
            try first.wait(forText: "서울시 은평구 7")
            try first.press("enter")
            try first.wait(forText: "18,900원 주문하기")
            try first.press("enter")
            try first.wait(forText: "주문이 접수됐습니다.")
            try first.press("q")
            _ = try first.waitForExit()
            let other = try sshd.guest(.nameless)
            try other.waitUntilSettled()
            try other.openOrderForm()
            try other.press(.text("길동"), "tab", "tab", "tab", "right")
            try other.wait(forText: "전화")
            #expect(!other.shows(phone))
            other.terminal.hangUp()
            let again = try sshd.guest(.named)
            try again.waitUntilSettled()
            try again.openOrderForm()
            try again.wait(forText: phone)
            #expect(again.shows("서울시 은평구 7"))
            again.terminal.hangUp()
        }
        let orders = try await shop.orders()
        #expect(orders.map(\.handover.phone) == [PlainText(phone)])
        // Only its owner reads what is remembered.
        let files = try sshd.files(named: "last-handover.json")
        #expect(files.count == 1)
        for file in files {
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        try await sshd.stop()
        await server.stop()
    }

    @Test func noKeyAndNothingThatTheClientSaysLeadsOut() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let sshd = try await SSHServer(shop: server.url)
        try await onOwnThread {
            let outside = sshd.scratch.path("outside")
            let variables = [
                "TERMINFO": outside, "LD_PRELOAD": "\(outside).so", "XDG_STATE_HOME": outside,
                "XDG_CONFIG_HOME": outside,
                "BANCHAN_KEEPER_TOKEN": OrderingServer.keeperToken, "BANCHAN_GUEST": "지훈", "TERM": "../../outside",
            ]
            let guest = try sshd.guest(.nameless, ["-A", "-X"], environment: variables)
            try guest.waitUntilSettled()
            #expect(!guest.shows("가게 주인"))
            #expect(!guest.shows("ld.so"))
            #expect(!FileManager.default.fileExists(atPath: outside))
            // Control characters that would send signals, and the client's own escape keys.
            try guest.type([0x1A, 0x1C, 0x13, 0x11, 0x00])
            try guest.type(Array("\n~^Z~.~C".utf8))
            try guest.resize(columns: 44, rows: 14)
            try guest.wait(for: "the small shop") { $0.line(13).hasPrefix("─") }
            try guest.resize(columns: 100, rows: 30)
            try guest.wait(for: "the wide shop") { $0.line(29).hasPrefix("─") }
            // Text after a line end is a paste, and so is what follows it closely.
            try guest.wait(for: "the keys to act again") { _ in
                try guest.press("?")
                return try guest.pump(milliseconds: 200) && guest.shows("모든 목록")
            }
            try guest.press("escape")
            try guest.wait(untilGone: "모든 목록")
            // The palette offers no command that stops the program, writes a file or changes a setting.
            for name in ["멈추기", "설정", "내보내기", "config", "export"] {
                try guest.press(":")
                try guest.type(Array(name.utf8))
                try guest.wait(forText: "검색 결과가 없습니다.")
                try guest.press("escape")
            }
            try guest.flood()
            try guest.press("escape", "escape", "g")
            try guest.wait(forText: "메인반찬")
            try guest.press("o")
            try guest.wait(forText: "주문하기")
            #expect(guest.shows("길동") == false)
            try guest.press("ctrl-c")
            #expect(try guest.waitForExit() == .exited(0))
            #expect(!guest.screen.isAlternateScreen)
        }
        try await wait { sshd.visits.isEmpty }
        try await sshd.stop()
        await server.stop()
    }

    @Test func onlyWhatIsForSaleIsPrintedAndNothingIsForwarded() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let sshd = try await SSHServer(shop: server.url)
        let menu = try await sshd.run(["menu", "--json"])
        #expect(menu.status == 0)
        #expect(try JSONSchema(named: "menu").problems(in: menu.standardOutput) == [])
        let drinks = try await sshd.run(["drinks --lang en"], .nameless)
        #expect(drinks.status == 0)
        #expect(drinks.standardOutput.contains("Strawberry"))
        for command in [
            "sh", "menu; id", "menu\nid", "menu $(touch \(sshd.scratch.path("outside")))", "menu --follow",
            "orders --csv", "orders --receipt 1", "orders --json --json",
        ] {
            let output = try await sshd.run([command])
            #expect(output.status == 64, "\(command)")
            #expect(output.standardOutput.isEmpty)
            // The machine's own login files may have said something before.
            let said = output.standardError.split(separator: "\n").last
            #expect(said?.hasPrefix("banchan: 여기서는 가게를 열거나") == true, "\(output.standardError)")
        }
        let outside = sshd.scratch.path("outside")
        let target = "\(NSUserName())@127.0.0.1"
        let copied = try await sshd.run(["-O", sshd.scratch.path("keys"), "\(target):\(outside)"], by: "scp")
        #expect(copied.status != 0)
        let moved = try await sshd.run(["-b", "/dev/null", target], by: "sftp")
        #expect(moved.status != 0)
        let forwarded = try await sshd.run([], .named, ["-W", "127.0.0.1:\(server.port)"])
        #expect(forwarded.status == 255)
        #expect(forwarded.standardError.hasPrefix("stdio forwarding failed"))
        let remote = try await sshd.run([], .named, ["-N", "-R", "0:127.0.0.1:9", "-o", "ExitOnForwardFailure=yes"])
        #expect(remote.status == 255)
        let impatient = try await SSHServer(shop: server.url, unusedSeconds: 1)
        let idle = try await impatient.run([], .named, ["-N"])
        #expect(idle.status == 255, "a connection that nothing is done with is closed")
        try await impatient.stop()
        let stranger = try await sshd.run(["menu"], .stranger)
        #expect(stranger.status == 255)
        let noTerminal = try await sshd.run([])
        #expect(noTerminal.status == 1)
        #expect(!FileManager.default.fileExists(atPath: outside))
        #expect(sshd.visits.isEmpty)
        try await sshd.stop()
        await server.stop()
    }

    @Test func guestsSeeAndFollowTheirOwnOrdersOnly() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let sshd = try await SSHServer(shop: server.url)
        try await onOwnThread {
            for (key, name) in [(SSHServer.Key.named, nil), (.nameless, "길동")] {
                let guest = try sshd.guest(key)
                try guest.waitUntilSettled()
                if let name {
                    try guest.orderOne(for: name)
                } else {
                    try guest.openOrderForm()
                    try guest.press("enter", "enter")
                    try guest.wait(forText: "주문이 접수됐습니다.")
                }
                try guest.press("q")
                #expect(try guest.waitForExit() == .exited(0))
            }
        }
        for (key, who) in [(SSHServer.Key.named, "지훈"), (.nameless, "길동")] {
            for command in ["orders --mine --json", "orders --json"] {
                let output = try await sshd.run([command], key)
                #expect(output.status == 0, "\(output.standardError)")
                #expect(try JSONDecoder().decode(Order.self, from: Data(output.standardOutput.utf8)).who.string == who)
            }
        }
        let streams = server.requests["/events", default: 0]
        async let followed = sshd.run(["orders --follow --lang en"])
        try await wait { server.requests["/events", default: 0] > streams }
        try await onOwnThread {
            try server.move(1, from: .received, to: .preparing)
            try server.move(1, from: .preparing, to: .ready)
            try server.move(1, from: .ready, to: .handedOver)
        }
        let output = try await followed
        #expect(output.status == 0, "\(output.standardError)")
        let lines = output.standardOutput.split(separator: "\n")
        #expect(lines.first?.contains("State") == true)
        #expect(lines.last?.contains("handed over") == true)
        #expect(!output.standardOutput.contains("길동"))
        try await sshd.stop()
        await server.stop()
    }

    @Test func neitherAgentNorDisplayIsForwarded() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let sshd = try await SSHServer(shop: server.url)
        let configuration = try await sshd.configuration()
        #expect(
            configuration.isSuperset(of: [
                "disableforwarding yes", "allowtcpforwarding no", "allowstreamlocalforwarding no",
                "allowagentforwarding no", "x11forwarding no", "permittunnel no", "gatewayports no", "permituserrc no",
                "permituserenvironment BANCHAN_GUEST", "passwordauthentication no",
            ]), "\(configuration.sorted())")
        #expect(!configuration.contains { $0.hasPrefix("subsystem ") })
        // The client reports the refusal only in verbose mode.
        let display = try await sshd.run(["menu"], .named, ["-v", "-Y"], environment: ["DISPLAY": "127.0.0.1:9"])
        #expect(display.status == 0)
        #expect(display.standardError.contains("X11 forwarding request failed"))
        let socket = sshd.scratch.path("agent")
        // ssh-agent closes all inherited descriptors, including the one by which Foundation tells that it is running,
        // so a shell starts it.
        let agent = try RunningProgram(
            "/bin/sh", ["-c", "/usr/bin/ssh-agent -D -a \"$0\" >/dev/null & echo $!; wait", socket], environment: [:])
        let process = try #require(Int32(try await agent.firstLine()))
        try await wait { FileManager.default.fileExists(atPath: socket) }
        let before = GuestTests.agents
        try await onOwnThread {
            let guest = try sshd.guest(.named, ["-A"], environment: ["SSH_AUTH_SOCK": socket])
            try guest.wait(forText: "연결됨")
            #expect(GuestTests.agents == before)
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        kill(process, SIGKILL)
        agent.signal(SIGKILL)
        _ = try await agent.ended()
        try await sshd.stop()
        await server.stop()
    }

    /// The agent sockets that are forwarded by any sshd on this machine.
    private static var agents: Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
        return Set(names.filter { $0.hasPrefix("ssh-") })
    }

    @Test func oneGuestTakesOnlySoManyPlaces() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let sshd = try await SSHServer(shop: server.url, ["--each", "1"])
        try await onOwnThread {
            let guest = try sshd.guest(.named)
            try guest.wait(forText: "연결됨")
            let (again, other) = try waitFor { (try await sshd.run(["menu"]), try await sshd.run(["menu"], .nameless)) }
            #expect(again.status == 2)
            #expect(
                again.standardError == "banchan: 한 손님은 한 번에 1곳까지 들어올 수 있습니다. 열어 둔 곳에서 나간 뒤에 다시 와 주세요.\n")
            #expect(other.status == 0)
            try guest.press("q")
            #expect(try guest.waitForExit() == .exited(0))
        }
        #expect(try await sshd.run(["menu"]).status == 0)
        try await sshd.stop()
        await server.stop()
    }

    /// sshd tells `banchan guest` where the guest comes from, and that tells the server.
    @Test func oneGuestWhoIsLimitedLimitsNoOther() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open {
            $0.limits.changes = 2
            $0.guestToken = Secret("token-of-the-guests")
        }
        let token = try shop.scratch.secret("token-of-the-guests\n")
        let sshd = try await SSHServer(shop: server.url, ["--address-token-file", token])
        try await onOwnThread {
            let forged = ["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 2", "SSH_CLIENT": "192.0.2.1 1 2"]
            let busy = try sshd.guest(.named, ["-b", "127.0.0.2"])
            try busy.wait(forText: "연결됨")
            try busy.press("3", "t", "t")
            try busy.wait(forText: "잔액 2,000원")
            try busy.press("t")
            try busy.wait(forText: "가게가 바쁩니다.")
            let again = try sshd.guest(.nameless, ["-b", "127.0.0.2"], environment: forged)
            try again.wait(forText: "연결됨")
            try again.press("3", "t")
            try again.wait(forText: "가게가 바쁩니다.")
            let other = try sshd.guest(.nameless, ["-b", "127.0.0.3"])
            try other.wait(forText: "연결됨")
            try other.press("3", "t")
            try other.wait(forText: "잔액 1,000원")
            for guest in [busy, again, other] { guest.terminal.hangUp() }
            try waitFor { try await wait { sshd.visits.isEmpty } }
        }
        try await sshd.stop()
        await server.stop()
    }

    @Test func whoDoesNothingIsWarnedLoggedOutAndGetsTheMoneyBack() async throws {
        let shop = try OrderingServer()
        let server = try await shop.open()
        let sshd = try await SSHServer(shop: server.url, ["--idle", "4"])
        try await onOwnThread {
            let guest = try sshd.guest(.nameless)
            try guest.wait(forText: "연결됨")
            try guest.press("3", "t")
            try guest.wait(forText: "초 뒤에 나갑니다.")
            #expect(try guest.waitForExit() == .exited(0))
            #expect(!guest.screen.isAlternateScreen)
            #expect(guest.shows("오래 자리를 비우셔서 나왔습니다."))
            #expect(guest.shows("음료 기계에 있던 1,000원을 돌려드렸습니다."))
        }
        try await sshd.stop()
        await server.stop()
    }
}

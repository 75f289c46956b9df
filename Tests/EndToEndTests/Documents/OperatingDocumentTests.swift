import Foundation
import TerminalProbe
import TestSupport
import Testing

/// The blocks of Operating that only root can run, in a fresh system.
@Suite(
    .enabled("only root can make a fresh system") { await FreshSystem.isPossible() },
    .enabled(
        if: Installed.has("apt-get", "dpkg-deb", "chrpath", "curl", "sshd", "ssh", "ssh-keygen"),
        "apt, dpkg-dev, chrpath, curl or openssh-server is missing"),
    .enabled(if: Built.hasCheckouts && Installed.hasSwift, "the checkouts of the packages or Swift's tools are missing")
)
struct OperatingDocumentTests {
    @Test func aShopIsInstalledAndServedToGuestsBySSH() async throws {
        let package = try await DebianPackage.path.value
        let name = URL(filePath: package).lastPathComponent
        let install = try block("## Install", "sh").text.replacing("Resources/debian/build", with: "echo /tmp/\(name)")
        let guests = try block("## Guests by ssh", "sh").text.split(separator: "\n")
        try #require(guests.count == 3)
        let key = String(guests[0]).replacing("ssh-ed25519 AAAA...", with: "'$(cat /root/key.pub)'")
        let script = """
            {
                set -e
                \(install)
                \(try block("## The service", "sh").text)
                mkdir -p /etc/systemd/system/banchan.service.d
                # What `systemctl edit banchan` does.
                cat >/etc/systemd/system/banchan.service.d/override.conf <<'END'
            \(try block("## The service", "ini").text)
            END
                banchan init /srv/shop
                ssh-keygen -q -t ed25519 -N '' -f /root/key
                echo 127.0.0.1 shop.local >>/etc/hosts
                mkdir -p /run/sshd
                \(key)
                \(guests[1])
                until curl -sf http://127.0.0.1:8080/ready; do sleep 0.1; done
                until grep -q 'Server listening' /var/log/banchan-ssh.log; do sleep 0.1; done
            } >/tmp/log 2>&1 || { tail -n 20 /tmp/log; exit 1; }
            alias ssh='ssh -i /root/key -o StrictHostKeyChecking=no -o LogLevel=ERROR'
            shopt -s expand_aliases
            eval "$(cat <<'END'
            \(guests[2])
            END
            )"
            set -a; . /etc/default/banchan; set +a
            banchan orders --server http://127.0.0.1:8080 --json
            apt-get purge -y banchan >/tmp/log 2>&1 || cat /tmp/log
            ls /etc/banchan /usr/bin/banchan /usr/share/doc/banchan || echo 'All is gone.'
            """
        let line = FreshSystem.command(script, files: [package])
        try await onOwnThread {
            let program = try ProgramOnTerminal("/bin/bash", arguments: ["-c", line], columns: 100, rows: 30)
            try program.wait(forText: "connected", within: 240)
            try program.wait(forText: "15,900원")
            try program.press("o")
            try program.wait(forText: "Name      지훈")
            try program.press("enter", "enter")
            try program.wait(forText: "Your order is placed.")
            try program.press("q")
            try program.wait(forText: #""section":"main""#)
            try program.wait(forText: "All is gone.", within: 120)
            let status = try program.waitForExit()
            #expect(status == .exited(0))
        }
    }

    private func block(_ heading: String, _ language: String) throws -> DocumentBlock {
        let blocks = try Document("Resources/docs/operating.md").blocks
        return try #require(blocks.first { $0.heading == heading && $0.language == language })
    }
}

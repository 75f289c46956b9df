import Foundation
import TestSupport
import Testing

/// The Debian package.
@Suite(
    .enabled(
        if: Installed.has("dpkg-deb", "dpkg-shlibdeps", "chrpath", "strip"), "dpkg-dev, chrpath or binutils is missing"),
    .enabled(if: Built.hasCheckouts && Installed.hasSwift, "the checkouts of the packages or Swift's tools are missing")
)
struct PackageTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(components: "..", "..", "..").standardizedFileURL.path

    @Test func thePackageIsInstalledUsedRemovedAndPurgedWithoutATrace() async throws {
        let scratch = try Scratch()
        let package = try await DebianPackage.path.value
        let root = scratch.url.appending(path: "root").path
        let dpkg =
            "dpkg --root=\(root) --log=/dev/null --force-not-root --force-script-chrootless --force-depends "
        try await expectSuccess(
            "mkdir -p \(root)/var/lib/dpkg/{info,updates} \(root)/etc/systemd/system/multi-user.target.wants && touch \(root)/var/lib/dpkg/{status,available}"
        )
        let before = try await shell(dpkg + "-l; find \(root) -not -path '*/dpkg*' | sort")
        try await expectSuccess(dpkg + "-i \(package)")

        let program = "\(root)/usr/bin/banchan"
        #expect(try await shell("\(program) --version").standardOutput.hasPrefix("0."))
        let menu = try await shell("\(program) menu --json")
        #expect(try JSONSchema(named: "menu").problems(in: menu.standardOutput) == [])
        let doctor = try await shell("\(program) doctor --json")
        #expect(doctor.standardOutput.contains("\(root)/usr/bin/../share/banchan"))
        for file in [
            "share/man/man1/banchan.1.gz", "share/man/man1/banchan-order.1.gz", "share/banchan/schemas/menu.json",
            "share/bash-completion/completions/banchan", "share/zsh/vendor-completions/_banchan",
            "share/fish/vendor_completions.d/banchan.fish", "share/doc/banchan/copyright",
            "share/doc/banchan/third-parties",
            "share/doc/banchan/examples/haproxy.cfg", "lib/systemd/system/banchan.service",
            "lib/systemd/system/banchan@.service", "lib/systemd/system/banchan-ssh.service",
            "../etc/banchan/sshd_config",
        ] {
            #expect(FileManager.default.fileExists(atPath: "\(root)/usr/\(file)"), "\(file)")
        }
        let token = "\(root)/etc/banchan/guest-token"
        let facts = try FileManager.default.attributesOfItem(atPath: token)
        #expect(facts[.posixPermissions] as? Int == 0o400)
        let secret = try String(contentsOfFile: token, encoding: .utf8)
        #expect(secret.wholeMatch(of: /[A-Za-z0-9+\/]{32}\n/) != nil)
        let guests = try FileManager.default.attributesOfItem(atPath: "\(root)/etc/banchan/guests")
        #expect(guests[.posixPermissions] as? Int == 0o644)
        // Installed again, it stays: the server and the guests' sshd have read it.
        try await expectSuccess(dpkg + "-i \(package)")
        #expect(try String(contentsOfFile: token, encoding: .utf8) == secret)

        // The service's data is kept until the package is purged.
        try await expectSuccess("mkdir -p \(root)/var/lib/banchan && echo x >\(root)/var/lib/banchan/shop.sqlite")
        // What systemctl makes when the units are enabled, edited and masked.
        let units = "\(root)/etc/systemd/system"
        try await expectSuccess(
            "mkdir -p \(units)/banchan.service.d && echo x >\(units)/banchan.service.d/override.conf")
        for unit in ["banchan", "banchan-ssh", "banchan@8081"] {
            let file = unit.hasPrefix("banchan@") ? "banchan@" : unit
            try await expectSuccess(
                "ln -s /usr/lib/systemd/system/\(file).service \(units)/multi-user.target.wants/\(unit).service")
        }
        try await expectSuccess(
            "ln -s /dev/null \(units)/banchan-ssh.service; mkdir -p \(root)/var/lib/banchan-guests/known")
        try await expectSuccess(dpkg + "-r banchan")
        #expect(!FileManager.default.fileExists(atPath: program))
        #expect(FileManager.default.fileExists(atPath: "\(root)/var/lib/banchan/shop.sqlite"))
        try await expectSuccess(dpkg + "-P banchan")
        let after = try await shell(dpkg + "-l; find \(root) -not -path '*/dpkg*' | sort")
        #expect(after.standardOutput == before.standardOutput)
        #expect(try await shell("grep -c banchan \(root)/var/lib/dpkg/status").standardOutput == "0\n")
    }

    @Test(.enabled(if: geteuid() == 0 && Installed.has("unshare"), "only root can mount"))
    func anUpgradeRestartsWhatRunsAndSaysSo() async throws {
        let scratch = try Scratch()
        let output = try await configure(account: nil, scratch)
        #expect(output.status == 0, "\(output.standardError)")
        #expect(
            output.standardOutput == """
                Restarting banchan.service, whose program is a new one.
                Restarting banchan@8081.service, whose program is a new one.
                Reloading banchan-ssh.service; guests who are in keep the program that they have.

                """)
        let calls = try String(contentsOfFile: scratch.path("log"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(
            Set(calls).isSuperset(of: [
                "useradd --system --home-dir /var/lib/banchan-guests --shell /bin/sh shop",
                "chown shop /etc/banchan/guest-token.new", "deb-systemd-invoke restart banchan.service",
                "deb-systemd-invoke restart banchan@8081.service", "deb-systemd-invoke reload banchan-ssh.service",
            ]), "\(calls)")
    }

    @Test(.enabled(if: geteuid() == 0 && Installed.has("unshare"), "only root can mount"))
    func anAccountOfAnotherOwnerIsNotTakenOver() async throws {
        let own = try await configure(account: "shop:x:998:998::/var/lib/banchan-guests:/bin/sh", Scratch())
        #expect(own.status == 0, "\(own.standardError)")
        let scratch = try Scratch()
        let other = try await configure(account: "shop:x:1000:1000:Kim:/home/shop:/bin/bash", scratch)
        #expect(other.status == 1)
        #expect(other.standardError.hasPrefix("There is an account shop already, whose home is not "))
        #expect(try String(contentsOfFile: scratch.path("log"), encoding: .utf8) == "getent passwd shop\n")
    }

    /// Runs the script that configures the package, on a machine with that account or without one. It has a mount
    /// namespace of its own, where programs that write down how they are called stand for those of the system.
    private func configure(account: String?, _ scratch: Scratch) async throws -> Output {
        let (tools, log) = (scratch.path("tools"), scratch.path("log"))
        try await expectSuccess("mkdir \(tools)")
        let getent = account.map { "echo '\($0)'" } ?? "exit 2"
        for tool in ["systemctl", "deb-systemd-invoke", "getent", "useradd", "chown"] {
            let units = tool == "systemctl" ? "banchan.service loaded\nbanchan@8081.service loaded\n" : ""
            let script = """
                #!/bin/sh
                echo "\(tool) $*" >>\(log)
                case $1 in list-units) printf '\(units)' ;; passwd) \(getent) ;; esac
                """
            try Data(script.utf8).write(to: URL(filePath: "\(tools)/\(tool)"))
            try await expectSuccess("chmod 755 \(tools)/\(tool)")
        }
        let script = "\(PackageTests.repository)/Resources/debian/postinst"
        return try await shell(
            """
            unshare --mount /bin/sh -c 'mount -t tmpfs none /run && mkdir -p /run/systemd/system && \
            mount -t tmpfs none /etc && PATH=\(tools):$PATH exec /bin/sh \(script) configure 0.0.9'
            """)
    }

    @Test(
        .enabled(if: Installed.has("systemd-analyze"), "systemd is missing"),
        arguments: ["debian/banchan.service", "balancer/banchan@.service", "ssh/banchan-ssh.service"])
    func theUnitsAreUnderstoodAndTheirSandboxesAreTight(_ file: String) async throws {
        let unit = URL(filePath: "\(PackageTests.repository)/Resources/\(file)")
        let scratch = try Scratch()
        let copy = scratch.url.appending(path: unit.lastPathComponent).path
        // The programs are not installed on this machine.
        try await expectSuccess(
            "sed 's|/usr/bin/banchan|\(Built.banchan)|; s|/usr/sbin/sshd|/bin/true|' \(unit.path) >\(copy)")
        let verified = try await shell("systemd-analyze verify --man=no \(copy)")
        #expect(!verified.standardError.contains("\(unit.lastPathComponent):"), "\(verified.standardError)")
        let sandbox = try await shell("systemd-analyze security --offline=true --threshold=25 \(copy)")
        #expect(sandbox.status == 0, "\(sandbox.standardOutput.suffix(400))\(sandbox.standardError)")
    }

    @Test(
        .enabled(if: Installed.has("lintian"), "lintian is missing"),
        .enabled(if: Built.isRelease, "a debug build has a path to the toolchain's libraries"))
    func lintianHasNothingToSay() async throws {
        let package = try await DebianPackage.path.value
        let output = try await shell("lintian --allow-root \(package)")
        #expect(output.status == 0 && output.standardOutput == "", "\(output.standardOutput)\(output.standardError)")
    }

    private func expectSuccess(_ line: String, location: SourceLocation = #_sourceLocation) async throws {
        let output = try await shell(line)
        #expect(output.status == 0, "\(output.standardOutput)\(output.standardError)", sourceLocation: location)
    }
}

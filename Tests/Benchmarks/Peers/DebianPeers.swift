import Foundation
import TerminalProbe

extension Peer {
    /// A feed with an article for each row.
    static let newsboat = Peer(
        name: "newsboat", installation: "apt-get install newsboat", find: { .program("newsboat", ["--version"]) },
        prepare: { peer, place in
            let items = place.titles.enumerated().map { number, title in
                """
                <item><title>\(title)</title><guid>\(number)</guid><link>http://localhost/\(number)</link>\
                <pubDate>\(PeerText.date(minutesAgo: number))</pubDate></item>
                """
            }
            let head = "<title>\(PeerText.feed)</title><link>http://localhost</link><description>-</description>"
            try place.write(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel>\(head)\n"
                    + items.joined(separator: "\n") + "\n</channel></rss>\n", to: "feed.xml")
            try place.write("\(place.file("feed.xml").absoluteString)\n", to: "urls")
            try place.write("auto-reload no\nconfirm-exit no\n", to: "config")
            let files = ["--config-file", "config", "--url-file", "urls", "--cache-file", "cache.db"]
            var subject = place.subject(
                "newsboat", peer, files.map { $0.hasPrefix("--") ? $0 : place.file($0).path })
            _ = InstalledProgram.output(
                of: peer.path, subject.arguments + ["--execute", "reload"], environment: subject.environment)
            subject.ready = .text(PeerText.feed)
            subject.opening = [.init(key: .enter, shown: .text(GeneratedMenu(count: place.rows).title(0)))]
            subject.keys.quit = .text("Q")
            return subject
        }, note: "The first frame is its list of feeds, of which there is one.")

    /// A repository with a commit for each row.
    static let tig = Peer(
        name: "tig", installation: "apt-get install tig", find: { .program("tig", ["--version"]) },
        prepare: { peer, place in
            guard let git = InstalledProgram.path(of: "git") else { throw MeasuringProblem("git is not installed") }
            var subject = place.subject("tig", peer, ["-C", place.file("repository").path])
            subject.environment.merge(
                ["GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_OPTIONAL_LOCKS": "0"]) { $1 }
            let commits = place.titles.enumerated().reversed().map { number, title in
                let time = PeerText.now - 60 * number
                return "commit refs/heads/main\ncommitter 반찬 <banchan@localhost> \(time) +0000\n"
                    + "data \(title.utf8.count)\n\(title)\n"
            }
            try place.write(commits.joined(), to: "commits")
            let script = "\"$0\" init -q -b main repository && \"$0\" -C repository fast-import --quiet < commits"
            _ = InstalledProgram.output(
                of: "/bin/sh", ["-c", "cd \"$1\" && \(script)".replacing("$0", with: git), "sh", place.directory.path],
                environment: subject.environment)
            subject.keys.reload = .text("R")
            subject.keys.quit = .text("Q")
            return subject
        })

    /// A file with a line for each row.
    static let less = Peer(
        name: "less", installation: "apt-get install less", find: { .program("less", ["--version"]) },
        prepare: { peer, place in
            try place.write(place.titles.map { "\($0)\n" }.joined(), to: "list.txt")
            var subject = place.subject("less", peer, [place.file("list.txt").path])
            subject.environment["LESSHISTFILE"] = "-"
            subject.keys.reload = .text("R")
            subject.hasSelection = false
            return subject
        }, note: "A pager selects no row: each of its keys scrolls.")

    /// A directory with a file for each row.
    static let nnn = Peer(
        name: "nnn", installation: "apt-get install nnn", find: { .program("nnn", ["-V"]) },
        prepare: { peer, place in
            let files = place.file("files")
            try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
            for title in place.titles { try Data().write(to: files.appending(component: title)) }
            // `-R`: the selection does not wrap around at the ends of the list.
            var subject = place.subject("nnn", peer, ["-R", files.path])
            subject.keys.reload = .control("l")
            return subject
        })

    /// A mailbox with a message for each row.
    static let mutt = Peer(
        name: "mutt", installation: "apt-get install mutt", find: { .program("mutt", ["-v"]) },
        prepare: { peer, place in
            let messages = place.titles.enumerated().map { number, title in
                """
                From banchan@localhost Thu Jan  1 00:00:00 2026
                From: banchan@localhost
                Date: \(PeerText.date(minutesAgo: place.rows - number))
                Message-ID: <\(number)@localhost>
                Subject: =?UTF-8?B?\(Data(title.utf8).base64EncodedString())?=

                .


                """
            }
            try place.write(messages.joined(), to: "mailbox")
            try place.write(
                "set folder=\"\(place.directory.path)\" sort=mailbox-order menu_scroll=yes index_format=\"%s\" quit=yes mail_check=0\n",
                to: "muttrc")
            var subject = place.subject(
                "mutt", peer, ["-n", "-R", "-F", place.file("muttrc").path, "-f", place.file("mailbox").path])
            subject.keys.reload = nil
            subject.keys.quit = .text("x")
            return subject
        })

    /// An address book with an entry for each row.
    static let abook = Peer(
        name: "abook", installation: "apt-get install abook", find: { .program("abook", ["--help"]) },
        prepare: { peer, place in
            let entries = place.titles.enumerated().map { "[\($0)]\nname=\($1)\n\n" }
            try place.write(
                "[format]\nprogram=abook\nversion=0.6.1\n\n" + entries.joined(), to: "addressbook")
            try place.write("set index_format=\" {name:60} {email:30}\"\n", to: "abookrc")
            var subject = place.subject(
                "abook", peer, ["--config", place.file("abookrc").path, "--datafile", place.file("addressbook").path])
            subject.keys.reload = nil
            return subject
        })
}

/// Texts in the peers' files.
enum PeerText {
    static let feed = "Banchan rows"
    /// A fixed time in seconds since 1970, so that the files are the same in every run.
    static let now = 1_790_000_000

    static func date(minutesAgo minutes: Int) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss +0000"
        return format.string(from: Date(timeIntervalSince1970: Double(now - 60 * minutes)))
    }
}

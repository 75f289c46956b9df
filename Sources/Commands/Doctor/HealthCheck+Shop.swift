import Contacts
import Domain
import Foundation
import Platform
import Settings
import ShopApp
import ShopClient
import ShopHTTP
import ShopServer
import Storage

// Checks of the shop's servers and the keeper's token.
extension HealthCheck {
    /// Short limits, so that nobody waits long for a server that may not exist.
    private static let limits = HTTPLimits(bodyBytes: 1 << 20, idle: .seconds(5), deadline: .seconds(5))

    var shopFindings: [HealthFinding] {
        get async {
            let servers: ShopServers
            do throws(CommandProblem) {
                guard let text = try user.server(server) else { return [ownShop, ownToken] }
                servers = try ShopServers.read(text)
            } catch {
                return [HealthFinding(.server, .failed, user.words.command(error))]
            }
            let client = HTTPClient()
            var findings: [HealthFinding] = []
            for address in servers.addresses { findings.append(await remote(address, client)) }
            findings += await messages(servers.shop, client)
            return findings + [await token(servers)]
        }
    }

    /// Checks the files of the embedded shop.
    private var ownShop: HealthFinding {
        do throws(CommandProblem) {
            let directory = try ShopServer.directory(nil)
            let path = directory.path(percentEncoded: false)
            let report = ShopServer.check(directory)
            guard report.problems == 0 else {
                return HealthFinding(
                    .server, .failed, say("가게 자료에 고칠 것이 있습니다: \(path)", "The shop's files have problems: \(path)"),
                    advice: "banchan check \(ShellWord.quoted(path))")
            }
            return HealthFinding(
                .server, .ok, say("가게가 함께 들어 있습니다: \(path)", "The program brings its own shop: \(path)"))
        } catch {
            return HealthFinding(
                .server, .failed, user.words.command(error),
                advice: say(
                    "프로그램을 다시 설치하거나 --server로 다른 가게를 여세요.",
                    "Install the program again, or open another shop with --server."))
        }
    }

    private var ownToken: HealthFinding {
        do throws(CommandProblem) {
            _ = try user.keeperToken(file: keeperTokenFile)
        } catch {
            return HealthFinding(.token, .failed, user.words.command(error))
        }
        return HealthFinding(.token, .ok, say("내 가게에는 토큰이 필요 없습니다.", "Your own shop needs none."))
    }

    private func remote(_ address: ShopAddress, _ client: HTTPClient) async -> HealthFinding {
        guard let url = URL(string: "\(address)/health") else {
            return HealthFinding(.server, .failed, say("주소가 아닙니다: \(address)", "Not an address: \(address)"))
        }
        let began = ContinuousClock.now
        do throws(FetchFailure) {
            let answer = try await client.get(url, limits: HealthCheck.limits)
            let milliseconds = Int((ContinuousClock.now - began) / .milliseconds(1))
            let took = say("\(address)가 \(milliseconds) ms에 응답했습니다.", "\(address) answered in \(milliseconds) ms.")
            switch answer.status {
            case 200: return HealthFinding(.server, .ok, took)
            case 404:
                return HealthFinding(
                    .server, .note, "\(took) " + say("상태를 알려 주지 않는 서버입니다.", "It does not tell of its health."))
            default:
                return HealthFinding(
                    .server, .failed,
                    "\(took) " + say("상태 코드가 \(answer.status)입니다.", "The status is \(answer.status)."),
                    advice: say("서버의 표준 오류에 까닭이 적혀 있습니다.", "The server's standard error says why."))
            }
        } catch {
            let heading = SectionHeading(title: address.description, subtitle: "")
            return HealthFinding(
                .server, .failed, user.words.sectionFailed(heading, error),
                advice: advice(error))
        }
    }

    private func advice(_ failure: FetchFailure) -> String {
        if case .untrusted(.noTrustedFile) = failure {
            return say(
                "SSL_CERT_FILE을 고치거나, 시스템의 인증서를 쓰려면: unset SSL_CERT_FILE",
                "Mend SSL_CERT_FILE, or for the system's certificates: unset SSL_CERT_FILE")
        }
        return say(
            "서버가 켜져 있는지, 주소와 네트워크가 맞는지 봐 주세요.",
            "See that it runs, and that the address and the network are right.")
    }

    /// Checks what waits for the webhook and for printers, as the server tells it; empty if it does not.
    private func messages(_ address: ShopAddress, _ client: HTTPClient) async -> [HealthFinding] {
        guard let url = URL(string: "\(address)/ready"),
            let answer = try? await client.get(url, limits: HealthCheck.limits), answer.status == 200,
            let readiness = try? JSONDecoder().decode(Readiness.self, from: answer.body)
        else { return [] }
        return [messages(readiness.outbox)] + printers(readiness.printers ?? [])
    }

    private struct Readiness: Decodable {
        let outbox: OutboxBacklog?
        let printers: [PrinterState]?
    }

    private func printers(_ printers: [PrinterState]) -> [HealthFinding] {
        let words = PrinterTexts(user.language)
        return printers.map { printer in
            let state: HealthFinding.State = printer.problem != nil ? .failed : printer.answers ? .ok : .note
            return HealthFinding(
                .printers, state, "\(words.state(printer)).", advice: printer.problem.map { _ in words.advice })
        }
    }

    private func messages(_ backlog: OutboxBacklog?) -> HealthFinding {
        guard let backlog else {
            return HealthFinding(.messages, .ok, say("밀린 웹훅 알림이 없습니다.", "No webhook message is held up."))
        }
        let words = MessageTexts(user.language)
        return HealthFinding(.messages, .failed, "\(words.backlog(backlog)).", advice: words.command)
    }

    private func token(_ servers: ShopServers) async -> HealthFinding {
        do throws(CommandProblem) {
            guard let token = try user.keeperToken(file: keeperTokenFile) else {
                return HealthFinding(
                    .token, .note, say("토큰이 없어 손님으로 엽니다.", "There is none: you are a guest."),
                    advice: say("주인으로 열려면 --keeper-token-file을 주세요.", "To be the keeper, give --keeper-token-file."))
            }
            let client = servers.client(for: UUID())
            _ = try await RemoteOrderSource(client: client, address: servers.shop, token: token).orders(
                OrderQuery(), after: 0, limit: 1)
            return HealthFinding(.token, .ok, say("서버가 토큰을 받아들입니다.", "The server takes it."))
        } catch {
            return HealthFinding(.token, .failed, user.words.command(error))
        }
    }
}

// Checks of the data on this device.
extension HealthCheck {
    /// The space in bytes that should be free, for a shop's database and its pictures.
    private static let minFreeSpace = 100 << 20

    var disk: HealthFinding {
        let paths = [BaseDirectory.data, .state, .cache].map {
            $0.url(in: user.environment, orBelow: NSHomeDirectory()).path
        }
        if let path = paths.first(where: { access(HealthCheck.nearest($0), W_OK) != 0 }) {
            return HealthFinding(
                .disk, .failed, say("\(path)에 쓸 수 없습니다.", "\(path) cannot be written."),
                advice: say(
                    "권한을 고치거나 XDG_DATA_HOME 등으로 다른 곳을 정해 주세요.",
                    "Mend its permissions, or name another place with XDG_DATA_HOME and its like."))
        }
        var facts = statvfs()
        guard statvfs(HealthCheck.nearest(paths[0]), &facts) == 0 else {
            return HealthFinding(.disk, .note, paths[0])
        }
        let free = Int(facts.f_bavail) * Int(facts.f_frsize)
        let megabytes = "\(free >> 20) MiB"
        return free < HealthCheck.minFreeSpace
            ? HealthFinding(
                .disk, .failed,
                say("\(paths[0])에 \(megabytes)만 남았습니다.", "Only \(megabytes) are free at \(paths[0])."),
                advice: say("디스크 공간을 비워 주세요.", "Free some space."))
            : HealthFinding(
                .disk, .ok, say("\(paths[0])에 \(megabytes)가 남았습니다.", "\(megabytes) are free at \(paths[0])."))
    }

    /// Returns `path` if it exists, else its nearest existing parent.
    private static func nearest(_ path: String) -> String {
        var path = path
        while path.count > 1, !FileManager.default.fileExists(atPath: path) {
            path = URL(filePath: path).deletingLastPathComponent().path
        }
        return path
    }

    /// Checks the database with the orders, and what waits in it for the webhook.
    var orders: [HealthFinding] {
        get async {
            do throws(CommandProblem) {
                let database = try user.shopDatabase(databaseOptions)
                guard !database.isOwn || !database.isNew else {
                    let path = database.location
                    let sentence = say(
                        "아직 없고, 처음 열 때 만듭니다: \(path)", "None yet, it is made when the shop first opens: \(path)")
                    return [HealthFinding(.database, .ok, sentence)]
                }
                return try await orders(in: database)
            } catch {
                return [HealthFinding(.database, .failed, user.words.command(error), advice: advice(error))]
            }
        }
    }

    private func orders(in database: ShopDatabase) async throws(CommandProblem) -> [HealthFinding] {
        let store = try database.open(mustExist: true)
        if let trouble = await store.examine(tries: true) { throw .databaseTrouble(trouble) }
        let source = DatabaseOrderSource(store: store, path: database.location)
        _ = try await source.orders(OrderQuery(), after: 0, limit: 1)
        let (backlog, printers) = (try await source.backlog(), try await source.printers())
        await store.close()
        return [HealthFinding(.database, .ok, database.location)] + (backlog.map { [messages($0)] } ?? [])
            + self.printers(printers)
    }

    /// Returns the advice for a database file that exists but cannot be used, or `nil` for other problems.
    private func advice(_ problem: CommandProblem) -> String? {
        guard case .database(let path, let error) = problem, error != .missing, path.hasPrefix("/") else { return nil }
        return say(
            "온전한 백업을 제자리에 놓거나 --database로 다른 파일을 지정해 주세요.",
            "Put a sound back-up in its place, or name another file with --database.")
    }

    var contacts: HealthFinding {
        get async {
            guard let book = PhoneBookStore.standard(environment: user.environment) else {
                return HealthFinding(.contacts, .failed, user.words.cards(.noDirectory))
            }
            guard FileManager.default.fileExists(atPath: book.path) else {
                return HealthFinding(
                    .contacts, .ok,
                    say("아직 없고, 처음 쓸 때 만듭니다: \(book.path)", "None yet, it is made when first used: \(book.path)"))
            }
            do throws(PhoneBookError) {
                _ = try await book.contacts(after: nil, limit: 1)
                return HealthFinding(.contacts, .ok, book.path)
            } catch {
                return HealthFinding(.contacts, .failed, user.words.cards(.phoneBook(path: book.path, error)))
            }
        }
    }
}

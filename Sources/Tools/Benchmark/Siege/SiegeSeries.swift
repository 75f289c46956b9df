import Foundation

/// Measures a guest that requests the menu while others attack.
struct SiegeSeries: Sendable {
    /// How long the guest waited, in milliseconds.
    struct Figures: Sendable {
        let attack: Attack?
        let median: Double
        let late: Double
    }

    let port: UInt16
    let size: AttackSize
    /// The number of the guest's requests that are measured during each attack.
    let requests: Int

    /// Measures without an attack first, and then during each attack.
    func measure(_ attacks: [Attack] = Attack.allCases) async throws -> [Figures] {
        _ = try await figures(nil)
        var all = [try await figures(nil)]
        for attack in attacks {
            let attackers = Attackers(attack, port: port, size: size)
            async let attacking: Void = attackers.run()
            do {
                all.append(try await figures(attack))
            } catch {
                attackers.stop()
                throw error
            }
            attackers.stop()
            try await attacking
        }
        return all
    }

    private func figures(_ attack: Attack?) async throws -> Figures {
        let times = try await onOwnThread { [port, requests] in
            let (source, fields) = attack?.guest ?? ("127.0.0.1", [])
            let connection = try ShopConnection(
                port: port, from: source, request: "GET /woowa/main", fields: fields, body: Data())
            return try (0..<requests).map { _ in
                usleep(SiegeSeries.pause)
                return try ContinuousClock().measure { _ = try connection.ask() }.milliseconds
            }
        }
        return Figures(
            attack: attack, median: Statistics.median(times) ?? 0, late: Statistics.percentile(95, of: times) ?? 0)
    }

    /// The pause between two requests of the guest, in microseconds.
    private static let pause: UInt32 = 10_000
}

/// A table that compares each attack with the same guest without one.
struct SiegeReport {
    let figures: [SiegeSeries.Figures]

    var text: String {
        let peace = figures.first { $0.attack == nil }?.late ?? 0
        let rows = figures.map { figures in
            [
                figures.attack?.rawValue ?? "nobody", String(format: "%.2f", figures.median),
                String(format: "%.2f", figures.late), String(format: "%.1f", peace > 0 ? figures.late / peace : 0),
                figures.attack == nil ? "" : "<= 100",
            ]
        }
        return TextTable(rows: [["while there are", "median ms", "p95 ms", "x peace", "budget"]] + rows).text
    }
}

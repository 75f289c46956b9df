import Foundation
import NIOConcurrencyHelpers

/// Connections from one address that attack a server until they are stopped.
final class Attackers: Sendable {
    private static let pause: UInt32 = 1_000

    private let attack: Attack
    private let port: UInt16
    private let size: AttackSize
    private let isStopped = NIOLockedValueBox(false)

    init(_ attack: Attack, port: UInt16, size: AttackSize) {
        self.attack = attack
        self.port = port
        self.size = size
    }

    /// Attacks, on a thread of its own, until `stop()` is called.
    func run() async throws {
        try await onOwnThread { [self] in
            var sockets: [LoopbackSocket] = []
            for _ in 0..<size.connections(of: attack) where !isStopped.withLockedValue(\.self) {
                if let socket = open() { sockets.append(socket) }
            }
            while !isStopped.withLockedValue(\.self) { press(&sockets) }
        }
    }

    func stop() { isStopped.withLockedValue { $0 = true } }

    private func open() -> LoopbackSocket? {
        guard let socket = try? LoopbackSocket(port: port, from: attack.source) else { return nil }
        send(to: socket)
        return socket
    }

    private func send(to socket: LoopbackSocket) {
        try? socket.send(Array(attack.text(pipelined: size.pipelined).utf8))
    }

    /// Reads answers, sends again if the attack repeats requests, and reconnects if the server closed a connection.
    private func press(_ sockets: inout [LoopbackSocket]) {
        usleep(Attackers.pause)
        guard attack.isRead else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for index in sockets.indices {
            let count = recv(sockets[index].descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 {
                if let socket = open() { sockets[index] = socket }
            } else if count > 0, attack.isRepeated {
                send(to: sockets[index])
            }
        }
    }
}

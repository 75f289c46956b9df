import Foundation
import NIOConcurrencyHelpers
import NIOSSL
import Platform

/// The certificate that new connections get: that of the files as they are now. Connections that are open keep theirs.
final class LiveCertificate: Sendable {
    private struct State {
        var content: TLSFiles.Content
        var context: NIOSSLContext
        /// Whether it was reported that the files cannot be used.
        var hasRefused = false
    }

    private let files: TLSFiles
    private let state: NIOLockedValueBox<State>
    private let clock: @Sendable () -> Date

    /// The time that certificate and key have to be replaced, one after the other.
    private static let settling = Duration.seconds(2)

    /// Reads the files. Throws an error that names the invalid one.
    init(_ files: TLSFiles, clock: @escaping @Sendable () -> Date) throws(ShopServerError) {
        (self.files, self.clock) = (files, clock)
        let content = try files.content()
        state = NIOLockedValueBox(State(content: content, context: try files.context(of: content)))
    }

    var context: NIOSSLContext { state.withLockedValue(\.context) }

    /// Reads the files whenever they change, until cancelled. What cannot be used is reported, and the former certificate
    /// stays. One that is not valid at the start is used, because there is no other, and reported.
    func run(onProblem: @Sendable (ShopServerError) -> Void) async {
        let changes = WakeUpSignal()
        let watch = FileWatch(targets) { changes.signal() }
        defer { watch.cancel() }
        if let problem = problem(of: state.withLockedValue(\.content)) { onProblem(problem) }
        var becomesValid: OneShotTimer?
        defer { becomesValid?.cancel() }
        while !Task.isCancelled {
            await changes.wait()
            try? await OneShotTimer.sleep(for: LiveCertificate.settling)
            guard !Task.isCancelled else { return }
            for news in renew() {
                onProblem(news)
                guard case .certificateNotYetValid(_, let time) = news else { continue }
                becomesValid = OneShotTimer(after: .seconds(time.timeIntervalSince(clock()))) { changes.signal() }
            }
        }
    }

    /// The directories of both files.
    private var targets: [FileWatch.Target] {
        Set([files.certificate, files.key].map { URL(filePath: $0).deletingLastPathComponent().path }).map {
            .content(of: $0)
        }
    }

    /// Returns why a certificate that can be used is not valid now; `nil` if it is.
    private func problem(of content: TLSFiles.Content) -> ShopServerError? {
        do throws(ShopServerError) {
            try files.checkTime(of: content, at: clock())
            return nil
        } catch {
            return error
        }
    }

    /// Uses the files as they are now. Returns what to report: that they are used, or why not; nothing if nothing changed.
    private func renew() -> [ShopServerError] {
        do throws(ShopServerError) {
            let content = try files.content()
            let isKnown = state.withLockedValue { state in
                if content == state.content { state.hasRefused = false }
                return content == state.content
            }
            guard !isKnown else { return [] }
            let context = try files.context(of: content)
            let problem = problem(of: content)
            if let problem, self.problem(of: state.withLockedValue(\.content)) == nil { throw problem }
            state.withLockedValue { $0 = State(content: content, context: context) }
            return [.certificateRenewed] + [problem].compactMap(\.self)
        } catch {
            // Several changes of the same attempt are one report.
            let isFirst = state.withLockedValue { state in
                defer { state.hasRefused = true }
                return !state.hasRefused
            }
            if isFirst { return error.asReason + [.certificateNotRenewed(path: error.path)] }
            // Said again, because it is used when its time comes.
            if case .certificateNotYetValid = error { return [error] }
            return []
        }
    }
}

extension ShopServerError {
    /// The file that an error of TLS names.
    fileprivate var path: String {
        switch self {
        case .unusableCertificate(let path), .unusableKey(let path), .exposedKey(let path),
            .certificateExpired(let path, _), .certificateNotYetValid(let path, _):
            path
        default: ""
        }
    }

    /// The error as a report of its own, if it says when the certificate is valid.
    fileprivate var asReason: [ShopServerError] {
        switch self {
        case .certificateExpired, .certificateNotYetValid: [self]
        default: []
        }
    }
}

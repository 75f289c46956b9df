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

    /// The time that certificate and key have to be replaced, one after the other.
    private static let settling = Duration.seconds(2)

    /// Reads the files. Throws an error that names the invalid one.
    init(_ files: TLSFiles) throws(ShopServerError) {
        self.files = files
        let content = try files.content()
        state = NIOLockedValueBox(State(content: content, context: try files.context(of: content)))
    }

    var context: NIOSSLContext { state.withLockedValue(\.context) }

    /// Reads the files whenever they change, until cancelled. What cannot be used is reported, and the former certificate
    /// stays.
    func run(onProblem: @Sendable (ShopServerError) -> Void) async {
        let changes = WakeUpSignal()
        let watch = FileWatch(targets) { changes.signal() }
        defer { watch.cancel() }
        while !Task.isCancelled {
            await changes.wait()
            try? await OneShotTimer.sleep(for: LiveCertificate.settling)
            guard !Task.isCancelled else { return }
            if let news = renew() { onProblem(news) }
        }
    }

    /// The directories of both files.
    private var targets: [FileWatch.Target] {
        Set([files.certificate, files.key].map { URL(filePath: $0).deletingLastPathComponent().path }).map {
            .content(of: $0)
        }
    }

    /// Uses the files as they are now. Returns what to report: that they are used, or why not; `nil` if nothing changed.
    private func renew() -> ShopServerError? {
        do throws(ShopServerError) {
            let content = try files.content()
            let isKnown = state.withLockedValue { state in
                if content == state.content { state.hasRefused = false }
                return content == state.content
            }
            guard !isKnown else { return nil }
            let context = try files.context(of: content)
            state.withLockedValue { $0 = State(content: content, context: context) }
            return .certificateRenewed
        } catch {
            // Several changes of the same attempt are one report.
            let isFirst = state.withLockedValue { state in
                defer { state.hasRefused = true }
                return !state.hasRefused
            }
            return isFirst ? .certificateNotRenewed(path: error.path) : nil
        }
    }
}

extension ShopServerError {
    /// The file that an error of TLS names.
    fileprivate var path: String {
        switch self {
        case .unusableCertificate(let path), .unusableKey(let path), .exposedKey(let path): path
        default: ""
        }
    }
}

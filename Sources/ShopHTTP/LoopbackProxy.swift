import Foundation

/// What the environment says of proxies, and what it should not be heard on.
public enum LoopbackProxy {
    private static let hosts = "localhost,127.0.0.1,::1"

    /// Makes this machine's own addresses an exception to the proxies that the environment names. The library below
    /// the session obeys `http_proxy` even for them, so that a shop in this process would not be found.
    ///
    /// It changes the environment, so it belongs at the very beginning of the program, before there are threads.
    public static func makeException() {
        for name in ["no_proxy", "NO_PROXY"] {
            let present = ProcessInfo.processInfo.environment[name] ?? ""
            setenv(name, present.isEmpty ? hosts : "\(present),\(hosts)", 1)
        }
    }
}

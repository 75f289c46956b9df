import Hummingbird
import Logging
import NIOCore

/// What is known of a request beside itself.
struct ShopRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which it came.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

import NIOCore

/// Hands bytes on in pieces of which none belongs to two requests, so that behind it is known which bytes are whose.
///
/// A piece is what is there of a body whose length is known, else as many lines as there are up to an empty one: a request
/// ends with one of both.
final class RequestPieces: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    var assembler: RequestAssembler?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard let assembler else { return context.fireChannelRead(data) }
        while !assembler.isOver, let piece = bytes.readPiece(body: assembler.missingBytes) {
            assembler.count(piece)
            context.fireChannelRead(wrapInboundOut(piece))
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { assembler = nil }
}

extension ByteBuffer {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// The next lines, as far as they are there, or at most `body` bytes where these are expected; `nil` at the end.
    fileprivate mutating func readPiece(body: Int) -> ByteBuffer? {
        guard readableBytes > 0 else { return nil }
        return readSlice(length: body > 0 ? Swift.min(body, readableBytes) : lengthToEmptyLine)
    }

    /// How many bytes there are to the end of the first line with nothing in it; all of them where there is none.
    private var lengthToEmptyLine: Int {
        let bytes = readableBytesView
        var line = bytes.startIndex
        while let end = bytes[line...].firstIndex(of: ByteBuffer.lineFeed) {
            if end == line || end == line + 1 && bytes[line] == ByteBuffer.carriageReturn {
                return end + 1 - bytes.startIndex
            }
            line = end + 1
        }
        return bytes.count
    }
}

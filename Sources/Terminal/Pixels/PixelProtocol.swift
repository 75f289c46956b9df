/// A protocol for showing pixels.
enum PixelProtocol: Hashable {
    /// kitty's graphics protocol with Unicode placeholders (https://sw.kovidgoyal.net/kitty/graphics-protocol/), with
    /// `throughTmux` by way of tmux's passthrough.
    case kitty(throughTmux: Bool)
    /// DEC's sixel graphics, with at most `colors` colours in a picture.
    case sixel(colors: Int)
}

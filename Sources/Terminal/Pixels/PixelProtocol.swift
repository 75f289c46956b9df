/// How a terminal takes pixels.
enum PixelProtocol: Hashable {
    /// kitty's graphics protocol with Unicode placeholders (https://sw.kovidgoyal.net/kitty/graphics-protocol/);
    /// `throughTmux` where tmux stands between and hands on what is marked for the terminal behind it.
    case kitty(throughTmux: Bool)
    /// DEC's sixel graphics, with so many colours in a picture.
    case sixel(colors: Int)
}

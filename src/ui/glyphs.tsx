type GlyphProps = {
  /** In px, an even number: its halves are what is drawn. */
  size?: number | undefined
}

/**
 * ▲ and ▼, which the bundled font lacks. They repeat what sign or word says, so they are silent. Made
 * of borders: a row that holds an SVG is painted anew whenever another one comes into sight.
 */
export const UpGlyph = ({ size = 8 }: GlyphProps) => (
  <span
    aria-hidden="true"
    className={TRIANGLE}
    style={{ borderInlineWidth: size / 2, borderBottomWidth: heightOf(size) }}
  />
)

export const DownGlyph = ({ size = 8 }: GlyphProps) => (
  <span
    aria-hidden="true"
    className={TRIANGLE}
    style={{ borderInlineWidth: size / 2, borderTopWidth: heightOf(size) }}
  />
)

const TRIANGLE = 'inline-block size-0 flex-none self-center border-current border-x-transparent'

const heightOf = (size: number): number => Math.floor(size * 0.75)

/** An empty glyph slot, so that unsigned figures stand under signed ones. */
export function NoGlyph({ size = 8 }: GlyphProps) {
  return (
    <span
      aria-hidden="true"
      className="inline-block flex-none self-center"
      style={{ width: size }}
    />
  )
}

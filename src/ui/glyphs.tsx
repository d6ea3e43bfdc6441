type GlyphProps = { size?: number | undefined }

/** ▲ and ▼, which the bundled font lacks. They repeat what sign or word says, so they are silent. */
export const UpGlyph = (props: GlyphProps) => triangle('M4 1.2 7.6 7H.4z', props)
export const DownGlyph = (props: GlyphProps) => triangle('M4 6.8 .4 1h7.2z', props)

const triangle = (path: string, { size = 8 }: GlyphProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 8 8"
    aria-hidden="true"
    className="flex-none self-center"
  >
    <path d={path} fill="currentColor" />
  </svg>
)

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

/** Classes of ▲ and ▼ after a flex box, and of their empty slot. */
export const GLYPHS = { up: 'glyph-up', down: 'glyph-down', none: 'glyph-none' } as const

/** In px; even, as halves of it are drawn. */
export const glyphSize = (size: number | undefined) =>
  size === undefined ? undefined : { ['--glyph' as string]: `${size}px` }

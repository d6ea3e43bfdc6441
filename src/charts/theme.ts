/** Colours and measures of every chart. The colours are CSS variables, so a theme needs no redraw. */
export const COLOUR = {
  value: 'var(--accent)',
  comparison: 'var(--text-3)',
  grid: 'var(--hairline)',
  label: 'var(--text-3)',
  mark: 'var(--text-2)',
  canvas: 'var(--canvas)',
  down: 'var(--down)',
  downSoft: 'var(--down-soft)',
} as const

/** Where value labels stand, right of the picture. */
export const GUTTER = { wide: 56, narrow: 48 } as const

export const DRAWDOWN = { height: 44, gap: 14 } as const

/** The line of time labels under the picture. */
export const TIME_AXIS = 28

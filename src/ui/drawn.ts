import { memo, type ReactNode } from 'react'

import type { DisplayPreferences } from './display-preferences.tsx'

/** Context of figures, times and dashes, besides their props. */
export type Display = DisplayPreferences & {
  /** Epoch milliseconds. */
  now: number | undefined
  /** Default reason of dashes. */
  unknownReason: string | undefined
}

/** A component of props and display only. `draw` works without React. */
export function drawn<Props extends object, Seen>(
  draw: (props: Props, display: Seen) => ReactNode,
  useSeen: () => Seen,
) {
  const Drawn = memo((props: Props) => draw(props, useSeen()))
  return Object.assign(Drawn, { draw })
}

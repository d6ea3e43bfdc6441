import { memo, type ReactNode } from 'react'

import type { DisplayPreferences } from './display-preferences.tsx'

/** All that figures, times and dashes follow besides what they show. */
export type Display = DisplayPreferences & {
  /** Epoch milliseconds. */
  now: number | undefined
  /** The reason of dashes that have none of their own. */
  unknownReason: string | undefined
}

/**
 * A component that is a function of its props and the display, drawn again when one of them changes.
 * React reads the display by a hook; rows are written without React by `draw`.
 */
export function drawn<Props extends object, Seen>(
  draw: (props: Props, display: Seen) => ReactNode,
  useSeen: () => Seen,
) {
  const Drawn = memo((props: Props) => draw(props, useSeen()))
  return Object.assign(Drawn, { draw })
}

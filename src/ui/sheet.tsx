import { type ComponentProps, type ReactElement, type ReactNode } from 'react'

import type { ArmedButtonProps } from './armed-button.tsx'
import { lazyPanel } from './lazy-panel.tsx'

const SheetPanel = lazyPanel(async () => (await import('./sheet-panel.tsx')).SheetPanel, {
  onGiveUp: ({ onClose }) => onClose(),
})

/** The button that sends or continues. The sheet draws it with a reading time. */
export type SheetAction = Omit<ArmedButtonProps, 'size' | 'children'> & {
  /** A new step is a new button, with its own reading time. */
  step: string
  label: ReactNode
}

export type SheetProps = {
  isOpen: boolean
  onClose: () => void
  /** Verb and object: "Stop ETH/USDT grid". */
  title: ReactNode
  context?: ReactNode
  /** Line below the title, usually "Nothing has been sent." */
  statement?: ReactNode
  /** Draws the amber rule of a real connection. */
  isReal?: boolean | undefined
  /** A review is 488 px wide, a stop 432. */
  width?: 'review' | 'stop' | undefined
  cancelLabel: string
  /** Closing continues, as “Place another” does, so it needs the reading time. */
  leadsOn?: boolean | undefined
  /** Keeps the sheet open during a request. */
  isHeld?: boolean | undefined
  /** Always visible between body and buttons: required input. */
  above?: ReactNode
  /** At the right; above on a phone. Absent if there is nothing to send. */
  action?: SheetAction | false | undefined
  /** A link that replaces it once done. */
  link?: ReactElement<ComponentProps<'a'>> | false | undefined
  children: ReactNode
}

/** Every request that writes goes through a sheet. Its code loads on first use or when idle. */
export const Sheet = (props: SheetProps) => props.isOpen && <SheetPanel {...props} />

/** A part of a sheet's or drawer's body, with hairlines in between. */
export function SheetSection({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className="py-2.5 not-first:border-t not-first:border-hairline">
      {title !== undefined && <h2 className="mb-1 font-semibold">{title}</h2>}
      {children}
    </section>
  )
}

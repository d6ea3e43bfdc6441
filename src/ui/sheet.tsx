import { type ComponentProps, type ReactElement, type ReactNode } from 'react'

import type { ArmedButtonProps } from './armed-button.tsx'
import { lazyPanel } from './lazy-panel.tsx'

const SheetPanel = lazyPanel(async () => (await import('./sheet-panel.tsx')).SheetPanel, {
  onGiveUp: ({ onClose }) => onClose(),
})

/** The one button that sends or goes on. The sheet draws it, so that none counts before it can be read. */
export type SheetAction = Omit<ArmedButtonProps, 'size' | 'children'> & {
  /** Another step is a new button, which has to be read first. */
  step: string
  label: ReactNode
}

export type SheetProps = {
  isOpen: boolean
  onClose: () => void
  /** Verb and object: "Stop ETH/USDT grid". */
  title: ReactNode
  context?: ReactNode
  /** The line under the title, usually "Nothing has been sent." */
  statement?: ReactNode
  /** A real connection draws the amber rule over the sheet. */
  isReal?: boolean | undefined
  /** A review is 488 px wide, a stop 432. */
  width?: 'review' | 'stop' | undefined
  cancelLabel: string
  /** Closing it leads on, as “Place another” does, so that it has to be read first. */
  leadsOn?: boolean | undefined
  /** While a request is out nothing closes the sheet. */
  isHeld?: boolean | undefined
  /** Between body and buttons, always in view: what has to be given first. */
  above?: ReactNode
  /** At the right; above on a phone. Absent when there is nothing to send. */
  action?: SheetAction | false | undefined
  /** A link in its place, once it is done. */
  link?: ReactElement<ComponentProps<'a'>> | false | undefined
  children: ReactNode
}

/** Anything that sends opens one. Its code comes after the page, or with the first that is opened. */
export const Sheet = (props: SheetProps) => props.isOpen && <SheetPanel {...props} />

/** A part of a sheet's or a drawer's body; hairlines stand between parts. */
export function SheetSection({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className="py-2.5 not-first:border-t not-first:border-hairline">
      {title !== undefined && <h2 className="mb-1 font-semibold">{title}</h2>}
      {children}
    </section>
  )
}

import type { ReactElement, ReactNode } from 'react'

import { fieldsOf } from '#forms/fields.tsx'

import { ticketForm } from './fields.ts'

export const { AmountField, ChoiceField, LineChoice, SelectField, SwitchField } =
  fieldsOf(ticketForm)
const { FieldSentence } = fieldsOf(ticketForm)

/** Entry, targets and stop side by side from 240 px each; a picture takes one column. */
export const TICKET_COLUMNS =
  'grid gap-7 @min-[35rem]/page:grid-cols-2 @min-[48rem]/page:grid-cols-3 @min-[61rem]/page:grid-cols-2 @min-[72rem]/page:grid-cols-3'

type TicketSectionProps = {
  title: string
  caption?: ReactNode
  /** Path of the switch in the title, if the section can be switched off. */
  switchAt?: 'take_profit.enabled' | 'stop_loss.enabled'
  isOn?: boolean
  className?: string
  children: ReactNode
}

/** Column of the ticket. CSS isolation keeps a key press from repainting the others. */
export function TicketSection(props: TicketSectionProps) {
  const { title, caption, isOn = true, switchAt, className = '', children } = props
  return (
    <section aria-label={title} className={`isolate min-w-0 ${className}`}>
      <div className="mb-3 flex h-7 items-center justify-between gap-3 border-b border-hairline-2 max-sm:h-11">
        {switchAt ? (
          <SwitchField
            at={switchAt}
            isTitle
            label={title}
            className="w-full min-h-0! coarse:min-h-11!"
          />
        ) : (
          <>
            <h2 className="font-semibold">{title}</h2>
            {caption !== undefined && <span className="text-caption text-ink-3">{caption}</span>}
          </>
        )}
      </div>
      {switchAt && <FieldSentence at={switchAt} />}
      {isOn && children}
    </section>
  )
}

export const TicketLine = ({ children }: { children: ReactNode }) => (
  <div className="border-t border-hairline py-1">{children}</div>
)

type TrailingLineProps = {
  at: 'position.conditional.trailing' | 'take_profit.trailing' | 'stop_loss.conditional.trailing'
  detail?: string | undefined
  isOn: boolean
  /** Content instead of a distance, if the service takes none. */
  fixed?: ReactElement | undefined
}

/** Switch and distance of a trailing trigger. */
export const TrailingLine = ({ at, detail, isOn, fixed }: TrailingLineProps) => (
  <TicketLine>
    <SwitchField at={`${at}.enabled`} detail={detail} />
    {isOn &&
      (!fixed ? (
        <AmountField at={`${at}.percent`} className="pb-2" />
      ) : (
        <p className="pb-2 text-caption text-ink-2">{fixed}</p>
      ))}
  </TicketLine>
)

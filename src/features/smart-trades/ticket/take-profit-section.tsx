import { useFieldArray } from 'react-hook-form'

import { MAX_STEPS } from '#contract/take-profit-rules.ts'
import { fieldsOf } from '#forms/fields.tsx'

import { emptyStep, ticketForm } from './fields.ts'
import { evenShares, restOf, sharesFor } from './even-shares.ts'
import { TargetRow } from './target-row.tsx'
import { useTicket } from './ticket-context.ts'
import { TicketLine, TicketSection } from './ticket-section.tsx'
import { TrailingLine } from './trailing-line.tsx'
import { VolumeMeter } from './volume-meter.tsx'

const { LineChoice } = fieldsOf(ticketForm)

/** Up to eight targets whose volumes make up the whole position. */
export function TakeProfitSection() {
  const { form, choices, quote } = useTicket()
  const { take_profit } = choices
  const { fields, append, move, remove } = useFieldArray({
    control: form.control,
    name: 'take_profit.steps',
  })
  const lastIndex = fields.length - 1
  const closes = choices.type === 'smart_cover' || choices.type === 'smart_buy' ? 'Buy' : 'Sell'
  /** What was typed until this moment, which may not have been drawn here yet. */
  const volumesNow = () => form.getValues('take_profit.steps').map(({ volume }) => volume)
  const setVolumes = (shares: readonly string[] = []) => {
    for (const [index, share] of shares.entries()) {
      form.setValue(`take_profit.steps.${index}.volume`, share, {
        shouldDirty: true,
        shouldValidate: true,
      })
    }
  }
  return (
    <TicketSection title="Take profit" switchAt="take_profit.enabled" isOn={take_profit.enabled}>
      {fields.length > 0 && (
        <div
          aria-hidden="true"
          className="mb-1 grid grid-cols-[1rem_minmax(0,1fr)_4.125rem_4.125rem] max-sm:grid-cols-[1rem_minmax(0,1fr)_5.25rem_4.75rem] gap-1.5 text-caption text-ink-2"
        >
          <span />
          <span>Price{quote && `, ${quote}`}</span>
          <span>Change</span>
          <span>Volume</span>
        </div>
      )}
      {fields.map((field, index) => (
        <TargetRow
          key={field.id}
          index={index}
          count={fields.length}
          onMove={(to) => move(index, to)}
          onRemove={() => {
            const shares = sharesFor(fields.length - 1, volumesNow())
            remove(index)
            setVolumes(shares)
          }}
        />
      ))}
      <div className="mt-2 mb-2.5 flex justify-between pl-5.5">
        <button
          type="button"
          className="link min-h-6 aria-disabled:text-ink-3 aria-disabled:no-underline max-sm:min-h-11"
          aria-disabled={fields.length >= MAX_STEPS || undefined}
          title={fields.length >= MAX_STEPS ? `At most ${MAX_STEPS} targets.` : undefined}
          onClick={() => {
            if (fields.length >= MAX_STEPS) return
            const typed = volumesNow()
            const shares = sharesFor(fields.length + 1, typed)
            append(
              { ...emptyStep(), volume: restOf(typed) },
              { focusName: `take_profit.steps.${fields.length}.price.value` },
            )
            setVolumes(shares)
          }}
        >
          Add a target
        </button>
        <button
          type="button"
          className="link min-h-6 max-sm:min-h-11"
          onClick={() => setVolumes(evenShares(fields.length))}
        >
          Split evenly
        </button>
      </div>
      <VolumeMeter />
      <TicketLine>
        <LineChoice at="take_profit.by" label={`${closes} at each target by`} />
      </TicketLine>
      <TicketLine>
        <LineChoice at="take_profit.price_type" />
      </TicketLine>
      <TrailingLine
        at="take_profit.trailing"
        detail={take_profit.trailing.enabled ? `target ${lastIndex + 1}` : undefined}
        isOn={take_profit.trailing.enabled}
      />
    </TicketSection>
  )
}

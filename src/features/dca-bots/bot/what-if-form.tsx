import { useState } from 'react'

import type { DcaBot } from '#contract/dca-bots.ts'
import { compare, type Decimal, subtract } from '#money/decimal.ts'
import { HIDDEN } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Percent } from '#ui/percent.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { DealEstimate } from '../ladder.ts'
import { isLongOf } from '../words.ts'
import { ownText, type Tried, TRIED, type Typed, type WhatIf } from './what-if.ts'

type WhatIfFormProps = {
  bot: DcaBot
  typed: Typed
  tried: WhatIf
  own: DealEstimate
  estimate: DealEstimate
  onType: (typed: Typed) => void
}

const FIELDS: Record<Tried, { label: string; unit: 'percent' | 'times' | 'quote' | 'count' }> = {
  price_deviation: { label: 'First deviation', unit: 'percent' },
  safety_order_step_scale: { label: 'Step multiplier', unit: 'times' },
  safety_order_volume_scale: { label: 'Size multiplier', unit: 'times' },
  max_safety_orders: { label: 'Safety orders', unit: 'count' },
  base_order_size: { label: 'Base order', unit: 'quote' },
  safety_order_size: { label: 'First safety order', unit: 'quote' },
  take_profit_pct: { label: 'Take profit', unit: 'percent' },
}

/** Other settings to try out: figures, ladder and picture follow, and nothing is sent. */
export function WhatIfForm({ bot, typed, tried, own, estimate, onType }: WhatIfFormProps) {
  const [isOpen, setOpen] = useState(false)
  const { areAmountsHidden } = useDisplayPreferences()
  const unitOf = (field: Tried) => {
    const { unit } = FIELDS[field]
    return unit === 'percent' ? '%' : unit === 'quote' ? bot.quote_currency : undefined
  }
  /** The bot's own sizes are amounts; percents and counts are none. */
  const shownOwn = (field: Tried) =>
    areAmountsHidden && FIELDS[field].unit === 'quote' ? '' : ownText(bot, field)
  const close = () => {
    onType({})
    setOpen(false)
  }
  if (!isOpen) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 pt-3">
        <Button size="small" onClick={() => setOpen(true)}>
          Try other settings
        </Button>
        <span className="text-caption text-ink-3">
          The orders and figures below follow. Nothing is sent, and the bot keeps its settings.
        </span>
      </p>
    )
  }
  return (
    <section aria-label="Try other settings" className="border-b border-hairline pt-3 pb-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">Try other settings</h2>
        <span className="text-caption text-ink-3">
          The orders and figures below follow. Nothing is sent, and the bot keeps its settings.
        </span>
        <span className="ml-auto flex gap-2">
          {Object.keys(typed).length > 0 && (
            <Button size="small" onClick={() => onType({})}>
              Reset
            </Button>
          )}
          <Button size="small" look="quiet" onClick={close}>
            Close
          </Button>
        </span>
      </div>
      <div className="grid grid-cols-2 gap-3 pt-2 sm:grid-cols-4 xl:grid-cols-7">
        {TRIED.map((field) => (
          <Field
            key={field}
            label={FIELDS[field].label}
            error={tried.problems[field]}
            hint={
              tried.changed.includes(field) ? `The bot has ${shownOwn(field) || HIDDEN}` : undefined
            }
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                isNumeric
                unit={unitOf(field)}
                value={typed[field] ?? shownOwn(field)}
                placeholder={shownOwn(field) === '' ? HIDDEN : undefined}
                onChange={(event) => onType({ ...typed, [field]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p role="status" className="flex flex-wrap gap-x-6 gap-y-1 pt-3 text-ink-2 tabular-nums">
        {tried.changed.length === 0 ? (
          'Change a value to see what follows.'
        ) : (
          <>
            <Change
              label="Maximum per deal"
              from={own.funds}
              to={estimate.funds}
              currency={bot.quote_currency}
            />
            <Change
              label={isLongOf(bot) === false ? 'Largest rise covered' : 'Largest fall covered'}
              from={own.reach}
              to={estimate.reach}
              isPercent
            />
            <Change
              label={
                isLongOf(bot) === false
                  ? 'Fall needed after last order'
                  : 'Rise needed after last order'
              }
              from={own.back}
              to={estimate.back}
              isPercent
            />
          </>
        )}
      </p>
    </section>
  )
}

type ChangeProps = {
  label: string
  from: Decimal | undefined
  to: Decimal | undefined
  isPercent?: boolean
  currency?: string | undefined
}

/** "Maximum per deal 2,400.00 instead of 1,200.00 (+1,200.00)". */
function Change({ label, from, to, isPercent = false, currency = '' }: ChangeProps) {
  const isSame = from && to && compare(from, to) === 0
  const value = (amount: Decimal | undefined, signed = false) =>
    isPercent ? (
      <Percent value={amount} signed={signed} glyph={false} hasColour={false} />
    ) : (
      <Amount value={amount} currency={currency} signed={signed} glyph={false} hasColour={false} />
    )
  return (
    <span>
      {label} <span className="font-medium text-ink">{value(to)}</span>{' '}
      {isSame ? (
        'unchanged'
      ) : (
        <>
          instead of {value(from)} ({value(from && to && subtract(to, from), true)})
        </>
      )}
    </span>
  )
}

import { type ChangeEvent, useCallback, useId } from 'react'
import { useController } from 'react-hook-form'

import { balanceProblem, marketPriceOf } from '#contract/draft-rule.ts'
import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { readAs, sentAs } from '#forms/amount-text.ts'
import { useProblems } from '#forms/declared-form.tsx'
import {
  type Decimal,
  decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  toText,
} from '#money/decimal.ts'
import { formatAmount, formatMoney, formatPercent, HIDDEN } from '#money/format.ts'
import { joinPair } from '#trading/pair.ts'
import { takenCurrency, unitsOfFree } from '#trading/units-of-free.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { FieldMessage, messageWiring } from '#ui/field-message.tsx'
import { Field } from '#ui/field.tsx'
import { Presets, SHARES } from '#ui/presets.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Age } from '#ui/time.tsx'

import { useDerivedTicket, useTicket, useTicketMarket } from './ticket-context.tsx'
import { isAtMarket } from './draft.ts'

const TIGHT = 'gap-1! px-2!'

export function SizeFields() {
  const { form, choices, base, quote, terms } = useTicket()
  const { preview } = useDerivedTicket()
  const { errorAt } = useProblems()
  const messageId = useId()
  const { by } = choices.position
  const units = useController({ control: form.control, name: 'position.units.value' }).field
  const total = useController({ control: form.control, name: 'position.total.value' }).field
  const { onChange: onUnits } = units
  const { onChange: onTotal } = total
  // The balance is checked while typing, everything else after leaving the field.
  const error =
    errorAt('position.units.value', 'position.total.value') ??
    balanceProblem(preview.needs, terms, joinPair({ base, quote }))
  const set = useCallback(
    (one: 'units' | 'total', text: string) => {
      form.setValue('position.by', one, { shouldDirty: true })
      onUnits(one === 'units' ? text : '')
      onTotal(one === 'total' ? text : '')
    },
    [form, onUnits, onTotal],
  )
  const setUnits = useCallback((text: string) => set('units', text), [set])
  const typed = {
    units: useCallback(
      (event: ChangeEvent<HTMLInputElement>) => set('units', event.target.value),
      [set],
    ),
    total: useCallback(
      (event: ChangeEvent<HTMLInputElement>) => set('total', event.target.value),
      [set],
    ),
  }
  const paid = readAs(total.value)
  const sent =
    by === 'units'
      ? sentAs(units.value)
      : preview.units &&
        `Sent as ${toText(preview.units)} ${base}${paid === undefined ? '' : ` for ${paid} ${quote}`}`
  const input = (one: 'units' | 'total', label: string, unit: string, followed: string) => {
    const { name, ref, value, onBlur } = one === 'units' ? units : total
    return (
      <Field label={label}>
        {(wiring) => (
          <TextInput
            {...wiring}
            {...{ name, ref, onBlur }}
            {...messageWiring(messageId, error, '')}
            isNumeric
            size="tall"
            frameClassName={TIGHT}
            unit={unit}
            value={by === one ? value : followed}
            onChange={typed[one]}
          />
        )}
      </Field>
    )
  }
  const isHeld = SHAPE_OF_TYPE[choices.type].skip_enter_step
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)] gap-2">
        {input(
          'units',
          isHeld ? 'Units held' : 'Units',
          base,
          preview.units ? formatAmount(preview.units) : '',
        )}
        {input('total', 'Total', quote, preview.total ? formatMoney(preview.total, quote) : '')}
      </div>
      <FreePresets onUnits={setUnits} />
      <div id={messageId}>
        <FieldMessage error={error}>{sent}</FieldMessage>
        {error === undefined && <FreeWords />}
      </div>
    </div>
  )
}

function FreePresets({ onUnits }: { onUnits: (text: string) => void }) {
  const { account, choices } = useTicket()
  const market = useTicketMarket()
  const { preview, values } = useDerivedTicket()
  const isMarket = isAtMarket(values)
  const best = isMarket ? marketPriceOf('buy', market.view)?.price : undefined
  const price = best ?? preview.entryPrice
  const unitsAt = (share: string) =>
    unitsOfFree(choices.type, decimal(share), price, market.view, Boolean(best))
  const most = unitsAt('100')
  if (!account) return null
  if (preview.takesMargin || !most || !isPositive(most)) {
    const free = market.view.free?.[takenCurrency(choices.type)]
    const { takesMargin } = preview
    return <FieldMessage>{whyNoShares({ takesMargin, free, price, isMarket })}</FieldMessage>
  }
  return (
    <div className="mt-1.5">
      <Presets
        label="Share of the free balance"
        options={SHARES}
        onPick={(share) => onUnits(toText(unitsAt(share) ?? most))}
      />
    </div>
  )
}

type SharesNeed = {
  takesMargin: boolean
  free: Decimal | undefined
  price: Decimal | undefined
  isMarket: boolean
}

/** Reason that no shares are offered; empty if the line below says that the balance is unknown. */
export function whyNoShares({ takesMargin, free, price, isMarket }: SharesNeed) {
  if (takesMargin) return 'No shares with leverage: the margin is a part of the total.'
  if (!free) return undefined
  if (!isPositive(free)) return 'No shares, because nothing is free.'
  if (price && isPositive(price)) return 'No shares: too little is free for one lot.'
  return isMarket
    ? 'No shares, because the price is unknown.'
    : 'Enter a price to take a share of the free balance.'
}

/** "32.8% of 12,480.16 USDT free, 6 s ago", or that it is unknown. */
function FreeWords() {
  const { account, terms, choices, base, quote } = useTicket()
  const { balanceAt } = useTicketMarket()
  const { preview } = useDerivedTicket()
  const { areAmountsHidden } = useDisplayPreferences()
  const currency = preview.needs?.currency ?? takenCurrency(choices.type)
  const free = terms.free?.[currency]
  const name = currency === 'base' ? base : quote
  if (!account) return null
  if (!free) return <FieldMessage>The free balance is not known here.</FieldMessage>
  const share =
    preview.needs && isPositive(free)
      ? divide(multiply(preview.needs.amount, HUNDRED), free, 4, 'half-even')
      : undefined
  return (
    <FieldMessage>
      {share && `${formatPercent(share, { places: 1 })} of `}
      {areAmountsHidden ? HIDDEN : formatMoney(free, name)} {name} free, <Age at={balanceAt} />
    </FieldMessage>
  )
}

import { marketPriceOf } from '#contract/draft-rule.ts'
import { decimal, divide, HUNDRED, isPositive, multiply, toText } from '#money/decimal.ts'
import { formatAmount, formatPercent } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { FieldMessage } from '#ui/field-message.tsx'
import { Presets } from '#ui/presets.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Age } from '#ui/time.tsx'

import { isAtMarket } from './draft.ts'
import { takenCurrency, unitsOfFree } from './free-units.ts'
import { useDerivedTicket, useTicket } from './ticket-context.ts'

const SHARES = [
  { value: '25', label: '25%' },
  { value: '50', label: '50%' },
  { value: '75', label: '75%' },
  { value: '100', label: '100%' },
] as const

/** Shares of the free balance; absent while balance or price is not known, and with leverage. */
export function FreePresets({ onUnits }: { onUnits: (text: string) => void }) {
  const { market, choices } = useTicket()
  const { preview, values } = useDerivedTicket()
  const best = isAtMarket(values) ? marketPriceOf('buy', market.view)?.price : undefined
  const unitsAt = (share: string) =>
    unitsOfFree(
      choices.type,
      decimal(share),
      best ?? preview.entryPrice,
      market.view,
      best !== undefined,
    )
  const most = unitsAt('100')
  if (preview.takesMargin || most === undefined || !isPositive(most)) return null
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

/** "32.8% of 12,480.16 USDT free, 6 s ago", or that it is not known. */
export function FreeWords() {
  const { account, market, choices, base, quote } = useTicket()
  const { preview } = useDerivedTicket()
  const { areAmountsHidden } = useDisplayPreferences()
  const currency = preview.needs?.currency ?? takenCurrency(choices.type)
  const free = market.view.free?.[currency]
  const name = currency === 'base' ? base : quote
  if (account === undefined) return null
  if (free === undefined) return <FieldMessage>The free balance is not known here.</FieldMessage>
  const share =
    preview.needs && isPositive(free)
      ? divide(multiply(preview.needs.amount, HUNDRED), free, 4, 'half-even')
      : undefined
  return (
    <FieldMessage>
      {share && `${formatPercent(share, { places: 1 })} of `}
      {areAmountsHidden ? '••••' : formatAmount(free, { places: moneyPlaces(name, free) })} {name}{' '}
      free, <Age at={market.balanceAt} />
    </FieldMessage>
  )
}

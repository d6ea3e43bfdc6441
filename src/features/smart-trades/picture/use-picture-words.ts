import { type Decimal, negate } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { DraftValues } from '../ticket/fields.ts'
import type { PictureWords } from './picture-plan.ts'
import type { DerivedTicket } from '../ticket/ticket-context.ts'

/** What is written at the lines of the picture. */
export function usePictureWords(
  { preview: { targets, stop }, values }: DerivedTicket,
  quote: string,
): PictureWords {
  const { areAmountsHidden } = useDisplayPreferences()
  const result = (profit: Decimal | undefined) =>
    profit === undefined || areAmountsHidden
      ? ''
      : `, ${formatAmount(profit, { signed: true, places: moneyPlaces(quote, profit) })}`
  return {
    entry: `Entry, ${entryWord(values)}`,
    stop: stop?.orderType === 'limit' ? 'Stop trigger' : 'Stop, market',
    target: (index) => {
      const trailing = targets[index]?.trailing
      const name = targets.length === 1 ? 'Target' : `Target ${index + 1}`
      return trailing === undefined ? name : `${name}, trails ${formatAmount(trailing)}%`
    },
    targetDetail: (index) => {
      const { volume, profit } = targets[index] ?? {}
      return `${volume === undefined ? '—' : formatAmount(volume)}%${result(profit)}`
    },
    stopDetail: `100%${result(stop?.loss && negate(stop.loss))}`,
  }
}

function entryWord({ type, position }: DraftValues): string {
  if (type === 'smart_sell' || type === 'smart_buy') return 'held'
  if (type.startsWith('simple')) return 'market'
  // A conditional entry that runs at a limit has a trigger of its own beside it.
  return position.order_type === 'conditional' && position.conditional.order_type === 'limit'
    ? 'limit'
    : position.order_type
}

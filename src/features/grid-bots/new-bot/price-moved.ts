import type { GridBotDraft } from '#contract/grid-bots.ts'
import { compare, type Decimal } from '#money/decimal.ts'
import { splitPair } from '#trading/pair.ts'
import { isFar, priceWent } from '#trading/price-move.ts'

/**
 * What another price does to a grid that was reviewed, as a sentence; `undefined` while it means
 * what it meant: the price lies on the same side of its range and stops, and what is bought first
 * costs about what was read.
 */
export function whatMoved(
  draft: GridBotDraft,
  from: Decimal | undefined,
  to: Decimal | undefined,
): string | undefined {
  if (from === undefined || to === undefined) return undefined
  const moved = priceWent(from, to, splitPair(draft.pair).quote)
  const levels: [name: string, price: Decimal | undefined][] = [
    ['lower price', draft.lower_price],
    ['upper price', draft.upper_price],
    ['stop below', draft.lower_stop_loss_price],
    ['stop above', draft.upper_stop_loss_price],
  ]
  const passed = levels.find(
    ([, price]) => price && compare(price, from) > 0 !== compare(price, to) > 0,
  )
  if (passed) return `${moved} and has passed the ${passed[0]}.`
  return isFar(from, to) ? `${moved}, and its lines are set around that price.` : undefined
}

import type { DcaBotDraft } from '#contract/dca-bots.ts'
import type { Decimal } from '#money/decimal.ts'
import { type DcaPlace, judgeDcaBot } from '#trading/judge-dca-bot.ts'
import { splitSlashPair } from '#trading/pair.ts'
import { isFar, priceWent } from '#trading/price-move.ts'

/**
 * What another price does to a bot that was reviewed, as a sentence; `undefined` while it means what
 * it meant: no rule that held is broken, and a deal that opens at once starts about where it was read.
 */
export function whatMoved(
  draft: DcaBotDraft,
  from: Decimal | undefined,
  place: DcaPlace,
): string | undefined {
  const to = place.price
  if (from === undefined || to === undefined) return undefined
  const moved = priceWent(from, to, splitSlashPair(draft.pair).quote)
  const [broken] = Object.values(judgeDcaBot(draft, place)).flat()
  if (broken !== undefined) return `${moved}. ${broken}`
  return draft.start_condition === 'asap' && isFar(from, to)
    ? `${moved}, and the first deal starts there.`
    : undefined
}

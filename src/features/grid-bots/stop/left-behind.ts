import type { GridBot } from '#contract/grid-bots.ts'
import { isFuturesBot } from '#trading/allowed.ts'

/** `undefined` where the service tells nothing of the bot. */
type Bot = GridBot | undefined

/** What stopping bots may leave on the exchange. */
export function leftBehind(bots: readonly Bot[]): string {
  const isOne = bots.length === 1
  const coins = isOne ? 'coins the bot has bought' : 'coins the bots have bought'
  const positions = isOne ? 'the position the bot has open' : 'positions the bots have open'
  if (bots.every(isSpot)) return coins
  return bots.every(isFutures) ? positions : `${coins} or ${positions}`
}

/** What nobody says of it, as sentences. A position that stays open goes on winning or losing. */
export function leftBehindWords(bots: readonly Bot[]): string {
  const expected = bots.every(isSpot)
    ? 'They are expected to stay on the exchange.'
    : 'What is open may stay open, and lose money there.'
  return `The service does not say what it does with ${leftBehind(bots)}. ${expected} Check on the exchange afterwards.`
}

const isFutures = (bot: Bot): boolean => bot !== undefined && isFuturesBot(bot)
const isSpot = (bot: Bot): boolean => bot?.leverage_type !== undefined && !isFuturesBot(bot)

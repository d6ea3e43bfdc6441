import type { GridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { type PairParts, splitPair } from '#trading/pair.ts'

/** The two currencies of a bot's pair, once the pair is known. */
export const currenciesOf = (bot: Pick<Read<GridBot>, 'pair'>): PairParts | undefined =>
  bot.pair === undefined ? undefined : splitPair(bot.pair)

import type { GridBotDraft } from '#contract/grid-bots.ts'
import { toText } from '#money/decimal.ts'

import type { MarketType } from '../engine/balances/accounts.ts'
import { aGridDraft } from './bot-drafts.ts'
import { scriptedWorld } from './scripted-world.ts'

export type Prices = readonly (readonly [second: number, price: number])[]

type Money = {
  marketType?: MarketType
  usdt?: string
  btc?: string
  depth?: string
  impact?: string
}

/** A grid bot in a world with given prices, and what a test asks of it. */
export function aGrid(
  prices: Prices,
  rest: Partial<GridBotDraft> = {},
  { marketType = 'spot', usdt = '10000', btc = '0', ...offers }: Money = {},
) {
  const balances = { USDT: usdt, ...(btc !== '0' && { BTC: btc }) }
  const scene = scriptedWorld({ prices: { USDT_BTC: prices }, balances, marketType, ...offers })
  const { id } = scene.engine.createGridBot(aGridDraft(scene.account, rest))
  const bot = () => scene.engine.gridBot(id)
  return {
    ...scene,
    id,
    bot,
    prices: () => bot().grid_lines.map(({ price }) => price),
    /** Such as "90 buy", "100 waits" and, without an order, "80 buy later". */
    lines: () =>
      bot().grid_lines.map(
        ({ price, side, order_placed: placed }) =>
          `${toText(price)} ${side ?? 'waits'}${placed || side === null ? '' : ' later'}`,
      ),
  }
}

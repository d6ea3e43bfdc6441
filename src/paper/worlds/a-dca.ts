import type { DcaBotDraft } from '#contract/dca-bots.ts'
import { toText } from '#money/decimal.ts'

import { dcaBotEntity } from '../engine/dca-bots/dca-bot-entity.ts'
import type { MarketType } from '../engine/balances/accounts.ts'
import type { Prices } from './a-grid.ts'
import { aDcaDraft } from './bot-drafts.ts'
import { scriptedWorld } from './scripted-world.ts'

/** A DCA bot in a world with given prices, and what a test asks of it. */
export function aDca(
  prices: Prices,
  rest: Partial<DcaBotDraft> = {},
  {
    marketType = 'spot',
    usdt = '10000',
    ...offers
  }: { marketType?: MarketType; usdt?: string; depth?: string; impact?: string } = {},
) {
  const balances = { USDT: usdt }
  const scene = scriptedWorld({
    prices: { USDT_BTC: prices, USDT_ETH: [[0, 100]] },
    balances,
    marketType,
    ...offers,
  })
  const { id, webhook_secret: secret } = scene.engine.createDcaBot(
    aDcaDraft(scene.account, rest),
    'a secret',
  )
  const { account, world } = scene
  const ordersOf = () => world.dcaBots.get(id)?.orders ?? []
  return {
    ...scene,
    id,
    secret,
    bot: () => {
      const bot = world.dcaBots.get(id)
      if (!bot) throw new RangeError(`no DCA bot ${id}`)
      return dcaBotEntity(world, bot)
    },
    /** Types of what happened, oldest first. */
    events: async () =>
      ((await scene.engine.dcaBot(id, true)).events ?? []).map(({ type }) => type).toReversed(),
    /** Open orders such as "buy 1 at 90", in the order in which they were placed. */
    orders: () =>
      ordersOf()
        .filter(({ owner }) => owner.role !== 'liquidation')
        .map(
          ({ side, units, price, trigger }) =>
            `${side} ${toText(units)} at ${toText(price ?? trigger?.price ?? units)}`,
        ),
    /** Where its deals are liquidated. */
    liquidations: () =>
      ordersOf().flatMap(({ owner, trigger }) =>
        owner.role === 'liquidation' && trigger ? toText(trigger.price) : [],
      ),
    owed: (currency: string) => toText(world.ledger.balance(`loans:${account.id}`, currency)),
  }
}

/** The same on a futures account, selling first. */
export const aShort = (
  prices: Prices,
  rest: Partial<DcaBotDraft> = {},
  money: { usdt?: string; depth?: string } = {},
) => aDca(prices, { strategy: 'Short', ...rest }, { marketType: 'futures', ...money })

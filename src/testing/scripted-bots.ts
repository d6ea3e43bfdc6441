import type { DcaBotDraft } from '#contract/dca-bots.ts'
import type { GridBotDraft } from '#contract/grid-bots.ts'
import { decimal, toText } from '#money/decimal.ts'
import type { Account, MarketType } from '#paper/engine/balances/accounts.ts'
import { dcaBotEntity } from '#paper/engine/dca-bots/dca-bot-requests.ts'

import { aDraft, type Prices, scriptedWorld } from './scripted-world.ts'

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
    prices: { USDT_BTC: prices, USDT_ETH: '0s 100' },
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
    /** Liquidation price of its deals. */
    liquidations: () =>
      ordersOf().flatMap(({ owner, trigger }) =>
        owner.role === 'liquidation' && trigger ? toText(trigger.price) : [],
      ),
    owed: (currency: string) => toText(world.ledger.balance(`loans:${account.id}`, currency)),
  }
}

/** A short bot on a futures account. */
export const aShort = (
  prices: Prices,
  rest: Partial<DcaBotDraft> = {},
  money: { usdt?: string; depth?: string } = {},
) => aDca(prices, { strategy: 'Short', ...rest }, { marketType: 'futures', ...money })

/** Five lines from 80 to 120 of one coin each, unless something else is said. */
export const aGridDraft = (account: Account, rest: Partial<GridBotDraft> = {}): GridBotDraft => ({
  account_id: account.id,
  pair: 'USDT_BTC',
  lower_price: decimal('80'),
  upper_price: decimal('120'),
  grids_quantity: 5,
  grid_type: 'arithmetic',
  quantity_per_grid: decimal('1'),
  ...rest,
})

/**
 * Opens deals by hand: 100 USDT, safety orders of 100 USDT at 10 % and 20 % below, and a profit of
 * 5 %, unless something else is said.
 */
export const aDcaDraft = (account: Account, rest: Partial<DcaBotDraft> = {}): DcaBotDraft => ({
  connection_id: account.connectionId,
  pair: 'BTC/USDT',
  name: 'Test bot',
  market_type: account.marketType === 'futures' ? 'futures' : 'spot',
  strategy: 'Long',
  start_order_type: 'market',
  base_order_size: decimal('100'),
  safety_order_size: decimal('100'),
  safety_order_step_scale: decimal('1'),
  safety_order_volume_scale: decimal('1'),
  price_deviation: decimal('10'),
  max_safety_orders: 2,
  max_active_trades: 1,
  cooldown_between_trades: 0,
  take_profit_pct: decimal('5'),
  tp_type: 'percentage',
  tp_trailing: false,
  tp_trailing_pct: decimal('0'),
  stop_loss_enabled: false,
  stop_loss_pct: decimal('0'),
  sl_type: 'stop_loss',
  start_condition: 'asap',
  ...rest,
})

export const LEVERAGE = { enabled: true, type: 'cross', value: 5 } as const

type Wish = Partial<Parameters<typeof aDraft>[1]> & {
  side: 'buy' | 'sell'
  prices: Prices
  marketType: Exclude<MarketType, 'spot'>
}

/** Ten units bought or sold at five times what the account of 1,000 pays for them, and what it owes. */
export function aLeveragedTrade({ side, prices, marketType, ...rest }: Wish) {
  const scene = scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: '1000' },
    marketType,
  })
  const { world, engine, account } = scene
  const { id } = engine.createSmartTrade(
    aDraft(account, { side, units: '10', leverage: LEVERAGE, ...rest }),
  )
  return {
    ...scene,
    id,
    trade: () => engine.smartTrade(id),
    owed: (currency: string) => world.ledger.balance(`loans:${account.id}`, currency),
  }
}

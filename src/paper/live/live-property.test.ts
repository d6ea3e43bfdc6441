import fc from 'fast-check'
import { expect, it } from 'vitest'

import { openLiveService } from '#testing/live-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { traderAt } from '#testing/trader-at-work.ts'

const SECONDS = 240

/** Changes of the price in hundredths of a per cent, with the part of a second at which each is. */
const trades = fc.array(
  fc.record({
    second: fc.nat(SECONDS - 1),
    into: fc.nat(999),
    by: fc.integer({ min: -90, max: 90 }),
  }),
  { minLength: 60, maxLength: 200 },
)
const fault = fc.constantFrom('drop', 'connect', 'stall', 'flow', 'pause', 'read')
const faults = fc.array(fc.record({ second: fc.nat(SECONDS - 20), fault }), { maxLength: 12 })

type Trades = { second: number; into: number; by: number }[]
type Faults = { second: number; fault: string }[]

/** Result of a trader's fixed orders over a course of prices with faults. */
async function after(course: Trades, troubles: Faults) {
  const live = await openLiveService()
  try {
    const trader = await traderAt(await live.serve(), live.credentials)
    const { exchange } = live
    const bodies = [
      ['/api/v1/smart_trades', trader.trade(near('89700', '90600', '89200'))],
      ['/api/v1/smart_trades', trader.trade(near('89950', '90200', '89600'))],
      ['/api/v1/smart_trades', trader.trade({ ...near('89500', '91000', '88000'), ...TRAILING })],
      ['/api/v1/bots/grid', { ...trader.grid, lower_price: 89_000, upper_price: 91_000 }],
      [
        '/api/v1/bots/dca',
        { ...trader.dca, start_condition: 'asap', take_profit_pct: 0.4, price_deviation: 0.3 },
      ],
    ] as const
    for (const [target, body] of bodies) {
      const { status, json } = await trader.post(target, body)
      if (status !== 201) throw new Error(`${target} answered ${JSON.stringify(json)}`)
      await live.untilLive()
    }
    const ordered = course.toSorted((a, b) => a.second - b.second || a.into - b.into)
    let price = 90_000
    for (let second = 0; second < SECONDS; second++) {
      for (const trouble of troubles) if (trouble.second === second) strike(exchange, trouble.fault)
      for (const { into, by } of ordered.filter((trade) => trade.second === second)) {
        price = Math.max(1, Math.round(price * (1 + by / 10_000) * 100) / 100)
        exchange.trade('USDT_BTC', price.toFixed(2), live.machine.now + into)
      }
      await live.second()
    }
    exchange.flow()
    exchange.fail(undefined)
    exchange.connect()
    await live.seconds(20)
    await live.untilLive()
    expect(live.failures).toEqual([])
    return {
      trades: await trader.read('/api/v1/smart_trades?per_page=100'),
      history: await trader.read<unknown[]>('/api/v1/terminal/history?limit=1000'),
      grids: await trader.read('/api/v1/bots/grid'),
      bots: await trader.read('/api/v1/bots/dca'),
    }
  } finally {
    await live.close()
  }
}

const near = (entry: string, target: string, stop: string) => ({
  'position.price.value': entry,
  'take_profit.steps': [
    { order_type: 'limit', volume: 100, price: { type: 'last', value: target } },
  ],
  'stop_loss.conditional.price.value': stop,
})
const TRAILING = {
  'take_profit.steps': [
    {
      order_type: 'market',
      volume: 100,
      price: { type: 'last', value: '89900' },
      trailing: { enabled: true, percent: '0.2' },
    },
  ],
}

function strike(exchange: Awaited<ReturnType<typeof openLiveService>>['exchange'], name: string) {
  if (name === 'drop') exchange.drop()
  else if (name === 'connect') exchange.connect()
  else if (name === 'stall') exchange.stall()
  else if (name === 'flow') exchange.flow()
  else exchange.fail(name === 'pause' ? 'Binance asks for a pause' : undefined)
}

it(
  'outages, stalls and refused reads change no fill: neither its price nor its time',
  { timeout: 900_000 },
  async () => {
    let fills = 0
    await fc.assert(
      fc.asyncProperty(trades, faults, async (course, troubles) => {
        const undisturbed = await after(course, [])
        fills += undisturbed.history.length
        expect(await after(course, troubles)).toEqual(undisturbed)
      }),
      { numRuns: proofSize(2, 30), endOnFailure: true },
    )
    // Otherwise nothing was compared.
    expect(fills).toBeGreaterThan(proofSize(4, 60))
  },
)

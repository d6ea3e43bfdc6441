import { afterEach, expect, it } from 'vitest'

import { openLiveTrader, WAITING_BUY } from '#testing/live-service.ts'
import { traderAt } from '#testing/trader-at-work.ts'

let live: Awaited<ReturnType<typeof openLiveTrader>> | undefined
afterEach(async () => {
  await live?.closeWhole()
  live = undefined
})

async function open() {
  const opened = await openLiveTrader()
  live = opened
  return opened
}

it('a second user of a live world has an own account, and the same trade fills orders of both', async () => {
  const { port, trader, addKey, exchange, seconds, untilLive } = await open()
  const ann = await traderAt(port, await addKey({ user: 'ann' }))
  expect(await ann.read('/api/v1/exchanges')).toMatchObject([{ exchange: 'binance' }])
  const ids: number[] = []
  for (const user of [trader, ann]) {
    const { status, json } = await user.post('/api/v1/smart_trades', user.trade(WAITING_BUY))
    expect(status).toBe(201)
    ids.push((json as { id: number }).id)
    await untilLive()
  }
  exchange.trade('USDT_BTC', '87900')
  await seconds(3)
  for (const [index, user] of [trader, ann].entries()) {
    const target = `/api/v1/smart_trades/${ids[index]}`
    const filled = { status: { type: 'waiting_targets' }, position: { price: { value: '88088' } } }
    expect(await user.read(target)).toMatchObject(filled)
  }
  const { status } = await ann.send({ target: `/api/v1/smart_trades/${ids[0]}` })
  expect(status).toBe(404)
})

it('an alert of a live world fires by a streamed price, and not while prices are missing', async () => {
  const { trader, exchange, second, seconds, untilLive } = await open()
  await trader.post('/api/v1/smart_trades', trader.trade(WAITING_BUY))
  await untilLive()
  const id = '1f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b'
  const alert = { id, kind: 'price', name: 'BTC', pair: 'USDT_BTC', direction: 'above' }
  const { status, text } = await trader.post('/api/v1/alerts', { ...alert, level: 91_000 })
  expect([status, text]).toEqual([200, expect.any(String)])
  const firedAt = async () =>
    (await trader.read<{ last_fired_at: string | null }[]>('/api/v1/alerts'))[0]?.last_fired_at
  await seconds(2)
  exchange.lose()
  exchange.trade('USDT_BTC', '92000')
  await seconds(5)
  expect(await firedAt()).toBeNull()
  exchange.found()
  await untilLive()
  exchange.trade('USDT_BTC', '90000')
  await seconds(3)
  exchange.trade('USDT_BTC', '91500')
  await second()
  await seconds(2)
  expect(await firedAt()).toEqual(expect.any(String))
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { importSecret } from '#signing/keys.ts'
import { aDraft } from '#testing/a-draft.ts'
import { binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'
import { krakenStandIn } from '#testing/exchanges/kraken-stand-in.ts'
import { eventually } from '#testing/eventually.ts'
import { type Sent, sendSigned } from '#testing/trader-at-work.ts'

import { commandOf, openService, readServeFlags } from '../main.ts'

const EXCHANGES = {
  binance: { standIn: binanceStandIn, symbol: 'BTCUSDT', pair: 'USDT_BTC', fee: '1.001' },
  kraken: { standIn: krakenStandIn, symbol: 'BTC/USD', pair: 'USD_BTC', fee: '1.004' },
} as const

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(name: keyof typeof EXCHANGES) {
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-whole-'))
  const exchange = await EXCHANGES[name].standIn()
  const { symbol } = EXCHANGES[name]
  // The volume of the day decides how much a second offers.
  exchange.past(symbol, [[Date.now() - 3_600_000, '64000.0', '20000']])
  exchange.beatEvery(100)
  const market = ['--market', `live:${name}`]
  const addresses = [`--${name}-http`, exchange.http, `--${name}-ws`, exchange.ws]
  const flags = ['--data', data, '--port', '0', '--rate-limit', 'off', ...market, ...addresses]
  const service = await openService(readServeFlags(flags, '/nowhere'), '/nowhere')
  ends.push(async () => {
    service.server.close()
    service.server.closeAllConnections()
    await service.close()
    await exchange.close()
    rmSync(data, { recursive: true })
  })
  const add = commandOf(['keys', 'add', '--type', 'hmac', '--json', '--data', data])
  const made = JSON.parse((await add?.('/')) ?? '') as Record<string, string>
  const { api_key: apiKey = '', secret_key: secret = '' } = made
  const credentials = { apiKey, key: await importSecret(secret), emptyForm: 'path?' as const }
  const send = (sent: Sent) => sendSigned(Number(new URL(service.link).port), credentials, sent)
  const read = async <T>(target: string): Promise<T> => (await send({ target })).json as T
  const isLive = () =>
    eventually(async () =>
      expect(await read('/api/v1/time')).toMatchObject({ market: { state: 'live' } }),
    )
  return { exchange, symbol, send, read, isLive }
}

it.each(['binance', 'kraken'] as const)(
  'a start with --market live:%s lists its pairs, and its trades fill an entry and a stop',
  async (name) => {
    const { pair, fee } = EXCHANGES[name]
    const { exchange, symbol, send, read, isLive } = await start(name)
    await isLive()
    const [account] = await read<{ account_id: number; exchange: string }[]>('/api/v1/exchanges')
    expect(account).toMatchObject({ exchange: name })
    await eventually(async () => {
      const pairs = await read<{ pair: string }[]>('/api/v1/market/pairs')
      expect(pairs.map((one) => one.pair)).toContain(pair)
    })

    const body = aDraft({
      account_id: account?.account_id,
      pair,
      'position.order_type': 'limit',
      'position.units.value': '0.01',
      'position.price.value': '63900',
      'take_profit.steps': [
        { order_type: 'limit', volume: 100, price: { type: 'last', value: '70000' } },
      ],
      'stop_loss.conditional.price.value': '62000',
    })
    const target = '/api/v1/smart_trades'
    const created = await send({ method: 'POST', target, body: JSON.stringify(body) })
    expect(created).toMatchObject({ status: 201 })
    const trade = `${target}/${(created.json as { id: number }).id}`
    await isLive()
    exchange.trade(symbol, '63890.0', '0.5')
    await eventually(async () =>
      expect(await read(trade)).toMatchObject({
        status: { type: 'waiting_targets' },
        position: { price: { value: (63_900 * Number(fee)).toFixed(1) } },
      }),
    )
    exchange.trade(symbol, '61900.0', '0.5')
    await eventually(async () =>
      expect(await read(trade)).toMatchObject({ status: { type: 'stop_loss_finished' } }),
    )
  },
)

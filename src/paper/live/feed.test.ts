import { afterEach, describe, expect, it } from 'vitest'

import { toText } from '#money/decimal.ts'
import { binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'
import { handClock } from '#testing/exchanges/hand-clock.ts'
import { krakenStandIn } from '#testing/exchanges/kraken-stand-in.ts'
import { eventually } from '#testing/eventually.ts'

import { binanceFeed } from './binance.ts'
import type { FeedEvents, FeedStream, MarketFeed } from './feed.ts'
import { krakenFeed } from './kraken.ts'

const START = Date.UTC(2026, 10, 27, 12, 0, 0)
const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

/** Events as short lines, such as `trade USD_BTC 64000.1`. */
function recorder() {
  const lines: string[] = []
  const pulses: { at: number; time: number | undefined }[] = []
  let pulsed = () => {}
  const events: FeedEvents = {
    trade: ({ pair, price, size, id }) =>
      lines.push(`trade ${pair} ${toText(price)} ${toText(size)} #${id}`),
    quote: ({ pair, bid, ask }) =>
      lines.push(`quote ${pair} ${bid ? toText(bid) : '—'} ${ask ? toText(ask) : '—'}`),
    status: (pair, status) => lines.push(`status ${pair} ${status}`),
    pulse(at, time) {
      pulses.push({ at, time })
      pulsed()
    },
    up: (pairs) => lines.push(`up ${[...pairs].toSorted().join()}`),
    stale: (since) => lines.push(`stale since ${since}`),
    down: ({ reason, attempt, nextTryAt }) =>
      lines.push(`down ${attempt} ${reason} next ${nextTryAt}`),
    unreadable: (count, sentence) => lines.push(`unreadable ${count} ${sentence}`),
  }
  const nextPulse = () => new Promise<void>((resolve) => (pulsed = resolve))
  return { lines, pulses, events, nextPulse }
}

const exchanges = {
  async binance() {
    const hand = handClock(START)
    const standIn = await binanceStandIn(hand.clock.now)
    const feed = binanceFeed(hand.clock, standIn)
    const names = { BTC: 'BTCUSDT', ETH: 'ETHBTC', ODD: '1INCHUSDT' }
    const pairs = { BTC: 'USDT_BTC', ETH: 'BTC_ETH', ODD: 'USDT_1INCH' }
    const pulse = () => standIn.trade('BTCUSDT', '64000.00', '0.001')
    return { hand, standIn, feed, names, pairs, pulse }
  },
  async kraken() {
    const hand = handClock(START)
    const standIn = await krakenStandIn(hand.clock.now)
    const feed = krakenFeed(hand.clock, standIn)
    const names = { BTC: 'BTC/USD', ETH: 'ETH/BTC', ODD: 'DOGE/USD' }
    const pairs = { BTC: 'USD_BTC', ETH: 'BTC_ETH', ODD: 'USD_DOGE' }
    return { hand, standIn, feed, names, pairs, pulse: standIn.heartbeat }
  },
}

async function begun(name: keyof typeof exchanges) {
  const exchange = await exchanges[name]()
  const own = recorder()
  let stream: FeedStream | undefined
  const open = (feed: MarketFeed = exchange.feed) => (stream = feed.open(own.events))
  ends.push(async () => {
    stream?.close()
    await exchange.standIn.close()
  })
  /** Waits until a line is there; the clock moves on meanwhile, as commands are spaced by it. */
  const line = (text: string | RegExp) =>
    eventually(() => {
      const found = own.lines.find((one) =>
        typeof text === 'string' ? one === text : text.test(one),
      )
      if (found === undefined) {
        exchange.hand.advance(250)
        throw new Error(`no line ${text}; there are:\n${own.lines.join('\n')}`)
      }
      return found
    })
  /** Opens and watches, until all pairs stream. */
  async function watching(...pairs: string[]) {
    const opened = open()
    opened.watch(new Set(pairs))
    await line(`up ${pairs.toSorted().join()}`)
    return opened
  }
  /** Moves on in steps that leave no silence, with a pulse after each. */
  async function alive(milliseconds: number, step = 9 * SECOND): Promise<void> {
    for (let left = milliseconds; left > 0; left -= step) {
      exchange.hand.advance(Math.min(step, left))
      const arrived = own.nextPulse()
      exchange.pulse()
      await arrived
    }
  }
  return { ...exchange, ...own, open, line, watching, alive }
}

describe.each(['binance', 'kraken'] as const)('the feed of %s', (name) => {
  it('a streamed trade keeps the digits of the wire', async () => {
    const { standIn, names, pairs, watching, line } = await begun(name)
    await watching(pairs.BTC)
    standIn.trade(names.BTC, '64000.10', '0.00000001')
    expect(await line(/^trade/)).toContain(`${pairs.BTC} 64000.1 0.00000001 #`)
  })

  it('a quote has the best bid and ask, and an empty side is unknown', async () => {
    const { standIn, names, pairs, watching, line } = await begun(name)
    await watching(pairs.ETH)
    standIn.quote(names.ETH, '0.04842', '0.04844')
    await line(`quote ${pairs.ETH} 0.04842 0.04844`)
    standIn.quote(names.ETH, '0.04842', '0')
    expect(await line(/^quote .*—/)).toBe(`quote ${pairs.ETH} 0.04842 —`)
  })

  it('only watched pairs stream, until they are watched no more', async () => {
    const { standIn, names, pairs, watching, line, lines } = await begun(name)
    const stream = await watching(pairs.BTC, pairs.ODD)
    stream.watch(new Set([pairs.ODD]))
    await line(`up ${pairs.ODD}`)
    standIn.trade(names.BTC, '64001', '1')
    standIn.trade(names.ETH, '0.05', '1')
    standIn.trade(names.ODD, '0.4', '1')
    await line(new RegExp(`^trade ${pairs.ODD} `))
    expect(lines.filter((one) => one.startsWith('trade')).length).toBe(1)
    const [client] = standIn.clients()
    // The pulse of the connection remains.
    expect(client?.streams.size).toBe(3)
  })

  it('a second message of a trade changes nothing', async () => {
    const { standIn, names, pairs, watching, line, lines } = await begun(name)
    await watching(pairs.BTC)
    standIn.trade(names.BTC, '64001', '1')
    standIn.trade(names.BTC, '64002', '1')
    standIn.repeat(2)
    standIn.trade(names.BTC, '64003', '1')
    await line(/ 64003 /)
    expect(lines.filter((one) => one.startsWith('trade')).length).toBe(3)
  })

  it('prices are stale after 10 s without data, until the next message', async () => {
    const { hand, standIn, pairs, watching, line, pulses, pulse, lines } = await begun(name)
    await watching(pairs.ODD)
    pulse()
    const before = pulses.length
    await eventually(() => expect(pulses.length).toBeGreaterThan(before))
    standIn.silence()
    const last = pulses.at(-1)?.at
    hand.advance(9 * SECOND)
    expect(lines.filter((one) => one.startsWith('stale'))).toEqual([])
    hand.advance(SECOND)
    await line(`stale since ${last}`)
    standIn.speak()
    const silent = pulses.length
    pulse()
    await eventually(() => expect(pulses.length).toBeGreaterThan(silent))
    expect(lines.filter((one) => one.startsWith('down'))).toEqual([])
  })

  it('a connection that is silent for 20 s is replaced, and pairs are subscribed again', async () => {
    const { hand, standIn, names, pairs, watching, line, lines } = await begun(name)
    await watching(pairs.ODD)
    standIn.silence()
    hand.advance(21 * SECOND)
    await line(/^down 1 .*no data for 20 s/)
    standIn.speak()
    lines.length = 0
    await line(`up ${pairs.ODD}`)
    standIn.trade(names.ODD, '0.42', '1')
    await line(/ 0.42 /)
    expect(standIn.connections()).toBe(2)
  })

  it('messages that waited while the machine slept count as a gap', async () => {
    const { hand, standIn, pairs, watching, line, lines, pulses, pulse } = await begun(name)
    await watching(pairs.ODD)
    const before = pulses.length
    hand.sleep(9 * HOUR)
    pulse()
    const downs = () => lines.filter((one) => one.startsWith('down'))
    await eventually(() => expect([...downs(), ...pulses.slice(before)]).not.toEqual([]))
    expect(pulses.length).toBe(before)
    expect(await line(/^down 1/)).toContain('no data for 20 s')
    expect(standIn.connections()).toBe(1)
  })

  it('tries again after 0.75, 1.5, 3 … seconds at most a minute apart, and says each', async () => {
    const { hand, standIn, pairs, watching, line, lines } = await begun(name)
    await watching(pairs.ODD)
    standIn.outage(true)
    await line(/^down 1 /)
    const delays: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      const said = await line(new RegExp(`^down ${attempt} `))
      const wait = Number(said.split(' ').at(-1)) - hand.clock.now()
      delays.push(wait)
      hand.advance(wait)
    }
    // The recorder lets a tenth of a second pass whenever it looks.
    const expected = [750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000]
    delays.forEach((delay, index) => {
      expect(delay).toBeLessThanOrEqual(expected[index] ?? 0)
    })
    expect(delays.at(-1)).toBeGreaterThan(30_000)
    standIn.outage(false)
    lines.length = 0
    await line(`up ${pairs.ODD}`)
  })

  it('a second connection opens before 24 h are over, and no trade is lost in between', async () => {
    const { hand, standIn, names, pairs, watching, lines, line, alive } = await begun(name)
    await watching(pairs.ODD)
    await alive(23 * HOUR - MINUTE, 19 * SECOND)
    const traded: string[] = []
    for (let second = 0; second < 100; second++) {
      await alive(SECOND)
      traded.push(`0.${second + 1_001}`)
      standIn.trade(names.ODD, `0.${second + 1_001}`, '1')
    }
    await line(/ 0.11 /)
    expect(standIn.connections()).toBe(2)
    await eventually(() => expect(standIn.clients().length).toBe(1))
    const got = lines.filter((one) => one.startsWith('trade')).map((one) => one.split(' ')[2])
    expect(got).toEqual(traded.map((price) => price.replace(/0+$/, '')))
    expect(lines.filter((one) => one.startsWith('down'))).toEqual([])
    expect(hand.clock.now()).toBeLessThan(START + 24 * HOUR)
  })

  it('trades that only the second connection got are passed on at the change', async () => {
    const { hand, standIn, names, pairs, watching, lines, line, alive, pulse } = await begun(name)
    await watching(pairs.ODD)
    await alive(23 * HOUR, 19 * SECOND)
    const [first] = standIn.clients()
    await eventually(() => {
      hand.advance(100)
      expect(standIn.clients()[1]?.streams.size).toBe(3)
    })
    if (first) standIn.mute(first)
    standIn.trade(names.ODD, '0.41', '1')
    standIn.trade(names.ODD, '0.42', '1')
    hand.advance(SECOND)
    pulse()
    await line(/ 0.42 /)
    expect(lines.filter((one) => one.startsWith('trade')).length).toBe(2)
  })

  it('a broken message is dropped and counted, and the stream goes on', async () => {
    const { standIn, names, pairs, watching, line, lines } = await begun(name)
    await watching(pairs.BTC)
    standIn.trade(names.BTC, '64001', '1')
    await line(/ 64001 /)
    standIn.send('{"e":"aggTrade","E":17')
    standIn.send('[]')
    standIn.send('null')
    standIn.send('{"unknown":1}')
    standIn.send(`{"channel":"trade","data":[{"symbol":"BTC/USD"}]}`)
    standIn.trade(names.BTC, '0', '1')
    standIn.trade(names.BTC, '-5', '1')
    const whole = standIn.lastSent('64001')
    for (const wrong of ['NaN', '"abc"', '"1,5"', 'null', `"${'9'.repeat(60)}"`]) {
      standIn.send(whole.replace(/"?64001[.0]*"?/, wrong))
    }
    for (const field of ['symbol', 's', 'trade_id', 'a', 'timestamp', 'T']) {
      standIn.send(whole.replace(`"${field}":`, '"gone":'))
    }
    standIn.trade(names.BTC, '64002', '0')
    standIn.quote(names.BTC, '64010', '64000')
    standIn.trade(names.BTC, '64003', '1')
    await line(/ 64003 /)
    expect(lines.filter((one) => one.startsWith('trade')).length).toBe(2)
    expect(lines.filter((one) => one.startsWith('quote') && one.includes('64010'))).toEqual([])
    const sentences = lines.filter((one) => one.startsWith('unreadable'))
    expect(sentences).toEqual([
      expect.stringMatching(/^unreadable 1 (Binance|Kraken): unreadable data, /),
    ])
  })

  it('a connection that sends more than a megabyte at once is ended', async () => {
    const { standIn, pairs, watching, line } = await begun(name)
    await watching(pairs.BTC)
    standIn.send(`"${'x'.repeat(1_100_000)}"`)
    expect(await line(/^down 1 /)).toContain('Max payload size exceeded')
  })

  it('a trade from the future is refused, since it would block later ones', async () => {
    const { hand, standIn, names, pairs, watching, line, lines } = await begun(name)
    await watching(pairs.BTC)
    standIn.trade(names.BTC, '99999', '1', hand.clock.now() + HOUR)
    standIn.trade(names.BTC, '64003', '1')
    await line(/ 64003 /)
    expect(lines.filter((one) => one.includes('99999'))).toEqual([])
    await line(/ahead of this machine's clock/)
  })

  it('a watched pair is reported when it halts, trades again, or is gone', async () => {
    const { standIn, names, pairs, watching, line, lines, alive } = await begun(name)
    await watching(pairs.ODD, pairs.ETH)
    standIn.halt(names.ODD)
    await alive(2 * MINUTE)
    await line(`status ${pairs.ODD} halted`)
    standIn.resume(names.ODD)
    await alive(2 * MINUTE)
    await line(`status ${pairs.ODD} trading`)
    standIn.delist(names.ETH)
    await alive(2 * MINUTE)
    await line(`status ${pairs.ETH} delisted`)
    expect(lines.filter((one) => one.startsWith('status')).length).toBe(3)
  })

  it('other pairs go on streaming if a subscription gets no answer', async () => {
    const { standIn, pairs, names, watching, line, lines, alive } = await begun(name)
    const stream = await watching(pairs.ODD)
    standIn.ignoreCommands(true)
    stream.watch(new Set([pairs.ODD, pairs.ETH]))
    await alive(20 * SECOND)
    standIn.trade(names.ODD, '0.42', '1')
    await line(/ 0.42 /)
    expect(await line(/^unreadable/)).toMatch(
      /^unreadable 1 (Binance|Kraken): a subscription got no answer\.$/,
    )
    expect(lines.filter((one) => /^(up|down)/.test(one))).toEqual([`up ${pairs.ODD}`])
  })

  it('a connection whose first subscription gets no answer is made again', async () => {
    const { standIn, pairs, open, line } = await begun(name)
    standIn.ignoreCommands(true)
    open().watch(new Set([pairs.ODD]))
    expect(await line(/^down 1/)).toMatch(/a subscription got no answer|no data for 20 s/)
    standIn.ignoreCommands(false)
    await line(`up ${pairs.ODD}`)
  })

  it('a pair unknown to the exchange is reported, and the others stream', async () => {
    const { pairs, open, line } = await begun(name)
    open().watch(new Set([pairs.ODD, 'USD_NOSUCH']))
    // Binance confirms what it does not know; its list of pairs tells.
    await line(/^(status USD_NOSUCH delisted|unreadable .*not supported NOSUCH.USD)/)
    expect(await line(/^up/)).toContain(pairs.ODD)
  })

  it('commands are sent at most twice a second', async () => {
    const { standIn, watching, pairs, line, lines } = await begun(name)
    const stream = await watching(pairs.BTC)
    for (let turn = 0; turn < 5; turn++) {
      stream.watch(new Set([pairs.ETH]))
      stream.watch(new Set([pairs.ODD]))
    }
    lines.length = 0
    await line(`up ${pairs.ODD}`)
    const times = standIn.commands.map(({ at }) => at)
    expect(times.length).toBeGreaterThan(10)
    // The stand-in notices one some steps of 250 ms after it was sent, when the machine is busy.
    times.slice(4).forEach((time, index) => {
      expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(1_000)
    })
  })
})

it('a change of a Kraken pair’s book tells the exchange’s time, and its first picture does not', async () => {
  const { standIn, names, pairs, pulses, hand, watching, line } = await begun('kraken')
  standIn.quote(names.ODD, '0.1600000', '0.1700000')
  await watching(pairs.ODD)
  await line(/^quote USD_DOGE 0.16 0.17/)
  expect(pulses.filter(({ time }) => time !== undefined)).toEqual([])
  hand.advance(SECOND)
  const time = hand.clock.now()
  standIn.quote(names.ODD, '0.1610000', '0.1700000')
  await line(/^quote USD_DOGE 0.161 0.17/)
  expect(pulses.at(-1)).toMatchObject({ time })
})

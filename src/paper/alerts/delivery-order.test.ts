import { expect, it } from 'vitest'

import { TRADE_EVENTS } from '#contract/alerts.ts'
import {
  aDayOf,
  ALERT_IDS,
  alertingService,
  arrived,
  openReceiver,
} from '#testing/alerting-service.ts'
import { eventually } from '#testing/eventually.ts'

const [FIRST, SECOND, THIRD] = ALERT_IDS

/** A service with a receiver of its webhooks; `waiting` are its timers, which a test ends by hand. */
async function withTimersByHand(wishes: Parameters<typeof alertingService>[1] = {}) {
  const receiver = await openReceiver()
  const waiting: (() => void)[] = []
  const service = await alertingService(receiver, {
    later(milliseconds, run) {
      waiting.push(() => {
        service.paper.clock.now += milliseconds
        run()
      })
      return () => undefined
    },
    ...wishes,
  })
  return { ...service, receiver, waiting }
}

it('a message that could not be sent goes out before a later one to its address', async () => {
  const { receiver, waiting, paper, trader } = await withTimersByHand()
  const test = (id: string) => trader.post(`/api/v1/alerts/${id}/test`, {})
  const topics = [
    [FIRST, 'one'],
    [SECOND, 'one'],
    [THIRD, 'two'],
  ] as const
  for (const [id, topic] of topics) {
    const { status } = await trader.post('/api/v1/alerts', {
      id,
      kind: 'drawdown',
      name: 'Portfolio',
      percent: 10,
      webhook: { kind: 'url', url: `${receiver.origin}/${topic}` },
    })
    expect(status).toBe(200)
  }
  receiver.answer.status = 503
  await test(FIRST)
  await eventually(() => expect(waiting).toHaveLength(1))
  receiver.answer.status = 200
  await test(SECOND)
  await test(THIRD)
  // Another address does not wait.
  await arrived(receiver, 2)
  waiting.shift()?.()
  await arrived(receiver, 4)
  const idOf = (body: string) => (JSON.parse(body) as { alert_id: string }).alert_id
  expect(receiver.received.map(({ body }) => idOf(body))).toEqual([FIRST, THIRD, FIRST, SECOND])
  await paper.close()
  await receiver.close()
})

it('a message that waited for a dead address has fewer tries left, so that none is delayed by those before it', async () => {
  const { receiver, waiting, paper, trader } = await withTimersByHand()
  receiver.answer.status = 503
  for (const id of ALERT_IDS) {
    await trader.post('/api/v1/alerts', {
      id,
      kind: 'drawdown',
      name: 'Portfolio',
      percent: 10,
      webhook: { kind: 'url', url: `${receiver.origin}/hook` },
    })
    await trader.post(`/api/v1/alerts/${id}/test`, {})
  }
  for (let tries = 1; tries < 3; tries += 1) {
    await eventually(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.()
  }
  // Three tries of the first message within 35 s, then one of each that waited.
  const failures = async () =>
    (await trader.read<{ webhook: { last_try: unknown } }[]>('/api/v1/alerts')).filter(
      ({ webhook }) => webhook.last_try !== null,
    )
  await eventually(async () => expect(await failures()).toHaveLength(3))
  expect(receiver.received).toHaveLength(5)
  await paper.close()
  await receiver.close()
})

it('a webhook that was replaced while its message waits for a retry is not called again', async () => {
  const { receiver, waiting, paper, trader } = await withTimersByHand()
  const save = (topic: string) =>
    trader.post('/api/v1/alerts', {
      id: FIRST,
      kind: 'drawdown',
      name: 'Portfolio',
      percent: 10,
      webhook: { kind: 'url', url: `${receiver.origin}/${topic}` },
    })
  const test = () => trader.post(`/api/v1/alerts/${FIRST}/test`, {})
  receiver.answer.status = 503
  await save('old')
  await test()
  await eventually(() => expect(waiting).toHaveLength(1))
  await save('new')
  receiver.answer.status = 200
  waiting.shift()?.()
  paper.clock.now += 60_000
  await test()
  await arrived(receiver, 2)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new'])
  await paper.close()
  await receiver.close()
})

it('a trade event that waited for a dead address is sent when the address is back, however late', async () => {
  const { receiver, waiting, paper, trader, pass } = await withTimersByHand()
  receiver.answer.status = 503
  for (const id of [FIRST, SECOND]) {
    await trader.post('/api/v1/alerts', {
      id,
      kind: 'trade_events',
      name: 'All trades and bots',
      events: TRADE_EVENTS,
      webhook: { kind: 'url', url: `${receiver.origin}/hook` },
    })
  }
  await trader.post('/api/v1/smart_trades', trader.trade({ 'position.order_type': 'market' }))
  await pass(2, 1_000)
  // Three tries of the first alert's message, then one of the second's, which waited for 35 s.
  for (const tries of [1, 2]) {
    await arrived(receiver, tries)
    await eventually(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.()
  }
  await arrived(receiver, 4)
  await pass(1)
  receiver.answer.status = 200
  receiver.received.length = 0
  await pass(3)
  await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2))
  const ids = receiver.received.map(
    ({ body }) => (JSON.parse(body) as { alert_id: string }).alert_id,
  )
  expect(new Set(ids)).toEqual(new Set([FIRST, SECOND]))
  await paper.close()
  await receiver.close()
})

it('an alert that fired while its address was dead is sent with its time when the address is back, also after a restart', async () => {
  const { receiver, waiting, trader, pass, reopen } = await withTimersByHand({
    market: aDayOf({ 10: { high: 120 } }),
  })
  await trader.post('/api/v1/alerts', {
    id: FIRST,
    kind: 'price',
    name: 'BTC/USDT',
    pair: 'USDT_BTC',
    direction: 'above',
    level: 115,
    webhook: { kind: 'url', url: `${receiver.origin}/hook` },
  })
  receiver.answer.status = 503
  await pass(12)
  for (const tries of [1, 2]) {
    await arrived(receiver, tries)
    await eventually(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.()
  }
  await arrived(receiver, 3)
  const { paper, ...again } = await reopen()
  receiver.answer.status = 200
  await again.pass(3)
  await arrived(receiver, 4)
  const texts = receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text)
  const [sentAtOnce, late] = [texts.slice(0, 3), texts.at(-1)]
  expect(new Set(sentAtOnce)).toEqual(new Set(['BTC/USDT rises to 115 or above']))
  expect(late).toMatch(
    /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\nBTC\/USDT rises to 115 or above$/,
  )
  await paper.close()
  await receiver.close()
})

it('a retry has the id and the events of the first try, whose answer may have been lost', async () => {
  const { receiver, waiting, paper, trader, pass } = await withTimersByHand()
  await trader.post('/api/v1/alerts', {
    id: FIRST,
    kind: 'trade_events',
    name: 'All trades and bots',
    events: TRADE_EVENTS,
    webhook: { kind: 'url', url: `${receiver.origin}/hook` },
  })
  const buy = () =>
    trader.post('/api/v1/smart_trades', trader.trade({ 'position.order_type': 'market' }))
  receiver.answer.status = 503
  await buy()
  await pass(2, 1_000)
  await arrived(receiver, 1)
  for (let count = 0; count < 7; count += 1) await buy()
  await pass(2, 1_000)
  for (const tries of [1, 2]) {
    await arrived(receiver, tries)
    await eventually(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.()
  }
  await arrived(receiver, 3)
  receiver.answer.status = 200
  await pass(3)
  await arrived(receiver, 5)
  const [first, , , retried, merged] = receiver.received.map(
    ({ body }) => JSON.parse(body) as { text: string },
  )
  // The text of a late message begins with its time.
  expect(retried).toEqual({ ...first, text: expect.stringContaining(first?.text ?? 'none') })
  expect(merged?.text).toContain('7 trade events')
  await paper.close()
  await receiver.close()
})

it('a closed world sends nothing more: a message in line is sent once, when it is open again', async () => {
  const receiver = await openReceiver()
  let service = await alertingService(receiver)
  for (const id of [FIRST, SECOND]) {
    const { status } = await service.trader.post('/api/v1/alerts', {
      id,
      kind: 'trade_events',
      name: 'All trades and bots',
      events: TRADE_EVENTS,
      webhook: { kind: 'url', url: `${receiver.origin}/hook` },
    })
    expect(status).toBe(200)
  }
  receiver.answer.isSilent = true
  const trade = service.trader.trade({ 'position.order_type': 'market' })
  const { status } = await service.trader.post('/api/v1/smart_trades', trade)
  expect(status).toBe(201)
  await service.pass(2)
  await arrived(receiver, 1)
  await service.paper.close({ keepData: true })
  receiver.release()
  const { data, clock } = service.paper
  service = await alertingService(receiver, { data, startsAt: clock.now })
  await service.pass(2)
  const idsOf = () =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { alert_id: string }).alert_id)
  await eventually(() => expect(idsOf()).toContain(SECOND))
  expect(idsOf()).toEqual([FIRST, FIRST, SECOND])
  await service.paper.close()
  await receiver.close()
})

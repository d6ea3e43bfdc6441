import { getTime } from '#contract/system.ts'

import { handFeed } from './hand-feed.ts'
import { openTestService, type Wishes } from './open-test-service.ts'
import { traderAt } from './trader-at-work.ts'

const SECOND = 1_000
const STARTS_AT = Date.UTC(2026, 5, 1, 12)

/** A service at the prices of an exchange that the test drives, second by second. */
export async function openLiveService(wishes: Wishes & { isUp?: boolean } = {}) {
  const clock = { now: wishes.startsAt ?? STARTS_AT }
  const exchange = handFeed(clock)
  const service = await openTestService({ ...wishes, startsAt: clock.now, feed: exchange.feed })
  await service.process.openWorlds()

  /** Lets a second pass, with a message of the exchange in it. */
  async function second(): Promise<void> {
    clock.now += SECOND
    service.clock.now = clock.now
    service.clock.steady += SECOND
    exchange.pulse()
    await service.process.tick()
    await new Promise(setImmediate)
  }
  async function seconds(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed++) await second()
  }
  /** Lets the clock jump, as when the machine slept. */
  function sleep(span: number): void {
    clock.now += span
    service.clock.now = clock.now
  }
  async function untilLive(most = 60): Promise<void> {
    for (let passed = 0; passed < most; passed++) {
      await second()
      const { market } = await service.client.call(getTime, {})
      if (market?.state === 'live') return
    }
    throw new Error('The prices did not come')
  }
  if (wishes.isUp !== false) {
    exchange.connect()
    await untilLive()
  }
  /** Fails if the service reported a failure of its own. */
  async function closeWhole(): Promise<void> {
    await service.close()
    if (service.failures.length > 0) throw new AggregateError(service.failures)
  }
  return {
    ...service,
    machine: clock,
    exchange,
    second,
    seconds,
    sleep,
    untilLive,
    closeWhole,
  }
}

/** A buy that waits at 88,000, with a target at 99,000 and a stop at 85,000. */
export const WAITING_BUY = {
  'position.order_type': 'limit',
  'position.price.value': '88000',
  'take_profit.steps': [
    { order_type: 'limit', volume: 100, price: { type: 'last', value: '99000' } },
  ],
  'stop_loss.conditional.price.value': '85000',
}

/** A live service over real HTTP and its trader; `send` places `WAITING_BUY` with changes. */
export async function openLiveTrader() {
  const service = await openLiveService()
  const port = await service.serve()
  const trader = await traderAt(port, service.credentials)
  const send = (changes: Record<string, unknown> = {}) =>
    trader.post('/api/v1/smart_trades', trader.trade({ ...WAITING_BUY, ...changes }))
  return { ...service, port, trader, send }
}

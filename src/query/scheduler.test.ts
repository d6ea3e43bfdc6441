import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { openTabs, refused, settled } from '#testing/a-browser.ts'

const limits = (policy: string, left: string) =>
  new Headers({ 'RateLimit-Policy': policy, RateLimit: left })

it('the budget of reads reads beyond the budget wait until the oldest read is a minute old', async () => {
  const { clock, ask, pass } = openTabs({ budget: 3 })
  const first = ask()
  await settled()
  clock.now += 20_000
  const others = [ask(), ask(), ask()]
  await pass(60_000)
  expect(first.after).toBe(0)
  expect(others.map(({ after }) => after)).toEqual([0, 0, 40])
})

it('the budget of reads reads of all tabs are counted', async () => {
  const { schedulers, ask } = openTabs({ tabs: 3 })
  for (const scheduler of schedulers) ask('first', scheduler)
  await settled()
  expect(schedulers.map((scheduler) => scheduler.used())).toEqual([3, 3, 3])
})

it('the budget of reads reads of another tab are counted before its storage event arrives', async () => {
  const { browser, scheduler, clock } = openTabs()
  browser.disk.setItem('quarterdeck.sent.main', JSON.stringify([clock.now, clock.now]))
  scheduler.count()
  expect(scheduler.used()).toBe(3)
})

it('the budget of reads reads are counted even if the storage is full', () => {
  const { browser, scheduler } = openTabs()
  browser.disk.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  for (let read = 0; read < 3; read += 1) scheduler.count()
  expect(scheduler.used()).toBe(3)
})

it('the budget of reads writes count against the budget, also after a reload', async () => {
  const { scheduler, openTab, ask, pass } = openTabs({ budget: 3 })
  for (let write = 0; write < 3; write += 1) scheduler.count()
  const reloaded = openTab()
  expect(reloaded.used()).toBe(3)
  const turn = ask('first', reloaded)
  await pass(60_000)
  expect(turn.after).toBe(60)
})

it('the limit of one list holds up no other reads: eleven reloads in 30 s do not wait', async () => {
  const { scheduler, clock, ask, pass } = openTabs()
  const own = limits(
    '"minute";q=600;w=60, "smart_trades";q=100;w=10',
    '"minute";r=500;t=60, "smart_trades";r=20;t=10',
  )
  const reads = []
  for (let reload = 0; reload < 11; reload += 1) {
    for (let read = 0; read < 24; read += 1) reads.push(ask())
    await settled()
    scheduler.learnLimits(own, clock.now, { hasOwnLimit: true })
    await pass(1_000)
  }
  expect(reads.filter(({ after }) => after === undefined)).toEqual([])
  expect(scheduler.budget()).toBe(480)
})

it('urgent reads ignore the budget if the service reports no limit', async () => {
  const { ask, scheduler, pass } = openTabs({ budget: 3 })
  const reads = Array.from({ length: 100 }, () => ask('urgent'))
  const page = ask('first')
  await pass(1_000)
  expect(reads.map(({ after }) => after)).toEqual(reads.map(() => 0))
  expect(page.after).toBeUndefined()
  expect(scheduler.urgentWait()).toBeUndefined()
})

it('urgent reads obey the limit of the service and go before all others', async () => {
  const usual = [{ quota: 100, window: 60 }]
  const { ask, scheduler, pass } = openTabs({ budget: 3, usual })
  const page = ask('first')
  const reads = Array.from({ length: 81 }, () => ask('urgent'))
  await settled()
  expect(reads.filter(({ after }) => after === 0)).toHaveLength(79)
  expect(scheduler.urgentWait()).toEqual({ cause: 'budget', seconds: 60 })
  await pass(60_000)
  expect(page.after).toBe(0)
  expect(reads.map(({ after }) => after).slice(-2)).toEqual([60, 60])
})

it('the budget is 60 reads per minute if no limit is known', () => {
  expect(openTabs().scheduler.budget()).toBe(60)
})

it('the budget is the usual limit of such services less a fifth, until the service reports one', async () => {
  const usual = [
    { quota: 100, window: 60 },
    { quota: 40, window: 10 },
  ]
  const { scheduler, clock, ask, pass } = openTabs({ usual })
  expect(scheduler.budget()).toBe(80)
  const reads = Array.from({ length: 33 }, () => ask())
  await pass(60_000)
  expect(reads.map(({ after }) => after).slice(-2)).toEqual([0, 10])
  scheduler.learnLimits(limits('"minute";q=600;w=60', '"minute";r=599;t=60'), clock.now)
  expect(scheduler.budget()).toBe(480)
  expect(openTabs({ usual, budget: 30 }).scheduler.budget()).toBe(30)
})

it('the budget is the reported limit less a fifth, in every tab and after a reload', () => {
  const { schedulers, clock, openTab } = openTabs({ tabs: 2 })
  schedulers[0]?.learnLimits(limits('"minute";q=600;w=60', '"minute";r=599;t=60'), clock.now)
  expect(schedulers.map((scheduler) => scheduler.budget())).toEqual([480, 480])
  expect(openTab().budget()).toBe(480)
})

it('a budget from the settings overrides the reported limit', () => {
  const { scheduler, clock } = openTabs({ budget: 30 })
  scheduler.learnLimits(limits('"minute";q=600;w=60', '"minute";r=599;t=60'), clock.now)
  expect(scheduler.budget()).toBe(30)
})

it('a limit with a window of ten seconds is obeyed', async () => {
  const { scheduler, clock, ask, pass } = openTabs()
  scheduler.learnLimits(limits('"burst";q=5;w=10', '"burst";r=5;t=10'), clock.now)
  const turns = Array.from({ length: 5 }, () => ask())
  await pass(20_000)
  expect(turns.map(({ after }) => after)).toEqual([0, 0, 0, 0, 10])
})

it('a limit assumed to be per minute is dropped when it turns out to be per hour', () => {
  const { scheduler, clock } = openTabs()
  const hourlyLimit = (reset: number) =>
    new Headers({
      'X-RateLimit-Limit': '5000',
      'X-RateLimit-Remaining': '4900',
      'X-RateLimit-Reset': String(reset),
    })
  // The last seconds of an hour look like a minute.
  scheduler.learnLimits(hourlyLimit(30), clock.now)
  clock.now += 31_000
  scheduler.learnLimits(hourlyLimit(3_599), clock.now)
  expect(scheduler.budget()).toBe(60)
})

it('a reset timestamp counts by the clock of the service', async () => {
  const { scheduler, clock, ask, pass } = openTabs()
  const serviceNow = 1_800_000_000_000
  const headers = new Headers({
    'X-RateLimit-Limit': '100',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(serviceNow / 1_000 + 30),
  })
  scheduler.learnLimits(headers, clock.now, { serviceNow })
  const turn = ask()
  await pass(40_000)
  expect(turn.after).toBe(30)
})

it('a fifth of the remaining requests is left for other programs', async () => {
  const { scheduler, clock, ask, pass } = openTabs()
  scheduler.learnLimits(limits('"minute";q=100;w=60', '"minute";r=22;t=30'), clock.now)
  clock.now += 1
  const turns = Array.from({ length: 3 }, () => ask())
  await pass(31_000)
  expect(turns.map(({ after }) => after)).toEqual([0, 0, 29.999])
})

it('a reported limit delays reads by at most ten minutes', async () => {
  const { scheduler, clock, ask, pass } = openTabs()
  scheduler.learnLimits(limits('"day";q=5000;w=86400', '"day";r=0;t=80000'), clock.now)
  const turn = ask()
  await pass(600_000)
  expect(turn.after).toBe(600)
})

it('the budget of reads limits of an older request are ignored', () => {
  const { scheduler, clock } = openTabs()
  scheduler.learnLimits(limits('"minute";q=100;w=60', '"minute";r=50;t=30'), clock.now)
  scheduler.learnLimits(limits('"minute";q=600;w=60', '"minute";r=1;t=30'), clock.now - 5)
  expect(scheduler.budget()).toBe(80)
})

it('first reads go before refreshes, and refreshes before candles', async () => {
  const { ask, pass } = openTabs({ budget: 10 })
  const before = Array.from({ length: 10 }, () => ask())
  const [extra, again, first] = [ask('extra'), ask('again'), ask('first')]
  await pass(59_000)
  expect(before.every(({ after }) => after === 0)).toBe(true)
  expect([extra.after, again.after, first.after]).toEqual([undefined, undefined, undefined])
  await pass(2_000)
  expect(first.after).toBe(60)
})

it('refreshes and candles leave a part of the budget to first reads', async () => {
  const { ask } = openTabs({ budget: 10 })
  const candles = Array.from({ length: 8 }, () => ask('extra'))
  const polls = Array.from({ length: 8 }, () => ask('again'))
  const firsts = Array.from({ length: 2 }, () => ask('first'))
  await settled()
  const sentOf = (turns: { after: number | undefined }[]) =>
    turns.filter(({ after }) => after === 0).length
  expect([sentOf(candles), sentOf(polls), sentOf(firsts)]).toEqual([6, 2, 2])
})

it('readWait counts the seconds until a first read is allowed', async () => {
  const { scheduler, ask, pass } = openTabs({ budget: 2 })
  ask()
  ask()
  await pass(45_000)
  expect(scheduler.readWait()).toBe(undefined)
  ask()
  expect(scheduler.readWait()).toEqual({ cause: 'budget', seconds: 15 })
  await pass(3_000)
  expect(scheduler.readWait()).toEqual({ cause: 'budget', seconds: 12 })
  await pass(12_000)
  expect(scheduler.readWait()).toBe(undefined)
})

it('readWait ignores waiting refreshes', () => {
  const { scheduler, ask } = openTabs({ budget: 2 })
  ask()
  ask()
  ask('again')
  expect(scheduler.readWait()).toBe(undefined)
})

it('an aborted read leaves the queue', async () => {
  const { scheduler, ask } = openTabs({ budget: 1 })
  ask()
  const leaving = new AbortController()
  const turn = scheduler.turn(leaving.signal).catch((error: unknown) => error)
  leaving.abort(new Error('left'))
  expect(await turn).toMatchObject({ message: 'left' })
  expect(scheduler.readWait()).toBe(undefined)
})

it.each([429, 418] as const)('a pause after a %i has the requested length', async (status) => {
  const { scheduler, ask, pass } = openTabs()
  scheduler.learnFailure(refused(status, 7))
  expect(scheduler.pause()).toMatchObject({ status, seconds: 7, isNamed: true })
  const turn = ask()
  expect(scheduler.readWait()).toEqual({ cause: 'pause', seconds: 7 })
  await pass(7_000)
  expect(turn.after).toBe(7)
})

it('a pause without a requested length is five minutes, with the text of the service', async () => {
  const { scheduler, ask, pass } = openTabs()
  scheduler.learnFailure(refused(429, undefined, 'This plan does not include the API.'))
  expect(scheduler.pause()).toEqual({
    status: 429,
    seconds: 300,
    isNamed: false,
    words: 'This plan does not include the API.',
  })
  const turn = ask()
  await pass(300_000)
  expect(turn.after).toBe(300)
})

it('the text of the service is not stored, because it may contain the key', () => {
  const { browser, scheduler } = openTabs()
  scheduler.learnFailure(refused(429, 10, 'Too many requests with key-1.'))
  expect(browser.written.join()).not.toContain('key-1')
})

it('a 429 of a proxy starts a pause', () => {
  const { scheduler } = openTabs()
  scheduler.learnFailure(new ApiError({ kind: 'unreadable', status: 429 }))
  expect(scheduler.secondsPaused()).toBe(300)
})

it('a 429 of a proxy with Retry-After starts a pause of that length', () => {
  const { scheduler } = openTabs()
  scheduler.learnFailure(new ApiError({ kind: 'unreadable', status: 429, retryAfter: 30 }))
  expect(scheduler.pause()).toMatchObject({ seconds: 30, isNamed: true })
})

it.each([999_999_999, 999_999_999_999])(
  'a requested pause of %i s is cut to ten minutes',
  (seconds) => {
    const { scheduler } = openTabs()
    scheduler.learnFailure(refused(429, seconds))
    expect(scheduler.secondsPaused()).toBe(600)
  },
)

it('a longer pause in the storage is cut to ten minutes', () => {
  const { browser, clock, openTab } = openTabs()
  const long = { from: clock.now, until: clock.now + 1e12 }
  browser.disk.setItem('quarterdeck.pause.main', JSON.stringify(long))
  expect(openTab().secondsPaused()).toBe(600)
})

it('a pause applies to every tab, also to a new one', async () => {
  const { schedulers, clock, openTab, ask, pass } = openTabs({ tabs: 2 })
  schedulers[0]?.learnFailure(refused(429, 30))
  expect(schedulers[1]?.secondsPaused()).toBe(30)
  clock.now += 10_000
  const later = openTab()
  expect(later.secondsPaused()).toBe(20)
  const turn = ask('first', later)
  await pass(20_000)
  expect(turn.after).toBe(20)
})

it('a shorter pause of another tab does not shorten the current one', () => {
  const { schedulers } = openTabs({ tabs: 2 })
  schedulers[0]?.learnFailure(refused(429, 30))
  schedulers[1]?.learnFailure(refused(429, 5))
  expect(schedulers.map((scheduler) => scheduler.secondsPaused())).toEqual([30, 30])
})

it('a longer pause whose storage event has not arrived is not shortened', () => {
  const { browser, scheduler, clock } = openTabs()
  const longer = { from: clock.now, until: clock.now + 30_000 }
  browser.disk.setItem('quarterdeck.pause.main', JSON.stringify(longer))
  scheduler.learnFailure(refused(429, 5))
  expect(scheduler.secondsPaused()).toBe(30)
})

it('a second refusal after a pause starts the usual block of such services, in every tab', () => {
  const { schedulers, clock } = openTabs({ tabs: 2, blocksAgainFor: 300 })
  const [one, two] = schedulers
  one?.learnFailure(refused(429, 10))
  // Refused in parallel: not a second refusal.
  two?.learnFailure(refused(429, 10))
  expect(two?.secondsPaused()).toBe(10)
  clock.now += 11_000
  two?.learnFailure(refused(429, 10))
  expect(schedulers.map((scheduler) => scheduler.secondsPaused())).toEqual([300, 300])
  clock.now += 300_000
  one?.learnFailure(refused(418, 120))
  expect(one?.secondsPaused()).toBe(600)
  clock.now += 700_000
  one?.learnFailure(refused(429, 10))
  expect(one?.secondsPaused()).toBe(10)
})

it('repeated refusals keep the requested length if such services have no usual block', () => {
  const { scheduler, clock } = openTabs()
  for (let time = 0; time < 3; time += 1) {
    scheduler.learnFailure(refused(429, 7))
    expect(scheduler.secondsPaused()).toBe(7)
    clock.now += 7_000
  }
})

it('subscribers are called every second of a pause and at its end', async () => {
  const { scheduler, pass } = openTabs()
  const seconds: number[] = []
  scheduler.subscribe(() => seconds.push(scheduler.secondsPaused()))
  scheduler.learnFailure(refused(429, 2))
  await pass(5_000)
  expect(seconds.slice(-3)).toEqual([2, 1, 0])
})

it('a read whose pause ends while the page draws its last second goes at once', async () => {
  const { scheduler, clock, ask, pass } = openTabs({ early: 1 })
  scheduler.learnFailure(refused(429, 1))
  scheduler.subscribe(() => (clock.now += 2))
  const turn = ask()
  await pass(60_000)
  expect(turn.after).toBeLessThan(2)
})

it('a pause ends when the clock is set back an hour', () => {
  const { scheduler, clock } = openTabs()
  scheduler.learnFailure(refused(429, 30))
  clock.setBack = 3_600_000
  expect(scheduler.secondsPaused()).toBe(0)
})

it('setting the clock back a few seconds does not prolong a pause', () => {
  const { scheduler, clock } = openTabs()
  scheduler.learnFailure(refused(429, 30))
  clock.now += 20_000
  expect(scheduler.secondsPaused()).toBe(10)
  clock.setBack = 15_000
  expect(scheduler.secondsPaused()).toBe(10)
})

it('other refusals start no pause', () => {
  const { scheduler } = openTabs()
  scheduler.learnFailure(refused(403, 30))
  expect(scheduler.pause()).toBe(undefined)
})

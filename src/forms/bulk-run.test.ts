import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { writeJson } from '#contract/json.ts'
import type { Intent } from '#intents/intent.ts'
import { aClient } from '#testing/a-client.ts'
import { aCommandSender } from '#testing/a-command-sender.ts'
import { entityOnTheWire } from '#testing/entity.ts'

import { AT_ONCE, type BulkPlan, createBulkRun, readPlan } from './bulk-run.ts'
import { countStates, isAllDone, runState, type RunView } from './use-bulk-run.ts'

type Answer = Response | Error
type Fault = (id: number, stop: () => void) => Answer

const botJson = (id: number, isEnabled: boolean) =>
  entityOnTheWire(gridBot, { id, is_enabled: isEnabled })
const json = (status: number, body: unknown) => new Response(writeJson(body), { status })
const refusal = (status: number) => json(status, { error: 'x', error_description: 'No.' })

/** Ten ways in which a stop can go wrong, half of them after it was done. */
const FAULTS: Record<string, Fault> = {
  'the connection is lost before it': () => new TypeError('Failed to fetch'),
  'the connection is lost after it': (_id, stop) => (stop(), new TypeError('Failed to fetch')),
  'a refusal of the key': () => refusal(403),
  'a bot that is not there': () => refusal(404),
  'too many requests': () => refusal(429),
  'a failure after it': (_id, stop) => (stop(), refusal(500)),
  'the page of a proxy': () => new Response('<html>', { status: 502 }),
  'an answer cut short': (_id, stop) => (stop(), new Response('{"id":', { status: 201 })),
  'an answer about another bot': () => json(201, botJson(999, false)),
  'an answer that it still runs': (id) => json(201, botJson(id, true)),
}

/** A service with so many running bots, and a run over it. */
async function openRun(count: number, faults: readonly Fault[] = [], found?: BulkPlan) {
  const running = new Set(Array.from({ length: count }, (_, index) => index + 1))
  const requests: number[] = []
  const seen = { atOnce: 0, most: 0 }
  let time = 0
  const around = {
    now: 0,
    mayGoOn: true,
    pause: 0,
    kept: undefined as BulkPlan | undefined,
    /** A pause that the service asks for while the first are on their way. */
    pauseOnTheWay: 0,
  }
  const sender = aCommandSender(
    await aClient(async (url) => {
      const id = Number(/grid\/(\d+)\/stop/.exec(url)?.[1])
      requests.push(id)
      seen.atOnce += 1
      seen.most = Math.max(seen.most, seen.atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      seen.atOnce -= 1
      const stop = () => running.delete(id)
      // Every fifth bot has a fault, so that the others stand around them.
      const fault = id % 5 === 0 ? faults[id / 5 - 1] : undefined
      if (!fault) stop()
      const answer = fault ? fault(id, stop) : json(201, botJson(id, false))
      if (answer instanceof Error) throw answer
      return answer
    }),
    {
      now: () => (time += 1),
      obstacle(_endpoint, { passesPause = false } = {}) {
        if (around.pauseOnTheWay > 0) around.pause = around.pauseOnTheWay
        return around.pauseOnTheWay > 0 && !passesPause ? 'A pause.' : undefined
      },
    },
  )
  const { journal } = sender
  const delayed: (() => void)[] = []
  const parts = {
    sender,
    now: () => around.now,
    mayGoOn: () => around.mayGoOn,
    pause: () => around.pause,
    later: (step: () => void) => void delayed.push(step),
    keep: (plan: BulkPlan | undefined) => void (around.kept = plan),
  }
  const run = createBulkRun(parts, found)
  const rows = [...running].map((botId) => ({
    action: 'stopGridBot' as const,
    id: botId,
    name: `Bot ${botId}`,
  }))
  const states = (isRead: boolean) =>
    (run.get()?.rows ?? []).map((row) =>
      runState(
        row,
        row.intentId === undefined ? undefined : journal.find(row.intentId),
        run.isUnderWay(row),
        {
          isDone: isRead ? !running.has(Number(row.id)) : undefined,
          readAt: isRead ? time + 1 : 0,
        },
      ),
    )
  const settled = async () => {
    await expect.poll(() => run.get()?.rows.some(run.isUnderWay)).toBe(false)
  }
  return { run, rows, running, requests, seen, around, delayed, states, settled, parts }
}

it('bulk stop: each of fifty bots has its own outcome when ten fail in ten ways', async () => {
  const faults = Object.values(FAULTS)
  const { run, rows, running, requests, seen, states, settled } = await openRun(50, faults)
  run.begin(rows)
  await settled()

  expect(requests.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
  expect(seen.most).toBe(AT_ONCE)
  expect(countStates(states(false))).toMatchObject({ done: 40, refused: 2, unknown: 8 })
  const read = states(true)
  expect(countStates(read)).toMatchObject({ done: 43, refused: 2, unknown: 5 })
  for (const [index, { kind }] of read.entries()) {
    // Bots called stopped are stopped, and stopped bots are called so once they are read.
    expect(kind === 'done').toBe(!running.has(index + 1))
  }
})

it('bulk stop: each outcome has its own text', async () => {
  const { run, rows, states, settled } = await openRun(50, Object.values(FAULTS))
  run.begin(rows)
  await settled()
  const words = states(true).flatMap((state) => ('words' in state ? [state.words] : []))
  expect(words).toContain('The service answered 403: “No.”')
  const read = 'Read again: it is still running.'
  expect(words).toContain(`The answer says “bot 999”, requested was “bot 45”. ${read}`)
  expect(words).toContain(`The answer says “state running”, requested was “state stopped”. ${read}`)
})

it('bulk stop: nothing is resent automatically, and only selected bots on request', async () => {
  const { run, rows, requests, states, settled } = await openRun(5, [
    () => new TypeError('Failed to fetch'),
  ])
  run.begin(rows)
  await settled()
  expect(requests).toHaveLength(5)
  expect(states(true)[4]?.kind).toBe('unknown')

  run.sendAgain(['stopGridBot 5'])
  await settled()
  expect(new Set(requests.slice(0, 5))).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(requests.slice(5)).toEqual([5])
})

it('bulk stop: it can be paused and resumed', async () => {
  const { run, rows, requests, settled } = await openRun(20)
  run.begin(rows)
  run.pause()
  await settled()
  expect(requests).toHaveLength(AT_ONCE)
  run.goOn()
  await expect.poll(() => requests.length).toBe(20)
})

it('bulk stop: it pauses once nothing may be sent', async () => {
  const { run, rows, requests, around, settled } = await openRun(20)
  run.begin(rows)
  around.mayGoOn = false
  await settled()
  expect(requests).toHaveLength(AT_ONCE)
  expect(run.get()?.isPaused).toBe(true)
})

it('bulk stop: it waits as long as the rate limit says', async () => {
  const { run, rows, requests, around, delayed, settled } = await openRun(20)
  run.begin(rows)
  around.pause = 7_000
  await settled()
  expect(requests).toHaveLength(AT_ONCE)
  around.pause = 0
  delayed[0]?.()
  await expect.poll(() => requests.length).toBe(20)
})

it('bulk stop: a request that meets a rate limit is sent after the pause', async () => {
  const { run, rows, requests, around, delayed, settled } = await openRun(6)
  around.pauseOnTheWay = 7_000
  run.begin(rows)
  await expect.poll(() => delayed.length).toBeGreaterThan(0)
  expect(requests).toEqual([])
  around.pauseOnTheWay = 0
  around.pause = 0
  delayed[0]?.()
  await expect.poll(() => requests.length).toBe(6)
  await settled()
  expect(new Set(requests).size).toBe(6)
})

it('bulk stop: after a reload it is paused, and sends only what was not sent', async () => {
  const first = await openRun(20)
  first.run.begin(first.rows)
  first.run.pause()
  await first.settled()

  const kept = readPlan(JSON.parse(JSON.stringify(first.around.kept)))
  const second = await openRun(20, [], kept)
  expect(second.run.get()).toMatchObject({ isPaused: true })
  expect(
    second
      .states(false)
      .slice(0, AT_ONCE + 1)
      .map(({ kind }) => kind),
  ).toEqual(['unknown', 'unknown', 'unknown', 'waiting'])
  second.run.goOn()
  await expect.poll(() => second.requests.length).toBe(20 - AT_ONCE)
  expect(second.requests).not.toContain(1)
})

it('bulk stop: it continues past a bot whose stop cannot be sent', async () => {
  const { parts, rows, requests } = await openRun(6)
  const send = parts.sender.send
  parts.sender.send = (endpoint, request) => {
    if (JSON.stringify(request).includes(':2}')) throw new Error('It could not be signed.')
    return send(endpoint, request)
  }
  const run = createBulkRun(parts)
  run.begin(rows)
  await expect.poll(() => requests.length).toBe(5)
  expect(run.get()?.rows[1]).toMatchObject({ id: 2, problem: 'It could not be signed.' })
})

it('bulk stop: a request that never left is “not sent”, not “refused”', () => {
  const because = 'It was held back.'
  const intent = { sentAt: 1, endedAt: 1, outcome: { kind: 'unsent', because } }
  const row = { action: 'stopGridBot' as const, id: 1, name: 'Bot 1', intentId: 'a' }
  expect(runState(row, intent as Intent, false)).toEqual({
    kind: 'not sent',
    words: because,
  })
})

it('bulk stop: an invalid stored plan is ignored', () => {
  for (const found of [
    undefined,
    null,
    7,
    {},
    { rows: 'no' },
    { rows: [{ action: 'setMode', id: 1, name: '' }] },
  ]) {
    expect(readPlan(found)).toBeUndefined()
  }
})

it('a run is done once every row is, but not with a refused row or while rows may follow', () => {
  const isDone = (states: ('done' | 'refused')[], awaits?: RunView['awaits']) =>
    isAllDone({
      rows: states,
      counts: { ...countStates([]), done: states.filter((one) => one === 'done').length },
      awaits,
    } as unknown as RunView)
  expect(isDone(['done', 'done'])).toBe(true)
  expect(isDone(['done', 'refused'])).toBe(false)
  expect(isDone(['done'], 'ends')).toBe(false)
})

import { performance } from 'node:perf_hooks'

import { expect, it } from 'vitest'

import { listExchanges } from '#contract/exchanges.ts'
import { openTestService } from '#testing/open-test-service.ts'
import { proofSize } from '#testing/proof-size.ts'

const WORLDS = proofSize(1, 20)
/** The untidy world is made in a third of the time. */
const KIND = proofSize(0, 1) === 1 ? 'demo' : 'untidy'
/** Only `npm run prove` judges times: a slow machine should not fail `npm test`. */
const MOST_MS = proofSize(Infinity, 50)

/** CPU time of each turn of the event loop until it is stopped: what others take of the machine counts for nothing. */
function turnsOfTheLoop() {
  const turns: number[] = []
  const spent = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  let before = spent()
  let isOver = false
  const turn = (): void => {
    const now = spent()
    turns.push(now - before)
    before = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    stop: (): readonly number[] => {
      isOver = true
      return turns.toSorted((a, b) => a - b)
    },
  }
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

it(
  `another user is answered while worlds are made: ${WORLDS} ${KIND}`,
  async () => {
    const paper = await openTestService({ steady: () => performance.now() })
    await paper.client.call(listExchanges, {})
    const making = Array.from({ length: WORLDS }, async (_, index) => {
      const now = paper.clock.now
      const name = `${KIND} ${index}`
      const { id } = await paper.store.users.ensure({ name, wishedWorld: KIND }, now)
      await paper.process.worlds.read(id, (engine) => engine.exchanges())
    })
    const loop = turnsOfTheLoop()
    const underWay = new Set(making)
    for (const one of making) void one.then(() => underWay.delete(one))
    const waits: number[] = []
    while (underWay.size > 0) {
      const asked = performance.now()
      await paper.client.call(listExchanges, {})
      waits.push(performance.now() - asked)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(making)
    const turns = loop.stop().filter((turn) => turn > 1)
    waits.sort((a, b) => a - b)
    const figures = (sorted: readonly number[]) =>
      [0.5, 0.99, 1].map((share) => Math.round(at(sorted, share) * 10) / 10).join(', ')
    console.info(
      `${WORLDS} worlds made: ${waits.length} answers in ${figures(waits)} ms, turns of ${figures(turns)} ms of CPU (median, p99, most)`,
    )
    expect(waits.length).toBeGreaterThan(10 * WORLDS)
    expect(at(turns, 0.99)).toBeLessThan(MOST_MS)
    await paper.close()
  },
  proofSize(120_000, 1_200_000),
)

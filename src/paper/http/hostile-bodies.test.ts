import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { refusalBody } from '#contract/errors.ts'
import { mutated } from '#testing/mutated.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import type { WireAnswer } from '#testing/raw-http.ts'
import { storeHash } from '#testing/stored-data.ts'
import { type TraderAtWork, traderAtWork } from '#testing/trader-at-work.ts'

let paper: TestService
let trader: TraderAtWork
beforeAll(async () => {
  paper = await openTestService()
  trader = await traderAtWork(await paper.serve(), paper.credentials)
})
afterAll(() => paper.close())

const writes = Object.entries(api as Record<string, Endpoint>).filter(
  ([, { method }]) => method !== 'GET',
) as [EndpointName, Endpoint][]

const runs = Math.ceil(proofSize(500, 10_400) / writes.length)
const seed = proofSize(20_261, Date.now() % 2 ** 31)

/** Ids that are there, that are another kind's, and that are none. */
const idOf = ({ path }: Endpoint): fc.Arbitrary<string> => {
  const own = (): string =>
    path.includes('dca')
      ? trader.ids.dca
      : path.includes('grid')
        ? trader.ids.grid
        : path.includes('exchanges')
          ? trader.ids.connection
          : trader.ids.trade
  const strange = ['0', '-1', '1e3', '9'.repeat(30), 'summary', '..', '%00', '%', 'null', '1;2']
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('').map(own) },
    fc.constantFrom(...strange),
    fc
      .constantFrom('trade', 'grid', 'dca', 'connection')
      .map((kind) => trader.ids[kind as 'trade']),
  )
}

/** Most bodies stay JSON, so that what is behind the parser sees them. */
const CHANGES = [...Array<string>(8).fill('none'), 'cut', 'turn', 'put', 'twice']

/** A body as text, and the same with a byte put in, taken out or turned. */
const bytesOf = (json: unknown): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc
    .tuple(mutated(json), fc.nat(), fc.constantFrom(...CHANGES), fc.nat(255))
    .map(([value, place, change, byte]) => {
      const bytes = new TextEncoder().encode(value === undefined ? '' : JSON.stringify(value))
      const at = bytes.length === 0 ? 0 : place % bytes.length
      const [before, after] = [bytes.slice(0, at), bytes.slice(at)]
      if (change === 'cut') return before
      if (change === 'turn') return Uint8Array.of(...before, byte, ...after.slice(1))
      if (change === 'put') return Uint8Array.of(...before, byte, ...after)
      return change === 'twice' ? Uint8Array.of(...bytes, ...bytes) : bytes
    })

/** Every member of a body that is a number, with more digits than the answer could carry. */
it.each(writes.filter(([, { body }]) => body))(
  '%s answers numbers of twenty digits, or refuses them by name',
  async (name, endpoint) => {
    const body = trader.bodies[name] ?? {}
    for (const [member, value] of Object.entries(body)) {
      if (typeof value !== 'number') continue
      const answer = await trader.send({
        method: endpoint.method,
        target: endpoint.path,
        body: JSON.stringify({ ...body, [member]: `${value}.1234567890123456789` }),
      })
      expect(answer.status).toBe(422)
      expect(answer.json).toMatchObject({ error_attributes: { [member]: [expect.any(String)] } })
    }
  },
)

const counts = { refused: 0, taken: 0 }
let stored = ''
const GOOD = 'as it should be'

/** Nothing of ours fails, and what is refused leaves every row as it was. */
function verdictOn({ status, json, text }: WireAnswer): string {
  const before = stored
  stored = storeHash(paper.data)
  if (status >= 500 || status === 401) return `answered ${status}: ${text}`
  if (status < 300) {
    counts.taken += 1
    return GOOD
  }
  counts.refused += 1
  if (!refusalBody.safeParse(json).success) return `refused without a reason: ${text}`
  return stored === before ? GOOD : `refused and changed the store: ${text}`
}

describe.each(writes)('%s', (name, endpoint) => {
  it(
    `takes ${runs} mutated requests without a failure or a trace of what it refused`,
    async () => {
      stored = storeHash(paper.data)
      const requests = fc.tuple(idOf(endpoint), fc.nat(3)).chain(([id, which]) =>
        bytesOf(which > 0 ? (trader.bodies[name] ?? {}) : trader.trade()).map((body) => ({
          method: endpoint.method,
          target: endpoint.path.replace(':id', id),
          body,
        })),
      )
      const property = fc.asyncProperty(requests, async (request) => {
        expect(verdictOn(await trader.send(request))).toBe(GOOD)
      })
      await fc.assert(property, { numRuns: runs, seed })
      expect(paper.failures).toEqual([])
    },
    proofSize(20_000, 900_000),
  )
})

it('refused most of it and took some', () => {
  console.log(`Hostile bodies: ${counts.refused} refused, ${counts.taken} taken, seed ${seed}`)
  expect(counts.refused).toBeGreaterThan(counts.taken)
  expect(counts.taken).toBeGreaterThan(0)
})

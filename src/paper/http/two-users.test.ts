import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { proofSize, propertyRuns } from '#testing/proof-size.ts'
import { storeHash } from '#testing/stored-data.ts'
import { type Sent, type TraderAtWork, traderAtWork } from '#testing/trader-at-work.ts'

let paper: TestService
let thief: TraderAtWork
let owner: TraderAtWork
let ownerId: number
beforeAll(async () => {
  paper = await openTestService()
  const port = await paper.serve()
  thief = await traderAtWork(port, paper.credentials)
  owner = await traderAtWork(port, await paper.addKey({ user: 'owner' }))
  ownerId = (await paper.store.users.named('owner'))?.id ?? 0
})
afterAll(() => paper.close())

const runs = propertyRuns(5_000)
const seed = proofSize(20_262, Date.now() % 2 ** 31)

/** Texts that only the owner's answers may hold. */
const marks = (): string[] => [...Object.values(owner.ids), `"account_id":${owner.accountId},`]

const endpoints = Object.entries(api as Record<string, Endpoint>).filter(
  ([, { security }]) => security !== 'public',
) as [EndpointName, Endpoint][]

/** The query in which something of the owner's is asked for. */
function queryOf({ query, path }: Endpoint): string {
  const words = {
    account_id: String(owner.accountId),
    date_from: '2026-05-01',
    from: '2026-05-01',
    pair: path.includes('dca') ? 'BTC/USDT' : 'USDT_BTC',
    interval: '1d',
    include_events: 'true',
  }
  const known = Object.keys(query?.shape ?? {})
  const given = Object.entries(words).filter(([name]) => known.includes(name))
  return given.length > 0 ? `?${given.map((pair) => pair.join('=')).join('&')}` : ''
}

/** The thief's own body with the owner's account in it. */
const bodyOf = (name: EndpointName): string => {
  const own = thief.bodies[name]
  if (!own) return ''
  const swapped = {
    ...own,
    ...('account_id' in own && { account_id: owner.accountId }),
    ...('connection_id' in own && { connection_id: owner.ids.connection }),
  }
  return JSON.stringify(swapped)
}

const swapped = fc
  .tuple(fc.constantFrom(...endpoints), fc.constantFrom('trade', 'grid', 'dca', 'connection'))
  .map(([[name, endpoint], kind]): Sent => {
    const target = endpoint.path.replace(':id', owner.ids[kind as 'trade'])
    const body = bodyOf(name)
    const isForm = endpoint.method === 'GET' || body === ''
    return { method: endpoint.method, target: isForm ? target + queryOf(endpoint) : target, body }
  })

it(
  `two users see and touch nothing of each other in ${runs} requests with swapped ids`,
  async () => {
    const before = storeHash(paper.data, ownerId)
    const answered = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(swapped, async (sent) => {
        const { status, text } = await thief.send(sent)
        answered.set(status, (answered.get(status) ?? 0) + 1)
        expect(status).toBeLessThan(500)
        const isRead = status < 300 && marks().some((mark) => text.includes(mark))
        expect({ isRead, text }).toEqual({ isRead: false, text })
        expect(storeHash(paper.data, ownerId)).toBe(before)
      }),
      { numRuns: runs, seed },
    )
    console.log(`Two users: answers by status ${JSON.stringify([...answered])}, seed ${seed}`)
    expect(answered.get(404)).toBeGreaterThan(0)
    expect(answered.get(403)).toBeGreaterThan(0)
    expect(paper.failures).toEqual([])
  },
  proofSize(60_000, 900_000),
)

it('find their own under the same ids', async () => {
  const { status, text } = await owner.send({ target: `/api/v1/smart_trades/${owner.ids.trade}` })
  expect(status).toBe(200)
  expect(marks().some((mark) => text.includes(mark))).toBe(true)
})

it('two users have a mode of their own', async () => {
  await owner.send({ method: 'POST', target: '/api/v1/user/mode?mode=real' })
  expect(await thief.read('/api/v1/user/mode')).toEqual({ mode: 'paper' })
  expect(await owner.read('/api/v1/user/mode')).toEqual({ mode: 'real' })
  await owner.send({ method: 'POST', target: '/api/v1/user/mode?mode=paper' })
})

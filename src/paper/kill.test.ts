import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Credentials } from '#signing/credentials.ts'
import { importSecret } from '#signing/keys.ts'
import { type BuiltService, buildService } from '#testing/built-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { type Trader, traderAt } from '#testing/trader-at-work.ts'

let service: BuiltService
beforeAll(async () => {
  service = await buildService()
}, 60_000)
afterAll(() => service.remove())

const LIVES = proofSize(1, 20)
const KILLS_A_LIFE = proofSize(3, 15)
const SENDERS = 6

/** One request that may have to be sent again, to the letter. */
type Intent = { note: string; body: unknown }
type Trade = { id: number; note: string }

/** A data directory with a key in it, as `keys add` leaves it. */
async function freshData(): Promise<{ data: string; credentials: Credentials }> {
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  const { stdout } = await service.run('keys', 'add', '--json', '--data', data)
  const { api_key: apiKey, secret_key: secret, token } = JSON.parse(stdout)
  return {
    data,
    credentials: { apiKey, token, key: await importSecret(secret), emptyForm: 'path?' },
  }
}

/** Six senders until the service has said yes so many times; then it is killed in the middle of the rest. */
async function createUntilKilled(
  trader: Trader,
  kill: () => void,
  yeses: number,
  name: string,
): Promise<{ acknowledged: Trade[]; unknown: Intent[] }> {
  const acknowledged: Trade[] = []
  const unknown: Intent[] = []
  const sender = async (number: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const note = `${name}-${number}-${count}`
      const intent = { note, body: trader.trade({ note, 'position.units.value': '0.0002' }) }
      const answer = await place(trader, intent).catch(() => undefined)
      if (answer === undefined) return void unknown.push(intent)
      expect(answer).toMatchObject({ status: 201 })
      acknowledged.push(answer.json as Trade)
      if (acknowledged.length === yeses) kill()
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, number) => sender(number)))
  return { acknowledged, unknown }
}

const place = (trader: Trader, { note, body }: Intent) =>
  trader.post('/api/v1/smart_trades', body, { 'Idempotency-Key': note })

async function tradesOf(trader: Trader): Promise<Trade[]> {
  const all: Trade[] = []
  for (let page = 1; ; page += 1) {
    const rows = await trader.read<Trade[]>(
      `/api/v1/smart_trades?per_page=100&order_by=created_at&page=${page}`,
    )
    all.push(...rows)
    if (rows.length < 100) return all
  }
}

/** Counts promised entries that are missing, and those stored twice. */
async function compare(trader: Trader, confirmed: readonly Trade[], intents: readonly Intent[]) {
  for (const intent of intents) expect(await place(trader, intent)).toMatchObject({ status: 201 })
  const found = await tradesOf(trader)
  const noted = new Map<string, number[]>()
  for (const { id, note } of found) noted.set(note, [...(noted.get(note) ?? []), id])
  const isThere = ({ id, note }: Trade): boolean => noted.get(note)?.includes(id) ?? false
  return {
    lost: confirmed.filter((trade) => !isThere(trade)).length,
    doubled: [...noted.values()].filter((ids) => ids.length > 1).length,
    missing: intents.filter(({ note }) => !noted.has(note)).length,
  }
}

it(
  `every trade that was confirmed is there after kill -9, ${LIVES * KILLS_A_LIFE} times`,
  async () => {
    const count = { confirmed: 0, unknown: 0, lost: 0, doubled: 0, missing: 0 }
    for (let life = 0; life < LIVES; life += 1) {
      const { data, credentials } = await freshData()
      const confirmed: Trade[] = []
      let unanswered: Intent[] = []
      for (let kill = 0; kill <= KILLS_A_LIFE; kill += 1) {
        const running = await service.start(data, ['--rate-limit', 'off'])
        const trader = await traderAt(running.port, credentials)
        const { lost, doubled, missing } = await compare(trader, confirmed, unanswered)
        count.lost += lost
        count.doubled += doubled
        count.missing += missing
        const { acknowledged, unknown } = await createUntilKilled(
          trader,
          () => running.process.kill('SIGKILL'),
          1 + ((life + kill) % 7),
          `${life}-${kill}`,
        )
        await running.end('SIGKILL')
        confirmed.push(...acknowledged)
        unanswered = unknown
        count.confirmed += acknowledged.length
        count.unknown += unknown.length
      }
      rmSync(data, { recursive: true })
    }
    console.log('kill -9:', JSON.stringify(count))
    expect(count).toMatchObject({ lost: 0, doubled: 0, missing: 0 })
    expect(count.unknown).toBeGreaterThan(0)
  },
  proofSize(60_000, 3_600_000),
)

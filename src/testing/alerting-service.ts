import { readReplay } from '#paper/engine/market/replay-file.ts'

import { eventually } from './eventually.ts'
import { openTestService, type TestService, type Wishes } from './open-test-service.ts'
import { TEST_CERTIFICATE } from './test-certificate.ts'
import { type Trader, traderAt } from './trader-at-work.ts'
import { webhookReceiver } from './webhook-receiver.ts'

const MINUTE = 60_000

export const ALERT_IDS = [1, 2, 3].map(
  (digit) => `${digit}f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b`,
) as [string, string, string]

/** A day in which BTC/USDT is at 100, except in the minutes named. */
export function aDayOf(prices: Readonly<Record<number, { high?: number; low?: number }>>) {
  const rows = Array.from({ length: 1_440 }, (_, minute) => {
    const { high = 100, low = 100 } = prices[minute] ?? {}
    const time = new Date(Date.UTC(2026, 0, 1) + minute * MINUTE).toISOString()
    return `${time},USDT_BTC,100,${high},${low},100,10`
  })
  const read = readReplay(['time,pair,open,high,low,close,volume', ...rows].join('\n'))
  if (!('rows' in read)) throw new Error(read.fault)
  return { kind: 'replay' as const, rows: read.rows }
}

type Listed = { id: string; last_fired_at: string | null; is_on: boolean; webhook: unknown }

export type AlertingService = {
  paper: TestService
  port: number
  trader: Trader
  listed: () => Promise<Listed[]>
  /** Lets so many steps of a length in milliseconds go by. */
  pass: (steps: number, length?: number) => Promise<void>
  /** A service over the same data directory, opened again. */
  reopen: (wishes?: Wishes) => Promise<AlertingService>
}

/** A service whose alerts may call `receiver`; `site` is the folder of the dashboard's files. */
export async function alertingService(
  receiver: Awaited<ReturnType<typeof webhookReceiver>>,
  { site, ...wishes }: Wishes & { site?: string } = {},
): Promise<AlertingService> {
  const paper = await openTestService({
    notifyTo: [receiver.origin],
    network: receiver.network,
    ...wishes,
  })
  const port = await paper.serve(site === undefined ? {} : { root: site })
  await paper.process.openWorlds()
  const trader = await traderAt(port, paper.credentials)
  return {
    paper,
    port,
    trader,
    listed: () => trader.read<Listed[]>('/api/v1/alerts'),
    async pass(steps, length = MINUTE) {
      for (let step = 0; step < steps; step += 1) {
        paper.clock.now += length
        await paper.process.tick()
      }
    },
    async reopen(more) {
      const { data, clock } = paper
      // A message that was taken is sent again if the service ends before it is stored as taken.
      if (receiver.answer.status === 200) {
        await eventually(async () => {
          const alerts = (await paper.store.alerts?.all()) ?? []
          if (alerts.some(({ json }) => json.includes('"waiting":[{'))) throw new Error('one waits')
        })
      }
      await paper.close({ keepData: true })
      return alertingService(receiver, { ...wishes, data, startsAt: clock.now, ...more })
    },
  }
}

export const openReceiver = () => webhookReceiver(TEST_CERTIFICATE)

/** Waits until so many messages have arrived. */
export const arrived = (
  { received }: Awaited<ReturnType<typeof webhookReceiver>>,
  count: number,
): Promise<void> =>
  eventually(() => {
    if (received.length !== count) throw new Error(`${received.length} arrived, not ${count}`)
  })

import { openAnswerProxy } from '../read-proxy.ts'
import { demoService, read } from './world.ts'

type Trade = { uuid: string; created_at: string; closed_at: string }
type Demo = Awaited<ReturnType<typeof demoService>>

const HISTORY = '/api/v1/terminal/history'
const BALANCES = /balance_chart_data$/
const PAGE = 500
const HOUR = 3_600_000

/** The demo service behind a proxy that makes its answers as large as a big account's. */
export async function bigAccount({ trades = 0, points = 0 }: { trades?: number; points?: number }) {
  const demo = await demoService()
  const history = trades > 0 ? await tradesOf(demo, trades) : []
  const balances = balancesOf(points, Date.now())
  const proxy = await openAnswerProxy(demo.service.origin, (asked) => {
    const { pathname, searchParams: query } = asked
    if (trades > 0 && pathname === HISTORY) {
      const offset = Number(query.get('offset'))
      return history.slice(offset, offset + Number(query.get('limit')))
    }
    if (points > 0 && BALANCES.test(pathname)) {
      const from = Date.parse(query.get('date_from') ?? '') / 1_000
      return balances.filter(({ date }) => !(date < from))
    }
    return undefined
  })
  return {
    origin: proxy.origin,
    /** A page that pairs a browser with the service. */
    link: async () => proxy.through((await demo.service.command('pair')).trim()),
    async remove() {
      proxy.close()
      await demo.remove()
    },
  }
}

/** The demo's own orders again and again, each time further back, under ids of their own. */
async function tradesOf({ service, key }: Demo, count: number): Promise<Trade[]> {
  const own: Trade[] = []
  for (let offset = 0; offset === own.length && own.length < count; offset += PAGE) {
    const query = `order_by=closed_at&order_direction=desc&limit=${PAGE}&offset=${offset}`
    own.push(...(JSON.parse(await read(service.origin, key, HISTORY, query)) as Trade[]))
  }
  const newest = Date.parse(own[0]?.closed_at ?? '')
  const oldest = Date.parse(own.at(-1)?.closed_at ?? '')
  return Array.from({ length: count }, (_, index) => {
    const trade = own[index % own.length]
    if (!trade) throw new Error('The demo has no closed orders.')
    const back = Math.floor(index / own.length) * (newest - oldest + HOUR)
    const earlier = (time: string) => new Date(Date.parse(time) - back).toISOString()
    return {
      ...trade,
      uuid: `${index.toString(16).padStart(8, '0')}${trade.uuid.slice(8)}`,
      created_at: earlier(trade.created_at),
      closed_at: earlier(trade.closed_at),
    }
  })
}

/** A point an hour up to now; seeded, so that every run draws the same line. */
function balancesOf(count: number, now: number) {
  let state = 42
  let usd = 50_000
  return Array.from({ length: count }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    usd *= 1 + (state / 2 ** 31 - 0.4999) / 50
    return {
      date: Math.floor((now - (count - index) * HOUR) / 1_000),
      usd: Number(usd.toFixed(2)),
      btc: Number((usd / 90_000).toFixed(8)),
      usd_deposit_amount: index % 5_000 === 4_999 ? 1_000 : 0,
      btc_deposit_amount: index % 5_000 === 4_999 ? 0.011 : 0,
    }
  })
}

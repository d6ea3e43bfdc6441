import { expect } from '../fixtures.ts'
import { callsOf } from '../signed-calls.ts'
import type { Scene } from './scene.ts'

/** A page, or a view of one that has a layout of its own. */
export type Place = {
  name: string
  /** Its address, or how that is found. */
  path: string | ((scene: Scene) => Promise<string>)
  /** It is about one entity: a new world has none. */
  isOfOne?: true
  /** It is a form: nothing is read into it, and this fills it in. */
  fill?: (scene: Scene) => Promise<void>
}

/** Target of a list's first link; found once for all states of a worker. */
const behind =
  (list: string, link: string) =>
  async ({ page, service, show, known }: Scene): Promise<string> => {
    const place = `${service.origin} ${list}`
    const found = known.get(place)
    if (found !== undefined) return found
    await show(list)
    const first = page.locator(link).filter({ visible: true }).first()
    const path = (await first.getAttribute('href', { timeout: 5_000 })) ?? list
    known.set(place, path)
    return path
  }

export async function fillInExample({ page, settled }: Scene): Promise<void> {
  const example = page.getByRole('button', { name: 'Fill in an example' })
  // Not every form has one, and then it stays as it is.
  if ((await example.count()) === 0) return
  await example.click()
  await expect(page.getByText(/^Filled in: /).first()).toBeVisible()
  await settled(page)
}

/** The list has rows, or cards on a phone. */
const GRID_BOT = ':is(tr, li):has-text("Running") a[href^="/grid-bots/"]'
const DCA_BOT = ':is(tr, li):has-text("Running") a[href^="/dca-bots/"]'

const activeTrade = behind('/smart-trades?status=active', 'a[href*="trade="]')

/** The form of the trade that the list of active ones begins with. */
async function editOf(scene: Scene): Promise<string> {
  const { searchParams } = new URL(await activeTrade(scene), scene.service.origin)
  return `/smart-trades/edit?trade=${searchParams.get('trade')}`
}

const gridBot = behind('/grid-bots', GRID_BOT)
const dcaBot = behind('/dca-bots', DCA_BOT)

/** A grid bot beside a DCA bot. */
async function comparison(scene: Scene): Promise<string> {
  const idOf = (path: string) => path.split('/').at(-1) ?? ''
  const [grid, dca] = [idOf(await gridBot(scene)), idOf(await dcaBot(scene))]
  return `/compare?bots=grid-${grid}_dca-${dca}`
}

const ALERTS = [
  { kind: 'price', name: 'BTC/USDT', pair: 'USDT_BTC', direction: 'above', level: '150000' },
  { kind: 'drawdown', name: 'Portfolio', percent: '10', every_time: true },
  {
    kind: 'price',
    name: 'SOL/USDT',
    pair: 'USDT_SOL',
    direction: 'below',
    level: '80',
    is_on: false,
  },
]

/** Alerts of a world in which something is traded; saved by the same id, each is there once. */
async function alertsOf({ service, known }: Scene): Promise<string> {
  const place = `${service.origin} /alerts`
  if (known.has(place)) return '/alerts'
  known.set(place, '/alerts')
  const calls = callsOf(service.origin, await service.newKey())
  const trades = await calls.read<{ id: number }[]>('/api/v1/smart_trades?status=active')
  const ofTrades = trades.slice(0, 1).map(({ id }) => ({
    kind: 'stop_distance',
    name: `SmartTrade ${id}`,
    trade_id: id,
    percent: '2',
  }))
  const drafts = trades.length === 0 ? [] : [...ofTrades, ...ALERTS]
  for (const [index, draft] of drafts.entries()) {
    await calls.post('/api/v1/alerts', {
      id: `00000000-0000-4000-8000-00000000000${index}`,
      ...draft,
    })
  }
  return '/alerts'
}

/** Every one is pictured in every state of a page. */
export const PLACES: readonly Place[] = [
  { name: 'portfolio', path: '/portfolio' },
  { name: 'smart-trades', path: '/smart-trades' },
  { name: 'smart-trade', path: behind('/smart-trades', 'a[href*="trade="]'), isOfOne: true },
  { name: 'edit-trade', path: editOf, isOfOne: true },
  { name: 'ticket', path: '/smart-trades/new', fill: fillInExample },
  { name: 'grid-bots', path: '/grid-bots' },
  { name: 'grid-bot', path: gridBot, isOfOne: true },
  { name: 'new-grid-bot', path: '/grid-bots/new', fill: fillInExample },
  { name: 'dca-bots', path: '/dca-bots' },
  { name: 'dca-bot', path: dcaBot, isOfOne: true },
  { name: 'new-dca-bot', path: '/dca-bots/new', fill: fillInExample },
  { name: 'compare', path: comparison, isOfOne: true },
  { name: 'strategies', path: '/dca-bots/strategies' },
  { name: 'history', path: '/history' },
  { name: 'history-rows', path: '/history?view=rows' },
  { name: 'history-trade', path: behind('/history?view=rows', 'a[href*="trade="]'), isOfOne: true },
  { name: 'alerts', path: alertsOf },
  { name: 'activity', path: '/activity' },
  { name: 'settings', path: '/settings' },
  { name: 'new-world', path: '/new-world' },
]

export const pathOf = async ({ path }: Place, scene: Scene): Promise<string> =>
  typeof path === 'string' ? path : path(scene)

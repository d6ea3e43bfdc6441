import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { standStill } from './gallery/scene.ts'
import { readGridBots, signedCalls } from './signed-calls.ts'
import { ACCOUNT, PAIR, Ticket } from './ticket.ts'

test.use({ ownProcess: true })

test('an open page is live: prices move, changes of others show, and polling takes over when the service stops', async ({
  trader,
  service,
}) => {
  test.setTimeout(120_000)
  const paths: string[] = []
  trader.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const countOf = (path: string) => paths.filter((one) => one === path).length
  const state = trader.locator('[data-age]')

  await trader.addInitScript(countDrawnComponents)
  await trader.reload()
  const ticket = new Ticket(trader)
  await ticket.open()
  await ticket.market(ACCOUNT, PAIR)
  await expect(state).toHaveText(/^Live [0-5] s$/)
  const last = trader.getByText(/^BTC last/)
  const lists = countOf('/api/v1/market/pairs')
  for (let turn = 0; turn < 3; turn += 1) {
    const before = await last.innerText()
    await expect.poll(() => last.innerText(), { timeout: 4_000 }).not.toBe(before)
  }
  expect(countOf('/api/v1/market/pairs')).toBe(lists)

  await ticket.fillIn()
  await expect(trader.getByRole('slider', { name: 'Stop line' })).toBeVisible()
  await standStill(trader, 300).catch(() => undefined)
  const [all, most] = await drawnByAPrice(trader, async () => {
    const before = await last.innerText()
    await expect.poll(() => last.innerText(), { timeout: 4_000 }).not.toBe(before)
  })
  expect(most, `of ${all} components on the page`).toBeLessThan(all / 4)
  expect(await last.innerText()).not.toContain('ago')

  await trader.getByRole('link', { name: 'Grid bots', exact: true }).first().click()
  const calls = await signedCalls(service)
  const bot = (await readGridBots(calls)).find(({ is_enabled: isEnabled }) => isEnabled)
  const row = trader.getByRole('row').filter({ hasText: bot?.name ?? 'a running bot' })
  await expect(row).toContainText('Running')
  await calls.post(`/api/v1/bots/grid/${bot?.id}/stop`)
  await expect(row).not.toContainText('Running', { timeout: 4_000 })

  await service.kill()
  await expect(state).not.toHaveText(/^Live/, { timeout: 15_000 })
  await service.start()
  // The stream may be back before anything has failed, and then nothing offers to try.
  const tryNow = trader.getByRole('button', { name: 'Try now' })
  await expect(async () => {
    if (await tryNow.isVisible()) await tryNow.click({ timeout: 1_000 })
    await expect(state).toHaveText(/^Live/, { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
})

/** All components of the page, and those that the largest commit during `act` has drawn again. */
async function drawnByAPrice(page: Page, act: () => Promise<void>): Promise<[number, number]> {
  await page.evaluate(() => Reflect.set(window, 'drawn', []))
  await act()
  return page.evaluate(() => [
    Number(Reflect.get(window, 'components')),
    Math.max(0, ...(Reflect.get(window, 'drawn') as number[])),
  ])
}

/** Runs in the page from its beginning on: follows React as its developer tools do. */
function countDrawnComponents(): void {
  type Fiber = {
    tag: number
    flags: number
    child: Fiber | null
    sibling: Fiber | null
    alternate: Fiber | null
  }
  // Function components, with a ref and with `memo` as well.
  const COMPONENTS = [0, 11, 14, 15]
  const isComponent = ({ tag }: Fiber) => COMPONENTS.includes(tag)
  const childrenOf = function* ({ child }: Fiber) {
    for (let one = child; one; one = one.sibling) yield one
  }
  const sum = (fiber: Fiber, countOf: (one: Fiber) => number): number =>
    [...childrenOf(fiber)].reduce((count, one) => count + countOf(one), 0)
  const all = (fiber: Fiber): number => Number(isComponent(fiber)) + sum(fiber, all)
  const drawn = (fiber: Fiber): number => {
    const { alternate: before } = fiber
    if (before === null) return all(fiber)
    const own = isComponent(fiber) && (fiber.flags & 1) === 1 ? 1 : 0
    return own + (before.child === fiber.child ? 0 : sum(fiber, drawn))
  }
  Reflect.set(window, 'drawn', [])
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot(_id: number, { current }: { current: Fiber }) {
      const counts = Reflect.get(window, 'drawn') as number[]
      counts.push(drawn(current))
      Reflect.set(window, 'components', all(current))
    },
  })
}

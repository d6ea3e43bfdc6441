import type { BrowserContext, Page, Route } from '@playwright/test'

import { expect } from '../fixtures.ts'
import { type FixedService, NOW } from './fixed-service.ts'

/** Parts of a state: a page of a paired browser, and the service behind it. */
type Service = Pick<FixedService, 'origin' | 'newKey'> & Partial<Pick<FixedService, 'pass'>>

export type Scene = {
  page: Page
  service: Service
  /** Shows an address of the service and waits until nothing is read any more. */
  show: (path: string) => Promise<void>
  /** Addresses that were found on a list, for the states that follow. */
  known: Map<string, string>
  /** Condition that `show` waits for; by default, that no read is left. */
  settled: (page: Page) => Promise<void>
}

export function sceneOf(page: Page, service: Service, known: Map<string, string>): Scene {
  const scene: Scene = {
    page,
    service,
    known,
    settled: settle,
    show: async (path) => {
      await page.goto(new URL(path, service.origin).href)
      await scene.settled(page)
    },
  }
  return scene
}

const isWrite = (route: Route): boolean => !['GET', 'HEAD'].includes(route.request().method())

/** Every request under `/api/` but those that a page cannot be drawn without. */
const READS = /\/api\/v1\/(?!time|user\/mode|pair|stream)/

export const onReads = (page: Page, answer: (route: Route) => unknown): Promise<unknown> =>
  page.route(READS, async (route) => {
    if (isWrite(route)) await route.fallback()
    else await answer(route)
  })

export const onWrites = (page: Page, answer: (route: Route) => unknown): Promise<unknown> =>
  page.route('**/api/**', async (route) => {
    if (isWrite(route)) await answer(route)
    else await route.fallback()
  })

/** Waits until what is read has come, the drawing follows it, and then stands still. */
export async function settle(page: Page): Promise<void> {
  await settleSoon(page)
  await page.waitForLoadState('networkidle')
  await standStill(page)
}

/** Settles a page without waiting for its last reads. */
export async function settleSoon(page: Page): Promise<void> {
  // By its element: beside a modal sheet no heading of the page has a role.
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await standStill(page)
}

/** Waits until nothing on the page has changed for a while. */
export const standStill = (page: Page, quiet = 150): Promise<void> =>
  page.evaluate(async (milliseconds) => {
    await document.fonts.ready
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, milliseconds)
      const latest = performance.now() + 3_000
      new MutationObserver(() => {
        if (performance.now() > latest) return
        clearTimeout(timer)
        timer = setTimeout(resolve, milliseconds)
      }).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
    })
    // One whose element goes away is cancelled.
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
  }, quiet)

/** From a tablet down a finger points: the styles ask for that, not for the width. */
const WIDEST_TOUCHED = 900

/** Gives the page a window of this size, and a finger where windows of this size have one. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  const session = await page.context().newCDPSession(page)
  const enabled = size.width <= WIDEST_TOUCHED
  await session.send('Emulation.setTouchEmulationEnabled', { enabled })
  await session.detach()
}

/** Pairs a browser, and gives what it keeps then: every state begins with that. */
export async function pairBrowser(context: BrowserContext, service: FixedService): Promise<string> {
  const page = await context.newPage()
  await page.goto(await service.link())
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await settle(page)
  const kept = await page.evaluate(() =>
    JSON.stringify(Object.fromEntries(Object.entries(localStorage))),
  )
  await page.close()
  return kept
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

/** Changes what the browser keeps of its connection, as another tab would. */
export async function changeConnection(page: Page, news: object): Promise<void> {
  await page.evaluate(
    ({ change, now }) => {
      const name = 'quarterdeck.connections'
      const kept = JSON.parse(localStorage.getItem(name) ?? '') as { connections: object[] }
      Object.assign(kept.connections[0] ?? {}, change, { modeHeardAt: now })
      localStorage.setItem(name, JSON.stringify(kept))
    },
    { change: news, now: NOW },
  )
}

/** Start of a state: a browser paired with a world, or with none. */
export type Start = 'demo' | 'untidy' | 'empty' | 'real' | 'own' | 'unpaired'

/** One row of the table: a page in a state. `own` is for what writes: nobody else sees its world. */
export type Shot = {
  page: string
  state: string
  start: Start
  reach: (scene: Scene) => Promise<void>
}

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { NO_PAGE } from './stored-connection.ts'

export const READ = /\/api\/v1\/smart_trades\?/

type Drawn = { text: string; boxes: number[] }[]
type Watched = { early: Drawn | undefined; react: Drawn | undefined; gaps: number }

const ROWS = ':is(tbody tr:has(a), thead tr)'
export const FIGURES = ':is(.key-figures dl > div, figure [role=img])'

/** Runs in the page: keeps the parts of the first frame drawn early, and of that drawn by React. */
function watchParts(selector: string): void {
  const found: Watched = { early: undefined, react: undefined, gaps: 0 }
  Reflect.set(window, 'foundRows', found)
  const cells = (within: string): Drawn | undefined => {
    const rows = [...document.querySelectorAll(`${within} ${selector}`)]
    if (!rows[1]?.checkVisibility({ visibilityProperty: true })) return undefined
    return rows.slice(0, 15).flatMap((row) =>
      [...row.children].map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect()
        // The split of the profit comes after React.
        const text = cell.textContent.replace(/(?<=days)Realised.*/, '')
        return { text, boxes: [x, y, width, height].map(Math.round) }
      }),
    )
  }
  const look = () => {
    const early = cells('#static-shell')
    found.early ??= early
    found.react ??= cells('#root')
    if (found.early && !early && !found.react) found.gaps++
    if (!found.react) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export const watched = (page: Page): Promise<Watched> =>
  page.evaluate(() => Reflect.get(window, 'foundRows') as Watched)

/** Holds files back, by default those of React, until they are let go. */
export async function hold(page: Page, files = /assets\/first-.*\.js/): Promise<() => void> {
  let go = () => {}
  const released = new Promise<void>((resolve) => (go = resolve))
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return go
}

/** Watches these parts on every page. Each visit of the journey begins with what a paired browser keeps. */
export async function watching(page: Page, parts = ROWS): Promise<Visit> {
  await page.addInitScript(watchParts, parts)
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  return (title, visit) =>
    test.step(title, async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.goto(new URL(NO_PAGE, page.url()).href)
      await page.evaluate((entries) => {
        localStorage.clear()
        for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text)
      }, kept)
      await visit()
    })
}
type Visit = (title: string, visit: () => Promise<void>) => Promise<void>

/** Opens the page and waits until everything is there that early rows need, and some frames longer. */
export async function openWithoutReact(
  page: Page,
  address: string,
  awaited = READ,
): Promise<() => void> {
  const go = await hold(page)
  const read = page.waitForResponse(awaited)
  await page.goto(address)
  await read
  await someFrames(page)
  return go
}

export const someFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })

/** React has drawn the same in place of it, with so many texts and hidden amounts. */
export async function expectSameByReact(page: Page, least: { texts: number; hidden: number }) {
  const { early, react, gaps } = await watched(page)
  expect(early?.length).toBeGreaterThan(least.texts)
  expect(early).toEqual(react)
  expect(gaps).toBe(0)
  const hidden = early?.filter(({ text }) => text.includes('hidden')) ?? []
  expect(hidden.length).toBeGreaterThanOrEqual(least.hidden)
  await expect(page.locator('#static-shell')).toHaveCount(0)
}

export type ChangeAnswer = (rows: Record<string, unknown>[]) => { status?: number; json: unknown }

/** Changes the answers to a read, and their status. */
export const changeAnswers = (page: Page, read: RegExp, change: ChangeAnswer) =>
  page.route(read, async (route) => {
    const response = await route.fetch()
    const { status = 200, json } = change((await response.json()) as Record<string, unknown>[])
    await route.fulfill({ response, status, json })
  })

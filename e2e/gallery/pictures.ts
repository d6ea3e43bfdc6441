import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'

import { expectAccessible } from '../pages.ts'
import { type FixedService, NOW, openFixedService } from './fixed-service.ts'
import { slippedNumbers } from './numbers.ts'
import { readOptions } from './options.js'
import { pairBrowser, resize, sceneOf, type Shot, standStill, type Start } from './scene.ts'
import { SHOTS } from './states.ts'
import { stringsOn } from './strings.ts'

const options = readOptions(JSON.parse(process.env['QUARTERDECK_GALLERY'] ?? '[]') as string[])
const [firstSize = { name: '', width: 1440, height: 900 }] = options.sizes

/** Every state is reached in a wide window, where lists are tables, and pictured at each size. */
const DESKTOP = { width: 1440, height: 900 }

type Started = { service: FixedService; context: BrowserContext; kept: string }

/** Scene at the start of a state; states that do not write share it. */
type Starts = { of(start: Start): Promise<Started>; end(start: Start, one: Started): Promise<void> }

const test = base.extend<object, { starts: Starts }>({
  starts: [
    async ({ browser }, use) => {
      const shared = new Map<Start, Promise<Started>>()
      const begin = async (start: Start): Promise<Started> => {
        const service = await openFixedService(
          start === 'empty' || start === 'untidy' ? start : 'demo',
        )
        const context = await browser.newContext({
          viewport: DESKTOP,
          colorScheme: 'dark',
          reducedMotion: 'reduce',
          timezoneId: 'UTC',
          locale: 'en-GB',
          permissions: ['notifications'],
        })
        // Paired a minute before: what is heard at the same moment is no news.
        await context.clock.setFixedTime(NOW - 60_000)
        if (start === 'real') await service.tradeReal()
        const kept = start === 'unpaired' ? '{}' : await pairBrowser(context, service)
        return { service, context, kept }
      }
      const remove = async ({ context, service }: Started) => {
        await context.close()
        await service.remove()
      }
      await use({
        of(start) {
          if (start === 'own' || start === 'unpaired') return begin(start)
          const found = shared.get(start) ?? begin(start)
          shared.set(start, found)
          return found
        },
        async end(start, one) {
          if (start === 'own' || start === 'unpaired') await remove(one)
        },
      })
      for (const one of shared.values()) await remove(await one)
    },
    { scope: 'worker' },
  ],
})

const BEAT = `event: beat\ndata: ${JSON.stringify({ time: new Date(NOW).toISOString() })}\n\n`

/** The address behind the first link of a list, by list: found once a worker. */
const known = new Map<string, string>()

const isWanted = ({ page, state }: Shot): boolean =>
  (options.only.length === 0 || options.only.includes(page)) &&
  (options.states.length === 0 || options.states.includes(state))

for (const shot of SHOTS.filter(isWanted)) {
  test(`${shot.page}, ${shot.state}`, async ({ starts }) => {
    const started = await starts.of(shot.start)
    const page = await freshPage(started)
    try {
      await shot.reach(sceneOf(page, started.service, known))
      await resize(page, firstSize)
      await standStill(page)
      if (options.axe) await expectAccessible(page, `${shot.page}, ${shot.state}`)
      await takePictures(page, shot)
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.close()
      await starts.end(shot.start, started)
    }
  })
}

/** A page of a browser that keeps what it kept when it was paired. */
async function freshPage({ context, service, kept }: Started): Promise<Page> {
  await context.setOffline(false)
  await context.clock.setFixedTime(NOW)
  const page = await context.newPage()
  // A stream that ends after its beat: a page is live, and its network is idle.
  await page.route('**/api/v1/stream*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: BEAT }),
  )
  page.setDefaultTimeout(15_000)
  await page.goto(`${service.origin}/favicon.svg`)
  await page.evaluate(
    (entries) => {
      localStorage.clear()
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
    },
    JSON.parse(kept) as Record<string, string>,
  )
  return page
}

/** Every size and theme is pictured of the same page: the state is reached once. */
async function takePictures(page: Page, { page: name, state }: Shot): Promise<void> {
  const folder = join(options.out, 'pictures', name)
  const strings = new Set<string>()
  mkdirSync(folder, { recursive: true })
  for (const { name: size, width, height } of options.sizes) {
    await resize(page, { width, height })
    await standStill(page)
    if (!options.window) await page.setViewportSize({ width, height: await wholeHeight(page) })
    for (const theme of options.themes) {
      await page.emulateMedia({
        colorScheme: theme === 'light' ? 'light' : 'dark',
        forcedColors: theme === 'forced' ? 'active' : 'none',
      })
      await standStill(page)
      await page.screenshot({
        path: join(folder, `${state}-${size}-${theme}.png`),
        animations: 'disabled',
        caret: 'hide',
      })
    }
    for (const text of await stringsOn(page)) strings.add(text)
  }
  const list = join(options.out, 'strings', '.states')
  mkdirSync(list, { recursive: true })
  writeFileSync(join(list, `${name},${state}.json`), JSON.stringify([...strings]))
  expect(strings.size).toBeGreaterThan(0)
  expect.soft(await slippedNumbers(page), `${name}, ${state}`).toEqual([])
}

const TALLEST = 9_000

/**
 * The height of a window that shows a page and its drawer without scrolling. A modal sheet keeps
 * the window as it is, since what it shows without scrolling is part of its review.
 */
const wholeHeight = (page: Page): Promise<number> =>
  page.evaluate((tallest) => {
    if (document.querySelector('[role=dialog]')) return innerHeight
    const hidden = [...document.querySelectorAll('*')]
      .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
      // Closed details keep the height of their content.
      .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
      .map(({ scrollHeight, clientHeight }) => innerHeight + scrollHeight - clientHeight)
    return Math.min(tallest, Math.max(document.documentElement.scrollHeight, ...hidden))
  }, TALLEST)

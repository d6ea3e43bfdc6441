import { readFileSync } from 'node:fs'

import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page, Request } from '@playwright/test'
import papaparse from 'papaparse'

import { proofSize } from '../src/testing/proof-size.ts'
import { expect } from './fixtures.ts'
import type { NewKey } from './paper-service.ts'
import { showsNoPage } from './stored-connection.ts'

type PageName =
  | 'Portfolio'
  | 'SmartTrades'
  | 'Grid bots'
  | 'DCA bots'
  | 'History'
  | 'Activity'
  | 'Alerts'
  | 'Settings'

const PATHS: Record<PageName, string> = {
  Portfolio: '/portfolio',
  SmartTrades: '/smart-trades',
  'Grid bots': '/grid-bots',
  'DCA bots': '/dca-bots',
  History: '/history',
  Alerts: '/alerts',
  Activity: '/activity',
  Settings: '/settings',
}

/** Opens a page from the navigation, or by its address as the first page of a test. */
export async function openPage(page: Page, name: PageName): Promise<void> {
  if (showsNoPage(page)) await page.goto(new URL(PATHS[name], page.url()).href)
  else await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

type Router = { navigate(to: { href: string }): Promise<void> }

/** Shows a path as a link within the app does, or by its address as the first page of a test. */
export async function showPath(page: Page, path: string): Promise<void> {
  if (showsNoPage(page)) await page.goto(new URL(path, page.url()).href)
  else {
    await page.evaluate(async (href) => {
      // The router leaves itself in the window.
      await (Reflect.get(window, '__TSR_ROUTER__') as Router).navigate({ href })
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }, path)
  }
}

/** The paths of the writes that leave a page from now on, or of those that end in `ending`. */
export function writesFrom(page: Page, ending = ''): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.endsWith(ending)) sent.push(pathname)
  })
  return sent
}

/** Opens the form of a further connection and says where the service is and by which key. */
export async function fillInConnection(
  page: Page,
  origin: string,
  { name, baseUrl = origin, key }: { name: string; baseUrl?: string; key: NewKey },
): Promise<void> {
  await page.goto(`${origin}/connect`)
  await page.getByRole('link', { name: 'Add a connection' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Base URL').fill(baseUrl)
  await page.getByRole('radio', { name: 'Real money' }).check()
  await page.getByLabel('API key').fill(key.api_key)
  await page.getByRole('textbox', { name: 'Secret' }).fill(key.secret_key)
}

export async function choosePassphrase(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel('New passphrase').fill(passphrase)
  await page.getByLabel('Repeat the passphrase').fill(passphrase)
}

export const isStop = (request: Request): boolean =>
  request.method() === 'POST' && request.url().endsWith('/stop')

export async function openNewGridBot(page: Page): Promise<void> {
  await openPage(page, 'Grid bots')
  await page.getByRole('link', { name: 'New grid bot' }).click()
  // The page before it has an account to choose as well.
  await expect(page.getByRole('heading', { name: 'New grid bot', level: 1 })).toBeVisible()
}

export const gridBotRows = (page: Page): Locator =>
  page.getByRole('table', { name: 'Grid bots' }).locator('tbody tr')

export const runningGridBot = (page: Page): Locator =>
  gridBotRows(page).filter({ hasText: 'Running' }).first()

export const drawerOf = (page: Page, trade: string): Locator =>
  page.getByRole('complementary', { name: `SmartTrade ${trade}` })

/** Opens the first SOL trade in position of the demo world, and gives its number. */
export async function openPosition(page: Page): Promise<string> {
  await openPage(page, 'SmartTrades')
  const link = page
    .getByRole('table', { name: 'SmartTrades' })
    .locator('tbody tr')
    .filter({ hasText: 'In position' })
    .filter({ hasText: 'SOL' })
    .first()
    .getByRole('link')
    .first()
  const id = /\d+$/.exec((await link.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await link.click()
  await expect(drawerOf(page, id)).toBeVisible()
  return id
}

/** Records the notifications that the page shows; runs in the page. */
export function recordNotices(): void {
  const shown: string[] = []
  Reflect.set(window, 'shownNotices', shown)
  window.Notification = class extends Notification {
    // Chromium's shell denies it although it was granted.
    static override readonly permission = 'granted'
    constructor(title: string, options?: NotificationOptions) {
      super(title, options)
      shown.push(`${title}: ${options?.body ?? ''}`)
    }
  }
}

export const shownNotices = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'shownNotices') as string[])

/** Opens the review that stops the first running grid bot of the list. */
export async function openStop(page: Page): Promise<Locator> {
  await runningGridBot(page)
    .getByRole('button', { name: /^Stop / })
    .click()
  return page.getByRole('dialog', { name: /^Stop / })
}

export const dcaBotRows = (page: Page): Locator =>
  page.getByRole('table', { name: 'DCA bots' }).locator('tbody tr')

export const balanceChart = (page: Page): Locator =>
  page.getByRole('img', { name: /^Balance history of / })

export const keyFigure = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Key figures' })
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .last()

/** The month before this one, such as "2026-10": one that has just begun has no orders yet. */
export const lastMonth = (): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

/** Names the period of the history and, once they are loaded, how many orders it has. */
export const historyExport = (page: Page): Locator =>
  page.getByRole('button', { name: /^Export (?!.*profit by|CSV)/ })

/** Presses the button of the open panel *Export CSV*, and reads the file that comes. */
export async function exportedRows(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Export CSV' })
  const waiting = page.waitForEvent('download')
  await panel.getByRole('button', { name: /^(Export CSV|Load and export)$/ }).click()
  const file = await waiting
  const text = readFileSync(await file.path(), 'utf8').replace(/^\uFEFF/, '')
  const parsed = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  })
  expect(parsed.errors).toEqual([])
  return { name: file.suggestedFilename(), rows: parsed.data }
}

const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Expects that axe finds nothing on a page in the named state, and that it scrolls sideways nowhere.
 * Under an open sheet the page was examined before it opened, so that the sheet alone is.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  /** Rules that an earlier look at the page has judged. */
  judged: string[] = [],
): Promise<void> {
  const isUnderSheet = (await page.locator(`${SHEET}:visible`).count()) > 0
  const axe = axeOn(page).withTags(ALL).disableRules(judged)
  await expectNone(isUnderSheet ? axe.include(SHEET) : axe, state)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect({ state, overflow }).toEqual({ state, overflow: 0 })
}

const SHEET = '[role=dialog]'

/**
 * Expects enough contrast in the light theme, which differs from the dark one in colours alone: the
 * test command proves them by `src/app/contrast.test.ts`.
 */
export async function expectLightContrast(page: Page, state: string): Promise<void> {
  if (proofSize(0, 1) === 0) return
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNone(axeOn(page).withRules(['color-contrast']), `${state}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
}

/** Rows beyond these repeat what the first ones have; the whole proof examines all. */
const FURTHER_ROWS = `main :is(tbody tr, li):nth-child(n + ${proofSize(9, 10_000)})`

/** Collects only violations, and runs in the page itself, which has no frames. */
const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude(FURTHER_ROWS)

async function expectNone(axe: AxeBuilder, state: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)),
  }))
  expect({ state, found }).toEqual({ state, found: [] })
}

/** Holds answers back until the function that it returns is called. */
export async function withheld(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Answers the stream with 404, so that the network of a page is idle once its reads have come. */
export const withoutStream = (page: Page): Promise<unknown> =>
  page.context().route('**/api/v1/stream*', (route) => route.fulfill({ status: 404, json: {} }))

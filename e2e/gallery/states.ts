import type { Page, Route } from '@playwright/test'

import { expect } from '../fixtures.ts'
import { changedAnswer } from '../read-proxy.ts'
import { NOW } from './fixed-service.ts'
import { pathOf, type Place, PLACES } from './pages.ts'
import { OTHERS } from './others.ts'
import {
  changeConnection,
  onReads,
  onWrites,
  type Scene,
  type Shot,
  standStill,
  type Start,
} from './scene.ts'
import { openReview, type Sheet, SHEETS } from './sheets.ts'

/** Steps before and after a page is shown; a form is filled in. */
type PageState = {
  state: string
  start: Start
  before?: (scene: Scene) => Promise<unknown>
  after?: (scene: Scene) => Promise<unknown>
  /** Nothing can be filled in where nothing is read, or where money is real. */
  isBlank?: true
  isOn?: (place: Place) => boolean
}

const SECOND = 1_000

/** Until something is said of what could not be read, beside the heading. */
const settledLate = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await standStill(page, 1_000)
}

const REFUSAL = {
  error: 'access_denied',
  error_description: 'This plan does not include the API.',
}
const FAILURE = { error: 'internal_error', error_description: 'The ledger is being moved.' }
const answerWith = (status: number, json: object) => (route: Route) =>
  route.fulfill({ status, json })

/** Replaces the answer to every read. */
const changed = (change: (text: string) => string) => async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, body: change(await response.text()) })
}

/** The first row of a list that has this member comes without it. */
const unreadable = (text: string): string => {
  const rows = JSON.parse(text) as unknown
  if (!Array.isArray(rows)) return text
  const list = rows as Record<string, unknown>[]
  const member = ['strategy', 'pair'].find((name) => list.some((row) => name in row && 'id' in row))
  const first = list.find((row) => member !== undefined && member in row)
  if (member !== undefined && first) delete first[member]
  return JSON.stringify(rows)
}

const LISTS = new Set(['smart-trades', 'grid-bots', 'dca-bots', 'history', 'history-rows'])

const PAGE_STATES: readonly PageState[] = [
  { state: 'filled', start: 'demo' },
  { state: 'untidy', start: 'untidy' },
  { state: 'blank', start: 'demo', isBlank: true, isOn: ({ fill }) => fill !== undefined },
  { state: 'empty', start: 'empty', isBlank: true, isOn: ({ isOfOne }) => !isOfOne },
  {
    state: 'loading',
    start: 'demo',
    isBlank: true,
    async before(scene) {
      scene.settled = settledLate
      await onReads(scene.page, () => undefined)
    },
  },
  {
    state: 'stale',
    start: 'demo',
    async after({ page }) {
      await onReads(page, answerWith(500, FAILURE))
      await page.clock.setFixedTime(NOW + 40 * SECOND)
      await page.route('**/api/v1/stream*', (route) => route.abort())
      await expect(page.locator('[data-strip=stale], [data-strip=unread]')).toBeVisible({
        timeout: 45 * SECOND,
      })
    },
    isOn: ({ name }) =>
      !['strategies', 'alerts', 'activity', 'settings', 'edit-trade'].includes(name),
  },
  {
    state: 'offline',
    start: 'demo',
    async after({ page }) {
      await page.context().setOffline(true)
      await page.clock.setFixedTime(NOW + 40 * SECOND)
      await expect(page.locator('[data-strip=offline]')).toBeVisible({ timeout: 45 * SECOND })
    },
  },
  {
    state: 'read-only',
    start: 'demo',
    before: ({ page }) => changeConnection(page, { writeEnabled: false }),
  },
  {
    state: 'refused',
    start: 'demo',
    isBlank: true,
    before: ({ page }) => onReads(page, answerWith(403, REFUSAL)),
  },
  {
    state: 'unknown',
    start: 'demo',
    isBlank: true,
    before: ({ page }) => onReads(page, changed(changedAnswer.nulls)),
  },
  {
    state: 'unreadable-row',
    start: 'demo',
    isBlank: true,
    before: ({ page }) => onReads(page, changed(unreadable)),
    isOn: ({ name }) => LISTS.has(name),
  },
  // The world of real money that the paper service has begins without trades and bots.
  { state: 'real', start: 'real', isBlank: true, isOn: ({ isOfOne }) => !isOfOne },
]

const pageShots = PLACES.flatMap((place) =>
  PAGE_STATES.filter(({ isOn }) => isOn?.(place) ?? true).map(
    ({ state, start, before, after, isBlank }): Shot => ({
      page: place.name,
      state,
      start,
      async reach(scene) {
        const path = await pathOf(place, scene)
        await before?.(scene)
        await scene.show(path)
        if (!isBlank) await place.fill?.(scene)
        await after?.(scene)
        await standStill(scene.page)
      },
    }),
  ),
)

/** Fault of a review's request once it is confirmed. */
const OUTCOMES: Record<string, ((route: Route) => unknown) | undefined> = {
  placed: undefined,
  sending: () => undefined,
  refused: answerWith(422, {
    error: 'unprocessable_entity',
    error_description: 'The exchange takes no orders at the moment.',
  }),
  unknown: (route) => route.abort('connectionreset'),
}

async function confirm({ page }: Scene, { phrase }: Sheet): Promise<void> {
  const dialog = page.getByRole('dialog')
  if (phrase !== undefined) await dialog.getByRole('textbox').last().fill(phrase)
  const act = dialog.locator('footer button').last()
  await expect(act).not.toHaveAttribute('aria-disabled', { timeout: 10 * SECOND })
  await act.click()
  await standStill(page, 1.2 * SECOND)
}

/** Orders at the market fill, and what is read after it has come. */
async function letFill({ page, service }: Scene): Promise<void> {
  service.pass?.(5 * SECOND)
  await page.clock.setFixedTime(NOW + 5 * SECOND)
  // Waits for the next reading of an order that fills.
  await standStill(page, 6 * SECOND)
}

const sheetShots = SHEETS.flatMap((sheet): Shot[] => [
  ...(['demo', 'real'] as const)
    .filter((start) => !(start === 'real' && sheet.isOnPaper))
    .map((start) => ({
      page: sheet.name,
      state: start === 'real' ? 'real' : 'review',
      start,
      reach: (scene: Scene) => openReview(sheet, scene),
    })),
  ...Object.entries(OUTCOMES).map(([state, answer]) => ({
    page: sheet.name,
    state,
    start: 'own' as const,
    async reach(scene: Scene) {
      await openReview(sheet, scene)
      if (answer) await onWrites(scene.page, answer)
      await confirm(scene, sheet)
      if (!answer) await letFill(scene)
    },
  })),
])

/** The table: every page and sheet in every state. */
export const SHOTS: readonly Shot[] = [...pageShots, ...sheetShots, ...OTHERS]

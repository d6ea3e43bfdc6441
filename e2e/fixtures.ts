import { test as base, expect, type Page, type Response, type TestInfo } from '@playwright/test'

import { openStream } from '#contract/stream.ts'
import { PATIENCE } from '#intents/intent.ts'
import { checkerOf } from '#testing/documented.ts'
import { READ_MS } from '#ui/armed-button.tsx'

import {
  inOwnProcess,
  inThisProcess,
  openPaperService,
  openServicePool,
  type PaperService,
  type PreparedWorld,
  type ServicePool,
} from './paper-service.ts'
import { pairBrowser } from './stored-connection.ts'

type Options = {
  /** Flags of this test's service, such as `--strict`. */
  flags: string[]
  /** The world that this test's service begins with. */
  world: PreparedWorld
  /** Gives the service a process of its own, which `kill` ends as `kill -9` would. */
  ownProcess: boolean
  /**
   * The tests only read, so that one service serves them all; one that writes is tagged `@writes`
   * and has its own.
   */
  sharedService: boolean
  /** Path of the page that `trader` opens; `null` leaves it to the test. */
  firstPage: string | null
  /**
   * When the button of a sheet counts: at once, so that no journey waits 0.7 s for each, or as long
   * after as on a real page.
   */
  sheetsCount: 'at once' | 'once read'
  /** Milliseconds that the page waits for the response to a write. */
  patience: number
}

type WorkerFixtures = {
  servicePool: ServicePool
}

type Fixtures = {
  service: PaperService
  /** A page that is paired with the service and shows `firstPage`. */
  trader: Page
}

/** Without a limit a page reads 60 times a minute, and a journey would wait for the next minute. */
const LIMIT = ['--rate-limit', '6000']

const onlyReads = (sharedService: boolean, { tags }: TestInfo): boolean =>
  sharedService && !tags.includes('@writes')

/**
 * Compares an answer of the service with its OpenAPI document, and what was asked as well, and says
 * whether it did. Throws what differs. An answer that the test made in its place has come from no
 * address.
 */
async function compared(
  response: Response,
  { origin }: PaperService,
  isStrict: boolean,
): Promise<boolean> {
  const url = new URL(response.url())
  if (url.origin !== origin || !url.pathname.startsWith('/api/')) return false
  // A stream has no end to wait for.
  if (url.pathname === openStream.path) return false
  if (!(await response.serverAddr().catch(() => null))) return false
  // Bodies of a closed page cannot be read.
  const body = await response.text().catch(() => undefined)
  if (body === undefined || body === '') return false
  const request = response.request()
  const bytes = new Uint8Array(request.postDataBuffer() ?? [])
  const asked = { method: request.method(), target: url.pathname + url.search, bytes }
  return checkerOf(isStrict)(asked, { status: response.status(), headers: {}, body })
}

/** Timers of this length end at once. */
function skipTimer(length: number): void {
  const setTimer = window.setTimeout.bind(window)
  Reflect.set(window, 'setTimeout', (run: () => void, ms?: number, ...rest: unknown[]) =>
    setTimer(run, ms === length ? 0 : ms, ...rest),
  )
}

/** Aborts after `patience` what would be aborted after `usual` milliseconds. */
function shortenPatience({ usual, patience }: { usual: number; patience: number }): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => timeout(ms === usual ? patience : ms)
}

/**
 * A test that writes has a service and a world of its own, so that tests run side by side and none
 * has to clean up. A page that breaks the content security policy or throws fails its test.
 */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  flags: [[], { option: true }],
  world: ['demo', { option: true }],
  ownProcess: [false, { option: true }],
  sharedService: [false, { option: true }],
  firstPage: ['/portfolio', { option: true }],
  sheetsCount: ['at once', { option: true }],
  patience: [PATIENCE, { option: true }],

  servicePool: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const pool = openServicePool()
      await use(pool)
      await pool.remove()
    },
    { scope: 'worker' },
  ],

  service: async ({ flags, world, ownProcess, sharedService, servicePool }, use, testInfo) => {
    const allFlags = [...LIMIT, ...flags]
    if (onlyReads(sharedService, testInfo)) return use(await servicePool.with(allFlags, world))
    const start = ownProcess ? inOwnProcess : inThisProcess
    const service = await openPaperService(allFlags, await servicePool.freshWorld(world), start)
    await use(service)
    await service.remove()
  },

  // The service goes when the page is gone.
  page: async (
    { page, context, service, flags, sharedService, sheetsCount, patience },
    use,
    testInfo,
  ) => {
    const faults: string[] = []
    if (patience !== PATIENCE) {
      await context.addInitScript(shortenPatience, { usual: PATIENCE, patience })
    }
    if (sheetsCount === 'at once') await context.addInitScript(skipTimer, READ_MS)
    if (onlyReads(sharedService, testInfo)) {
      page.on('request', (request) => {
        const isRead = request.method() === 'GET' || request.url().endsWith('/pair')
        if (!isRead) faults.push(`not tagged @writes: ${request.method()} ${request.url()}`)
      })
    }
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
    await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report = Reflect.get(window, 'reportViolation') as (text: string) => void
        report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
      })
    })
    const comparisons: Promise<boolean>[] = []
    context.on('response', (response) => {
      const comparison = compared(response, service, flags.includes('--strict'))
      comparison.catch((error: unknown) => faults.push(String(error)))
      comparisons.push(comparison.catch(() => true))
    })
    await use(page)
    // Reads go on to the last moment; what stands between them and the service ends with the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const opened of context.pages()) await opened.close()
    const count = (await Promise.all(comparisons)).filter(Boolean).length
    testInfo.annotations.push({ type: 'compared', description: String(count) })
    expect(faults).toEqual([])
  },

  trader: async ({ page, service, firstPage }, use) => {
    await pairBrowser(page, service)
    if (firstPage !== null) {
      await page.goto(service.origin + firstPage)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await use(page)
  },
})

export { expect }

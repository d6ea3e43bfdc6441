import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { build } from 'vite'

import { worldSnapshot } from '#paper/in-page/snapshot.ts'

import type { InPageTestPage } from './in-page/page.ts'
import { serveStatic, type StaticSite } from './in-page/serve-static.ts'

declare const page: InPageTestPage

/** The service over its world, in the page of a bare static server; the pages share one browser's storage. */
test.describe.configure({ mode: 'serial' })

const folder = join(import.meta.dirname, '../test-results/in-page')
let site: StaticSite

test.beforeAll(async () => {
  test.setTimeout(300_000)
  rmSync(folder, { recursive: true, force: true })
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'in-page'),
    base: './',
    logLevel: 'error',
    worker: { format: 'es' },
    plugins: [worldSnapshot()],
    build: { outDir: folder, emptyOutDir: true },
  })
  expect(existsSync(join(folder, 'world.json.gz'))).toBe(true)
  site = await serveStatic(folder)
})
test.afterAll(() => site.close())

async function tab(context: BrowserContext): Promise<Page> {
  const opened = await context.newPage()
  await opened.goto(site.url)
  return opened
}

/** Pairs, and keeps the client where the tests of this page find it. */
const paired = (opened: Page) =>
  opened.evaluate(async () => {
    Object.assign(globalThis, { client: await page.pair() })
  })

const trades = (opened: Page) =>
  opened.evaluate(async () => {
    const client = Reflect.get(globalThis, 'client') as Awaited<ReturnType<typeof page.pair>>
    const list = await client.call(page.api.listSmartTrades, { query: { per_page: 100 } })
    return list.length
  })

test('a first visit shows the trades of the demo world within three seconds', async ({
  context,
}) => {
  const started = Date.now()
  const opened = await tab(context)
  await paired(opened)
  expect(await trades(opened)).toBe(100)
  const took = Date.now() - started
  console.log(`first visit: ${took} ms`)
  expect(took).toBeLessThan(3_000)
})

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { build } from 'vite'

import { snapshotOf, worldSnapshot } from '#paper/in-page/build-site.ts'

import { proofSize } from '../src/testing/proof-size.ts'
import type { InPageTestPage } from './in-page/page.ts'
import { serveStatic, type StaticSite } from './in-page/serve-static.ts'

declare const page: InPageTestPage

/** The service over its world, in the page of a bare static server; the pages share one browser's storage. */
test.describe.configure({ mode: 'default' })

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

/** A figure for the report of the run. */
const note = (description: string): void =>
  void test.info().annotations.push({ type: 'measured', description })

async function tab(context: BrowserContext, { url } = site): Promise<Page> {
  const opened = await context.newPage()
  await opened.goto(url)
  return opened
}

const closeTabs = (context: BrowserContext) =>
  Promise.all(context.pages().map((opened) => opened.close()))

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

test('a first visit shows the demo world soon, which outlives a reload and a failed worker, is downloaded without a secret and forgotten by starting over', async ({
  context,
}) => {
  await test.step('a first visit, within three seconds where nothing runs beside it', async () => {
    const started = Date.now()
    const opened = await tab(context)
    await paired(opened)
    expect(await trades(opened)).toBe(100)
    const took = Date.now() - started
    note(`first visit: ${took} ms`)
    // Beside the units a machine is slower than a visitor's.
    expect(took).toBeLessThan(proofSize(10_000, 3_000))
  })

  await test.step('a reload keeps what was done', async () => {
    await closeTabs(context)
    const opened = await tab(context)
    await paired(opened)
    await writeNote(opened, 'kept')
    await opened.reload()
    await paired(opened)
    expect(await readNote(opened)).toBe('kept')
  })

  await test.step('a worker that fails is started again, which is said', async () => {
    await closeTabs(context)
    const opened = await tab(context)
    await paired(opened)
    await writeNote(opened, 'before the failure')
    await opened.workers()[0]?.evaluate(() => {
      setTimeout(() => {
        throw new Error('a failure on purpose')
      })
    })
    await expect
      .poll(async () => (await stateOf(opened)).sentence)
      .toBe('The paper service in this page failed and was restarted.')
    expect(await readNote(opened)).toBe('before the failure')
    expect(await opened.evaluate(() => page.workers.length)).toBe(2)
  })

  await test.step('a downloaded world has no secret, and opens in Node', async () => {
    await closeTabs(context)
    const opened = await tab(context)
    await paired(opened)
    await writeNote(opened, 'downloaded')
    const base64 = await opened.evaluate(async () => {
      const bytes = new Uint8Array(await (await page.service.download()).arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      return btoa(text)
    })
    const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
    const file = join(data, 'world.json.gz')
    writeFileSync(file, Buffer.from(base64, 'base64'))
    const text = gunzipSync(readFileSync(file)).toString()
    expect(text).toContain('downloaded')
    expect(text).not.toMatch(/paper_[0-9a-f]{32}|BEGIN PUBLIC KEY/)
    const secrets = Array.from(
      text.matchAll(/\\?"webhookSecret\\?":(null|\\?"[^"\\]*\\?")/g),
      ([, found]) => found,
    )
    expect(secrets.length).toBeGreaterThan(0)
    expect(secrets.filter((found) => found !== 'null' && found !== '\\"\\"')).toEqual([])
    const paper = (...words: string[]) =>
      execFileSync(
        process.execPath,
        ['src/paper/start.js', ...words, '--data', join(data, 'there')],
        {
          cwd: join(import.meta.dirname, '..'),
          encoding: 'utf8',
        },
      )
    expect(paper('restore', file)).toContain('was restored')
    expect(paper('check')).toMatch(/records of 1 world are intact, and their money adds up/)
    rmSync(data, { recursive: true })
  })

  await test.step('starting over forgets the world and its keys', async () => {
    await closeTabs(context)
    const opened = await tab(context)
    await paired(opened)
    await writeNote(opened, 'forgotten')
    await opened.evaluate(() => page.service.startOver())
    await expect(trades(opened)).rejects.toThrow(/unknown, was revoked or has expired/)
    await paired(opened)
    expect(await trades(opened)).toBe(100)
    expect(await readNote(opened)).not.toBe('forgotten')
  })
})

type TestClient = Awaited<ReturnType<typeof page.pair>>
const LAST_TRADE = { per_page: 1, order_by: 'created_at', order_direction: 'DESC' } as const

/** Writes a note to the newest trade, or reads it. */
const writeNote = (opened: Page, note: string) =>
  opened.evaluate(
    async ([query, text]) => {
      const client = Reflect.get(globalThis, 'client') as TestClient
      const [trade] = await client.call(page.api.listSmartTrades, { query })
      const params = { id: trade?.id ?? 0 }
      await client.call(page.api.setSmartTradeNote, { params, body: { note: text } })
    },
    [LAST_TRADE, note] as const,
  )
const readNote = (opened: Page) =>
  opened.evaluate(async (query) => {
    const client = Reflect.get(globalThis, 'client') as TestClient
    const [trade] = await client.call(page.api.listSmartTrades, { query })
    return trade && 'note' in trade ? trade.note : undefined
  }, LAST_TRADE)
/** When the newest order of the history was made. */
const newestRow = (opened: Page) =>
  opened.evaluate(async () => {
    const client = Reflect.get(globalThis, 'client') as TestClient
    const query = { limit: 1, order_by: 'created_at', order_direction: 'desc' } as const
    const [row] = await client.call(page.api.listHistory, { query })
    return row && 'created_at' in row ? Number(row.created_at) : 0
  })
const stateOf = (opened: Page) => opened.evaluate(() => page.service.state())

test('two tabs share one world, which a tab that is closed, frozen or left holds no longer', async ({
  context,
}) => {
  await test.step('one of two tabs is closed', async () => {
    const first = await tab(context)
    await paired(first)
    const second = await tab(context)
    await paired(second)
    await expect.poll(async () => (await stateOf(second)).isElsewhere).toBe(true)
    await writeNote(first, 'of the first')
    expect(await readNote(second)).toBe('of the first')
    await writeNote(second, 'of the second')
    expect(await readNote(first)).toBe('of the second')
    await first.close()
    expect(await readNote(second)).toBe('of the second')
    await writeNote(second, 'alone')
    expect(await readNote(second)).toBe('alone')
    expect((await stateOf(second)).isElsewhere).toBe(false)
  })

  // Chromium freezes tabs in the background, and keeps those that were left; a test cannot have it do so.
  for (const [leave, back] of [
    ['freeze', 'resume'],
    ['pagehide', 'pageshow'],
  ] as const) {
    await test.step(`one gets the event ${leave}`, async () => {
      await closeTabs(context)
      const first = await tab(context)
      await paired(first)
      const second = await tab(context)
      await paired(second)
      const send = (name: string) =>
        first.evaluate((type) => {
          const event = new PageTransitionEvent(type, { persisted: true })
          const target = type.startsWith('page') ? window : document
          target.dispatchEvent(event)
        }, name)
      await send(leave)
      await writeNote(second, `after ${leave}`)
      expect((await stateOf(second)).isElsewhere).toBe(false)
      await send(back)
      expect(await readNote(first)).toBe(`after ${leave}`)
      await writeNote(first, `after ${back}`)
      expect(await readNote(second)).toBe(`after ${back}`)
    })
  }
})

test('a tab that hangs loses the world, and later repeats no write whose outcome is unknown', async ({
  context,
}) => {
  const first = await tab(context)
  await paired(first)
  const second = await tab(context)
  await paired(second)
  await writeNote(second, 'before')
  const id = await second.evaluate(async (query) => {
    const client = Reflect.get(globalThis, 'client') as TestClient
    const [trade] = await client.call(page.api.listSmartTrades, { query })
    return Number(trade?.id)
  }, LAST_TRADE)
  await first.workers()[0]?.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 7_000
      while (performance.now() < end);
    })
  })
  const failure = await second.evaluate(async (trade) => {
    const client = Reflect.get(globalThis, 'client') as TestClient
    return client
      .call(page.api.setSmartTradeNote, { params: { id: trade }, body: { note: 'in flight' } })
      .then(
        () => 'answered',
        (error: unknown) => Reflect.get(error as object, 'failure') as { kind: string },
      )
  }, id)
  expect(failure).toMatchObject({ kind: 'unreachable' })
  expect(await readNote(second)).toBe('before')
  // The first tab wakes up with the request still before it.
  expect(await readNote(first)).toBe('before')
  expect(await readNote(second)).toBe('before')
  // The first has lost the world to the second.
  await writeNote(second, 'after the silence')
  expect((await stateOf(second)).isElsewhere).toBe(false)
  expect(await readNote(first)).toBe('after the silence')
})

test('a site that was built more than a year ago shows its world at once, and catches up', async ({
  context,
}) => {
  test.setTimeout(240_000)
  const year = 366 * 86_400_000
  const old = snapshotOf(Math.floor((Date.now() - year) / 86_400_000) * 86_400_000)
  const built = `${folder}-old`
  cpSync(folder, built, { recursive: true })
  writeFileSync(join(built, 'world.json.gz'), old)
  const oldSite = await serveStatic(built)
  const started = Date.now()
  const opened = await tab(context, oldSite)
  await paired(opened)
  expect(await trades(opened)).toBe(100)
  note(`first visit a year after the build: ${Date.now() - started} ms`)
  await expect
    .poll(() => newestRow(opened), { timeout: 120_000 })
    .toBeGreaterThan(Date.now() - 7 * 86_400_000)
  note(`caught up: ${Date.now() - started} ms`)
  await writeNote(opened, 'after a year')
  expect(await readNote(opened)).toBe('after a year')
  await oldSite.close()
  rmSync(built, { recursive: true })
})

test('without the file of the world the engine makes it', async ({ context }) => {
  const bare = `${folder}-bare`
  cpSync(folder, bare, { recursive: true })
  // Some hosts answer every address with the page.
  writeFileSync(join(bare, 'world.json.gz'), '<!doctype html>')
  const bareSite = await serveStatic(bare)
  const opened = await tab(context, bareSite)
  await paired(opened)
  expect(await trades(opened)).toBe(100)
  await bareSite.close()
  rmSync(bare, { recursive: true })
})

test('a page that came in the clear from elsewhere says that it needs https', async ({
  context,
}) => {
  const port = new URL(site.url).port
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    await route.fulfill({
      response: await route.fetch({ url: `http://127.0.0.1:${port}${url.pathname}` }),
    })
  })
  const opened = await tab(context, { ...site, url: 'http://plain.example/some/path/' })
  expect(await stateOf(opened)).toMatchObject({
    phase: 'stopped',
    sentence: expect.stringContaining('needs https'),
  })
  await expect(opened.evaluate(() => page.service.pairingCode())).rejects.toThrow(/https/)
  expect(await opened.evaluate(() => page.workers.length)).toBe(0)
})

test('a browser without space for the world says so, and opens it once there is some', async ({
  context,
}) => {
  const opened = await context.newPage()
  const devtools = await context.newCDPSession(opened)
  const { origin } = new URL(site.url)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await opened.goto(site.url)
  await expect(paired(opened)).rejects.toThrow('This browser has no space left')
  expect((await stateOf(opened)).sentence).toContain('This browser has no space left')
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await opened.reload()
  await paired(opened)
  expect(await trades(opened)).toBe(100)
})

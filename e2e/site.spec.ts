import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { type BrowserContext, expect, type Page, test } from '@playwright/test'

import { serveStatic, type StaticSite } from './in-page/serve-static.ts'

/** The whole product as files on a bare static server, below a path, with the paper service in the page. */
test.describe.configure({ mode: 'serial' })
test.use({ serviceWorkers: 'allow' })

const ROOT = join(import.meta.dirname, '..')
let site: StaticSite
let own: StaticSite

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--mode', 'site', '--logLevel', 'error'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', QUARTERDECK_CONNECT: '' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  site = await serveStatic(join(ROOT, 'dist/site'))
  own = await serveStatic(join(ROOT, 'dist/site'), '/')
})
test.afterAll(async () => {
  await site.close()
  await own.close()
})

/** A tab whose requests beyond the site, violations of its policy and uncaught errors fail the test. */
async function tab(context: BrowserContext, address = site.url): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin)) faults.push(`asked ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  await page.goto(address)
  return page
}
const faults: string[] = []
test.afterEach(() => expect(faults.splice(0)).toEqual([]))

/** Goes to a path as soon as the router has read the address, before anything is drawn. */
function goOnceRouted(hash: string): void {
  const replaceState = history.replaceState.bind(history)
  history.replaceState = (...state) => {
    replaceState(...state)
    history.replaceState = replaceState
    queueMicrotask(() => (location.hash = hash))
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('a first visit opens the paper world by itself and shows its figures, and can be put on a screen', async ({
  context,
  request,
}) => {
  await test.step('a first visit', async () => {
    const begun = Date.now()
    const page = await tab(context)
    await expect(heading(page, 'Portfolio')).toBeVisible()
    await expect(page.locator('main dl dd [title]').first()).toBeVisible()
    console.log(`figures after ${Date.now() - begun} ms`)
    expect(new URL(page.url()).hash).toBe('#/portfolio')
    // Other sites of the origin have worlds of their own.
    const databases = await page.evaluate(() => indexedDB.databases())
    expect(databases.map(({ name }) => name)).toContain('quarterdeck-world/some/path')
    // The API is nobody's to answer but the page's own.
    expect(
      site.requests.filter((line) => line.includes('/api/') || line.includes('/health')),
    ).toEqual([])
  })

  await test.step('icons and manifest', async () => {
    const page = await (await request.get(site.url)).text()
    const manifestOf = /rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? ''
    const manifest = (await (await request.get(new URL(manifestOf, site.url).href)).json()) as {
      icons: { src: string }[]
    }
    const icons = manifest.icons.map(({ src }) => src)
    icons.push(/rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? 'none')
    expect(icons).toHaveLength(5)
    for (const icon of icons) {
      const answer = await request.get(new URL(icon, site.url).href)
      expect(answer.status(), icon).toBe(200)
      expect((await answer.body()).length).toBeGreaterThan(100)
    }
  })
})

test('a site that was visited once works without its server', async ({ context }) => {
  const gone = await serveStatic(join(ROOT, 'dist/site'), '/', { hidesIndex: true })
  const page = await tab(context, gone.url)
  await expect(page.locator('main dl dd [title]').first()).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return kept.flat().some(({ url }) => url.endsWith('world.json.gz'))
      }),
    )
    .toBe(true)
  await gone.close()
  await page.reload()
  await expect(heading(page, 'Portfolio')).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.locator('main table tbody tr').first()).toBeVisible()
  const hasFirstWorld = () => fetch('world.json.gz').then(({ ok }) => ok)
  expect(await page.evaluate(hasFirstWorld)).toBe(true)
  // The browser asks for a newer worker by itself.
  faults.splice(
    0,
    faults.length,
    ...faults.filter((fault) => !/ERR_CONNECTION_REFUSED/.test(fault)),
  )
})

test('a host that answers missing files with its page breaks no page for longer than they are missing', async ({
  browser,
  context,
}) => {
  const host = await serveStatic(join(ROOT, 'dist/site'), '/', { fallsBack: true })
  const scriptOf = (page: Page) => page.locator('script[type=module][src]').getAttribute('src')
  try {
    // The code of a page: it opens by itself once the file is there.
    host.missing.add('_connected.history')
    host.missing.add('service-worker.js')
    const page = await tab(context, host.url)
    await expect(page.locator('main dl dd [title]').first()).toBeVisible()
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page.getByText('A part of this page could not be fetched.')).toBeVisible()
    await page.goto(`${host.url}#/portfolio`)
    host.missing.delete('_connected.history')
    // The browser has the file again, and the page still remembers that it failed.
    const file = host.requests.find((line) => line.includes('_connected.history'))?.slice(5) ?? ''
    await page.evaluate((path) => fetch(path, { cache: 'reload' }).then(({ ok }) => ok), file)
    await page.getByRole('link', { name: 'History' }).click()
    await expect(heading(page, 'History')).toBeVisible()

    // The worker of the paper service, which the page starts again.
    host.missing.add('assets/worker-')
    const second = await browser.newContext({ serviceWorkers: 'allow' })
    const without = await tab(second, host.url)
    await expect
      .poll(() => host.requests.filter((line) => line.includes('/worker-')).length)
      .toBeGreaterThan(0)
    host.missing.delete('assets/worker-')
    await expect(without.locator('main dl dd [title]').first()).toBeVisible({ timeout: 20_000 })
    await second.close()

    // The first script: the page comes by itself.
    host.missing.add((await scriptOf(page))?.replace('./', '') ?? 'none')
    const third = await browser.newContext({ serviceWorkers: 'allow' })
    const empty = await tab(third, host.url)
    await expect(empty.locator('#root')).toBeEmpty()
    host.missing.clear()
    await expect(heading(empty, 'Portfolio')).toBeVisible({ timeout: 20_000 })
    await third.close()
  } finally {
    await host.close()
    // The browser names files that are something else, and React a second try that drew the page.
    const expected = /MIME|dynamically imported|preload|React error #520/i
    faults.splice(0, faults.length, ...faults.filter((fault) => !expected.test(fault)))
  }
})

test('a frame on another page gets no page to unlock', async ({ context }) => {
  const page = await context.newPage()
  await page.goto(`${site.url}favicon.svg`)
  await page.goto(own.url)
  await page.route('**/around.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${own.url}"></iframe>` }),
  )
  await page.goto(`${new URL(own.url).origin}/around.html`)
  await expect(
    page.frameLocator('iframe').getByText('does not run inside another page'),
  ).toBeVisible()
})

test('a site below a path takes no key of a real service, one with its own origin does', async ({
  context,
}) => {
  const shared = await tab(context)
  await expect(heading(shared, 'Portfolio')).toBeVisible()
  await shared.goto(`${site.url}#/connect?add=true`)
  await expect(shared.getByText('shares its address with other sites')).toBeVisible()
  await expect(shared.getByLabel('Base URL')).toHaveCount(0)
  const alone = await tab(context, own.url)
  await expect(heading(alone, 'Portfolio')).toBeVisible()
  await alone.goto(`${own.url}#/connect?add=true`)
  await expect(alone.getByLabel('Base URL')).toBeVisible()
  await expect(alone.getByText('may call any address on the web')).toHaveCount(0)
})

test('a site whose policy allows any address says so where a key is entered', async ({
  context,
}) => {
  const page = await context.newPage()
  await page.route(own.url, async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({ body: body.replace("connect-src 'self'", "connect-src 'self' https:") })
  })
  await page.goto(`${own.url}#/connect?add=true`)
  await expect(page.getByLabel('Base URL')).toBeVisible()
  await expect(page.getByText('may call any address on the web')).toBeVisible()
})

test('starting over forgets what was done, and a download of it brings it back', async ({
  context,
}) => {
  const page = await tab(context)
  await expect(heading(page, 'Portfolio')).toBeVisible()
  await page.goto(`${site.url}#/smart-trades`)
  await page.locator('tbody tr a').first().click()
  const drawer = page.getByRole('complementary')
  const noted = page.url()
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Kept in the file.')
  const wishes = await page.evaluateHandle(() => {
    const asked = { times: 0 }
    navigator.storage.persist = () => Promise.resolve((asked.times += 1) > 0)
    return asked
  })
  await drawer.getByRole('button', { name: 'Save note' }).click()
  await expect(drawer.getByText(/Saved/)).toBeVisible()
  expect(await wishes.jsonValue(), 'asked not to delete the world, once').toEqual({ times: 1 })
  await page.goto(`${site.url}#/settings`)
  await expect(page.getByText('This browser may delete the world')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('quarterdeck-world.json.gz')
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget this world' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 20_000 })
  await expect(heading(page, 'Settings')).toBeVisible()
  await page.goto(noted)
  await expect(drawer.getByRole('textbox', { name: 'Note' })).not.toHaveValue('Kept in the file.')

  await page.goto(`${site.url}#/settings`)
  const file = page.getByLabel('Choose a world file')
  await file.setInputFiles({
    name: 'not.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  })
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('not.json')
  await sheet.getByRole('button', { name: 'Replace this world' }).click()
  await expect(page.getByRole('alert')).toContainText('no world of Quarterdeck')
  await file.setInputFiles(await saved.path())
  await sheet.getByRole('button', { name: 'Replace this world' }).click()
  await expect(sheet).toHaveCount(0, { timeout: 20_000 })
  await expect(heading(page, 'Settings')).toBeVisible()
  await page.goto(noted)
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toHaveValue('Kept in the file.')

  // A second tab, which is led elsewhere before anything is drawn.
  const second = await context.newPage()
  await second.addInitScript(goOnceRouted, new URL(noted).hash)
  await second.goto(site.url)
  await expect(second.getByRole('textbox', { name: 'Note' })).toHaveValue('Kept in the file.')
})

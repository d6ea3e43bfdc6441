import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { openPaperService } from './paper-service.ts'
import { openOtherBuilds } from './read-proxy.ts'

test.use({ serviceWorkers: 'allow' })

/** Resolves once the browser keeps the page and all of its files, of one build where that is named. */
const kept = (page: Page, build = '') =>
  expect
    .poll(() =>
      page.evaluate(async (part) => {
        const registration = await navigator.serviceWorker.getRegistration()
        const urls = await keptUrls()
        return (
          registration?.active?.state === 'activated' && urls.some((url) => url.includes('history'))
        )

        async function keptUrls(): Promise<string[]> {
          const names = (await caches.keys()).filter((name) => name.includes(part))
          const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
          return all.flat().map(({ url }) => url)
        }
      }, build),
    )
    .toBe(true)

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })

const PROTECTING = [
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]

/** Expects the page that is kept to be protected as the one that the service sends. */
async function expectSameHeaders(page: Page, address: string): Promise<void> {
  const sent = (await page.request.get(address)).headers()
  const response = await page.goto(address)
  expect(response?.fromServiceWorker()).toBe(true)
  const kept = response?.headers() ?? {}
  for (const name of PROTECTING) {
    expect(sent[name], name).toBeDefined()
    expect(kept[name], name).toBe(sent[name])
  }
}

const isFromWorker = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.controller !== null)

test('the second visit needs no service for the page, which is protected all the same, and nothing of the API is kept @writes', async ({
  trader,
  service,
}) => {
  await kept(trader)
  const answered: { path: string; byWorker: boolean }[] = []
  trader.on('response', (response) =>
    answered.push({
      path: new URL(response.url()).pathname,
      byWorker: response.fromServiceWorker(),
    }),
  )
  await trader.goto(`${service.origin}/smart-trades`)
  await expect(trader.getByRole('table', { name: 'SmartTrades' })).toBeVisible()
  expect(await isFromWorker(trader)).toBe(true)
  expect(answered.find(({ path }) => path === '/smart-trades')?.byWorker).toBe(true)
  const ofApi = answered.filter(({ path }) => /\/api\/|\/health/.test(path))
  expect(ofApi.length).toBeGreaterThan(0)
  expect(ofApi.filter(({ byWorker }) => byWorker)).toEqual([])
  await expectSameHeaders(trader, `${service.origin}/smart-trades`)
  // The browser offers to install the page; a shell without windows checks the manifest alone.
  const devtools = await trader.context().newCDPSession(trader)
  const { errors, manifest } = await devtools.send('Page.getAppManifest')
  expect({ errors, manifest }).toMatchObject({ errors: [], manifest: { name: 'Quarterdeck' } })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const paths = await keptPaths(trader)
  expect(paths.filter((path) => path !== '/index.html' && !path.startsWith('/assets/'))).toEqual([])

  await service.kill()
  await trader.goto(`${service.origin}/history`)
  await expect(trader.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(trader.getByText(/cannot be reached|^Offline since/).first()).toBeVisible()
})

const TARGETS = [
  { path: '/smart-trades', heading: 'SmartTrades', isConnected: true },
  { path: '/connect', heading: 'Plan, run and stop crypto trades', isConnected: false },
]

test('a start with another --connect-to reaches a page that nobody has touched, connected or not', async ({
  browser,
}) => {
  const flags = ['--rate-limit', 'off']
  const service = await openPaperService(flags)
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(service.link)
  await kept(page)
  for (const { path, heading, isConnected } of TARGETS) {
    await test.step(path, async () => {
      if (!isConnected) {
        await page.evaluate(() => localStorage.removeItem('quarterdeck.connections'))
      }
      await service.kill()
      const origin = `https://${isConnected ? 'other' : 'another'}.example`
      flags.push('--connect-to', origin)
      await service.start()

      const again = page.waitForResponse(
        (response) =>
          response.request().isNavigationRequest() &&
          response.fromServiceWorker() &&
          (response.headers()['content-security-policy'] ?? '').includes(origin),
      )
      await page.goto(service.origin + path)
      await again
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    })
  }
  await context.close()
  await service.remove()
})

test('another build replaces the kept one: at once on an untouched page, else on request', async ({
  browser,
}) => {
  const service = await openPaperService(['--rate-limit', 'off'])
  let build = 'first'
  const proxy = await openOtherBuilds(service.origin, () => build)
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  const buildShown = page.locator('meta[name=build]')
  await page.goto(proxy.through(service.link))
  await kept(page)
  await page.goto(`${proxy.origin}/smart-trades`)

  build = 'second'
  // To read the page from here would be to touch it.
  const replaced = page.waitForResponse(
    async (response) =>
      response.request().isNavigationRequest() &&
      (await response.text().catch(() => '')).includes('"second"'),
  )
  await page.goto(`${proxy.origin}/smart-trades`)
  await replaced
  await expect(page.getByRole('table', { name: 'SmartTrades' })).toBeVisible()
  await expect(buildShown).toHaveAttribute('content', 'second')
  await kept(page, 'second')

  const compares = context.waitForEvent('request', (request) =>
    request.url().endsWith('/index.html'),
  )
  await page.goto(`${proxy.origin}/portfolio`)
  await page.getByRole('link', { name: 'History' }).click()
  await compares
  build = 'third'
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(page.getByText('A new version is available.')).toBeVisible()
  await expect(buildShown).toHaveAttribute('content', 'second')
  // The files of the build that still runs are there beside the new one's, and no others. The notice
  // may come before the new worker has deleted the older ones.
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).map((name) => name.split('-')[2])))
    .toEqual(['second', 'third'])
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(buildShown).toHaveAttribute('content', 'third')
  await context.close()
  proxy.close()
  await service.remove()
})

test('another build waits until a browser with a connection is paired again', async ({
  browser,
}) => {
  const service = await openPaperService(['--rate-limit', 'off'])
  let build = 'first'
  const proxy = await openOtherBuilds(service.origin, () => build)
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(proxy.through(service.link))
  await kept(page)

  build = 'second'
  const link = proxy.through((await service.command('pair')).trim())
  let opened = 0
  let openedBeforePaired = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened += 1
  })
  await page.route(/\/pair$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answer = await route.fetch()
    // Another build would have taken the page's place by then.
    for (let asked = 0; asked < 100; asked++) await page.request.get(`${service.origin}/health`)
    openedBeforePaired = opened
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  await page.goto(link)
  await expect(page).toHaveURL(/portfolio/)
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  expect(openedBeforePaired).toBe(1)
  await context.close()
  proxy.close()
  await service.remove()
})

test('no other script runs as a worker', async ({ browser, service }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(service.link)
  await kept(page)
  const refused = await page.evaluate(async () => {
    const attempt = async (act: () => unknown) => {
      try {
        await act()
        return 'done'
      } catch (error) {
        return error instanceof Error ? error.name : 'refused'
      }
    }
    const trustedTypes = Reflect.get(window, 'trustedTypes') as {
      createPolicy: (name: string, rules: object) => unknown
    }
    const rules = { createScriptURL: (url: string) => url }
    return Promise.all([
      attempt(() => navigator.serviceWorker.register('/assets/other.js')),
      attempt(() => navigator.serviceWorker.register('/service-worker.js')),
      attempt(() => new Worker('/assets/other.js')),
      attempt(() => trustedTypes.createPolicy('quarterdeck-worker', rules)),
      attempt(() => trustedTypes.createPolicy('other', rules)),
    ])
  })
  expect(refused).toEqual(Array(5).fill('TypeError'))
  await context.close()
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort, newKey, openPaperService } from '../paper-service.ts'
import { openWatchedPages } from '../read-proxy.ts'
import { openTlsProxy } from '../tls-proxy.ts'
import { type Driver, handOf, type Launcher, until } from './driver.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

export const LAUNCHERS: readonly Launcher[] = [firefox, webkit]

const WIDE = [1440, 900] as const
const PHONE = [390, 844] as const

/** Pages of the navigation, by their headings. */
const PAGES = [
  'Portfolio',
  'SmartTrades',
  'Grid bots',
  'DCA bots',
  'History',
  'Activity',
  'Settings',
]

const FIRST_TRADE = '/smart-trades a[href*="trade="]'
const FIRST_GRID_BOT = '/grid-bots tbody a[href^="/grid-bots/"]'
const FIRST_DCA_BOT = '/dca-bots tbody a[href^="/dca-bots/"]'

/** Every page by its address, or by the list and the link in it that leads there. */
const PLACES: Record<string, string> = {
  portfolio: '/portfolio',
  'smart-trades': '/smart-trades',
  'smart-trade': FIRST_TRADE,
  ticket: '/smart-trades/new',
  'grid-bots': '/grid-bots',
  'grid-bot': FIRST_GRID_BOT,
  'new-grid-bot': '/grid-bots/new',
  'dca-bots': '/dca-bots',
  'dca-bot': FIRST_DCA_BOT,
  'new-dca-bot': '/dca-bots/new',
  strategies: '/dca-bots/strategies',
  history: '/history',
  'history-rows': '/history?view=rows',
  activity: '/activity',
  settings: '/settings',
  connect: '/connect?add=true',
}

type Step = { title: string; fault?: string }

/**
 * The main journey in one browser, against a service of its own and a real one that is behind TLS
 * and remembers no keys. Pictures go to `folder`; what the pages report fails the step that it was
 * heard in.
 */
export async function travel(
  launcher: Launcher,
  folder: string,
  say: (step: Step) => void,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const faults: string[] = []
  const tls = await openTlsProxy('HTTP/2', { hidesKeys: true })
  const port = await freePort()
  const service = await openPaperService([
    '--rate-limit',
    'off',
    `--connect-to=${tls.origin}`,
    `--allow-origin=http://127.0.0.1:${port}`,
  ])
  tls.forwardTo(service.origin)
  const pages = await openWatchedPages(service.origin, port, (fault) => faults.push(fault))
  let driver: Driver | undefined
  try {
    driver = await launcher.launch()
    say({ title: `${driver.browser} starts` })
    await steps(driver, pages.through(service.link), await newKey(service), tls.origin)
  } catch (error) {
    say({ title: `${launcher.name} starts`, fault: String(error) })
  } finally {
    await driver?.close()
    pages.close()
    await tls.close()
    await service.remove()
  }

  async function steps(
    browser: Driver,
    link: string,
    key: { api_key: string; secret_key: string },
    real: string,
  ): Promise<void> {
    const hand = handOf(browser)
    const { origin } = new URL(link)

    const step = async (title: string, run: () => Promise<void>): Promise<void> => {
      try {
        await run()
        // Also what was reported between two steps.
        const reported = faults.splice(0)
        say({ title, ...(reported.length > 0 && { fault: reported.join('\n') }) })
      } catch (error) {
        const where = String(await browser.evaluate('location.href').catch(String))
        await keep(`failed ${title}`.replaceAll(/\W+/g, '-')).catch(() => undefined)
        say({ title, fault: [`${String(error)} At ${where}`, ...faults.splice(0)].join('\n') })
      }
    }
    const keep = async (name: string): Promise<void> =>
      writeFileSync(join(folder, `${name}.png`), await browser.picture())
    const show = async (path: string): Promise<void> => {
      const [, list = path, selector] = /^(\S+) (.+)$/.exec(path) ?? []
      await browser.open(origin + list)
      if (selector === undefined) return
      const href = await until(selector, async () => {
        const found = await browser.evaluate(
          `document.querySelector(${JSON.stringify(selector)})?.getAttribute('href') ?? null`,
        )
        return typeof found === 'string' ? found : undefined
      })
      await browser.open(new URL(href, origin).href)
    }
    const isWithin = (overflow: number): void => {
      if (overflow > 0) throw new Error(`The page reaches out sideways by ${overflow} px.`)
    }

    await browser.resize(...WIDE)
    await step('pairs by the link', async () => {
      await browser.open(link)
      await hand.sees({ role: 'heading', name: '^Portfolio$' })
      await hand.settle()
      // So many pages in a minute are no trader's: none may wait for its turn.
      await browser.evaluate(`localStorage.setItem('quarterdeck.settings', '{"readsAMinute":600}')`)
      await browser.open(`${origin}/portfolio`)
    })
    await step('reads each page from the navigation', async () => {
      for (const name of PAGES) {
        await hand.press({ role: 'link', name: `^${name}` })
        await hand.sees({ role: 'heading', name: `^${name}$` })
        isWithin(await hand.settle())
      }
    })
    const places = Object.entries(PLACES)
    // Links of a list are found in its table, which a phone has no room for.
    for (const [name, path] of places) {
      await step(`shows ${name}`, async () => {
        await browser.resize(...WIDE)
        await show(path)
        isWithin(await hand.settle())
        await keep(`${name}-1440`)
        await browser.resize(...PHONE)
        isWithin(await hand.settle())
        await keep(`${name}-390`)
      })
    }
    await browser.resize(...WIDE)
    await step('creates a SmartTrade through its review', async () => {
      await show('/smart-trades/new')
      await hand.press({ role: 'button', name: '^Fill in an example$' })
      await hand.sees({ role: 'text', name: '^Filled in: ' })
      await hand.fill('^Note', 'From another browser')
      await hand.press({ role: 'button', name: '^Review trade$' })
      await hand.sees({ role: 'button', name: '^Place paper trade$', within: '[role=dialog]' })
      await hand.settle()
      await keep('review-1440')
      await hand.press({ role: 'button', name: '^Place paper trade$', within: '[role=dialog]' })
      await hand.sees({ role: 'text', name: '^Placed at', within: '[role=dialog]' })
      await hand.settle()
      await keep('placed-1440')
    })
    await step('stops a grid bot through its review', async () => {
      await show('/grid-bots')
      await hand.press({ role: 'button', name: '^Stop ', within: 'tbody tr' })
      await hand.sees({ role: 'button', name: '^Stop bot', within: '[role=dialog]' })
      await hand.settle()
      await keep('stop-1440')
      await hand.press({ role: 'button', name: '^Stop bot', within: '[role=dialog]' })
      await hand.sees({ role: 'text', name: '^Stopped at', within: '[role=dialog]' })
    })
    await step('lists both writes in Activity', async () => {
      await show('/activity')
      await hand.sees({ role: 'row', name: 'Stop a grid bot' })
      await hand.sees({ role: 'row', name: 'SmartTrade' })
    })
    await step(
      'says in Test connection that no order can be streamed to a real service',
      async () => {
        await show('/connect?add=true')
        await hand.fill('^Name', 'Real money')
        await hand.fill('^Base URL', real)
        await hand.fill('^API key', key.api_key)
        await hand.fill('^Secret', key.secret_key)
        await hand.press({ role: 'button', name: '^Test connection$' })
        await hand.sees({ role: 'text', name: 'This browser sends no streams' })
        await hand.settle()
        await keep('test-connection-1440')
      },
    )
    await step('hears of whatever a page does not catch', async () => {
      await browser.evaluate(
        `[console.error('probe'), Promise.reject('probe'), new Image().src = 'https://probe.invalid/'].length`,
      )
      for (const kind of ['console:', 'uncaught:', 'policy:']) {
        const heard = () =>
          faults.findIndex((fault) => fault.startsWith(kind) && /probe/.test(fault))
        const at = await until(`fault of ${kind}`, async () => (heard() < 0 ? undefined : heard()))
        faults.splice(at, 1)
      }
    })
  }
}

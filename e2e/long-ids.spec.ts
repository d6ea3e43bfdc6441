import { expect, test } from './fixtures.ts'
import { isStop, openPage, openStop, writesFrom } from './pages.ts'
import { openAnswerProxy } from './read-proxy.ts'
import { readGridBots, signedCalls } from './signed-calls.ts'
import { pairBrowser } from './stored-connection.ts'

test.use({ world: 'untidy' })

const TRADE = '12345678901234567890'
const BOT = '9007199254740993'

/** A row with an identifier that a double would change. */
const withId = (row: object, id: string): string =>
  JSON.stringify(row).replace(/"id":\d+/, `"id":${id}`)

test('trades and grid bots are opened and changed by all digits of a long id', async ({
  page,
  service,
}) => {
  const calls = await signedCalls(service)
  const trades = '/api/v1/smart_trades'
  const bots = '/api/v1/bots/grid'
  const [trade = {}] = await calls.read<object[]>(trades)
  const bot = (await readGridBots(calls)).find(({ is_enabled: isEnabled }) => isEnabled) ?? {}
  const answers: Record<string, string> = {
    [trades]: `[${withId(trade, TRADE)}]`,
    [bots]: `[${withId(bot, BOT)}]`,
    [`${bots}/${BOT}`]: withId(bot, BOT),
  }
  const proxy = await openAnswerProxy(service.origin, ({ pathname }) => answers[pathname])
  const sent = writesFrom(page)
  try {
    await pairBrowser(page, { ...service, link: proxy.through(service.link) })
    await openPage(page, 'SmartTrades')
    await page.getByRole('row').nth(1).click()
    const drawer = page.getByRole('complementary', { name: `SmartTrade ${TRADE}` })
    await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await page.reload()
    await drawer.getByRole('textbox', { name: 'Note' }).fill('kept')
    await drawer.getByRole('button', { name: 'Save note' }).click()
    await expect.poll(() => sent).toContain(`/api/v1/smart_trades/${TRADE}/set_note`)

    await openPage(page, 'Grid bots')
    const sheet = await openStop(page)
    await expect(sheet).toContainText(`/api/v1/bots/grid/${BOT}/stop`)
    const stop = page.waitForRequest(isStop)
    await sheet.getByRole('button', { name: /^Stop/ }).click()
    expect(new URL((await stop).url()).pathname).toBe(`/api/v1/bots/grid/${BOT}/stop`)

    await page.goto(`${proxy.origin}/grid-bots/${BOT}`)
    await expect(page.getByRole('button', { name: 'Stop bot' })).toBeVisible()
  } finally {
    proxy.close()
  }
})

import { openAnswerProxy } from './answer-proxy.ts'
import { expect, test } from './fixtures.ts'
import { isStop } from './grid-bots.ts'

const TRADE = '12345678901234567890'
const BOT = '9007199254740993'

/** The first row of a list, with an identifier that a double would change. */
const withId = (rows: readonly object[], id: string): string =>
  `[${JSON.stringify(rows[0]).replace(/"id":\d+/, `"id":${id}`)}]`

test('trades and grid bots are shown, opened and changed by all digits of a long id', async ({
  page,
  service,
}) => {
  const real: Record<string, object[]> = {}
  const proxy = await openAnswerProxy(service.origin, ({ pathname }) => {
    const rows = real[pathname]
    return rows && withId(rows, pathname.endsWith('/smart_trades') ? TRADE : BOT)
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  try {
    const calls = await service.signedCalls()
    const lists = ['/api/v1/smart_trades', '/api/v1/bots/grid']
    for (const list of lists) real[list] = await calls.read<object[]>(list)

    await page.goto(proxy.through(service.link))
    await page.getByRole('link', { name: 'SmartTrades' }).first().click()
    await page.getByRole('row').nth(1).click()
    const drawer = page.getByRole('complementary', { name: `SmartTrade ${TRADE}` })
    await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await page.reload()
    await drawer.getByRole('textbox', { name: 'Note' }).fill('kept')
    await drawer.getByRole('button', { name: 'Save note' }).click()
    await expect.poll(() => sent).toContain(`/api/v1/smart_trades/${TRADE}/set_note`)

    await page.getByRole('link', { name: 'Grid bots' }).first().click()
    await page.getByRole('button', { name: /^Stop .*grid/ }).first().click()
    const sheet = page.getByRole('dialog', { name: /^Stop / })
    await expect(sheet).toContainText(`/api/v1/bots/grid/${BOT}/stop`)
    const stop = page.waitForRequest(isStop)
    await sheet.getByRole('button', { name: /^Stop/ }).click()
    expect(new URL((await stop).url()).pathname).toBe(`/api/v1/bots/grid/${BOT}/stop`)

    await page.goto(`${proxy.origin}/grid-bots/${BOT}`)
    await expect(page.getByText(BOT).first()).toBeVisible()
  } finally {
    proxy.close()
  }
})

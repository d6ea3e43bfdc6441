import { proofSize } from '../src/testing/proof-size.ts'
import { type FaultProxy, FAULTS, openFaultProxy } from './fault-proxy.ts'
import { expect, test } from './fixtures.ts'
import {
  type GridBot,
  readGridBots,
  runningGridBots,
  type SignedCalls,
  signedCalls,
} from './signed-calls.ts'
import { pairBrowser } from './stored-connection.ts'

// The whole proofs take long; none of their steps does.
test.use({ world: 'untidy', actionTimeout: 30_000, ownProcess: true })

const WHOLE = 3_600_000

/** An answer that hangs takes its twenty seconds: the whole proof alone waits for it. */
const COMMON = FAULTS.filter((fault) => fault !== 'hang' || proofSize(0, 1) === 1)

const pathOf = ({ id }: GridBot) => `/api/v1/bots/grid/${id}/stop`

const isRunning = async (calls: SignedCalls, { id }: GridBot): Promise<boolean> =>
  (await readGridBots(calls)).some((bot) => bot.id === id && bot.is_enabled)

let proxy: FaultProxy
test.beforeEach(async ({ page, service }) => {
  proxy = await openFaultProxy(service.origin)
  await pairBrowser(page, { ...service, link: proxy.through(service.link) })
})
test.afterEach(() => proxy.close())

test('a bulk stop reports each bot as the service has it, after every fault', async ({
  page,
  service,
}) => {
  test.setTimeout(WHOLE)
  const calls = await signedCalls(service)
  const bots = await runningGridBots(calls, proofSize(5, 50))
  const faulty = bots.slice(0, proofSize(4, 10))
  faulty.forEach((bot, index) => proxy.at(pathOf(bot), COMMON[index % COMMON.length] ?? '502'))
  await page.goto(`${proxy.origin}/grid-bots?stop=all`)
  const sheet = page.getByRole('dialog')
  const outcomes = sheet.getByRole('list', { name: 'What was sent and what became of it' })
  await sheet.getByRole('button', { name: new RegExp(`^Stop ${bots.length} grid bots, `) }).click()

  // What is called stopped on the way is stopped.
  for (let isOver = false; !isOver;) {
    const shown = await outcomes.getByRole('listitem').allTextContents()
    const disabled = new Set(
      (await readGridBots(calls)).flatMap((bot) => (bot.is_enabled ? [] : [bot.id])),
    )
    for (const { id } of bots.filter((bot) => shown.some((text) => isStopped(text, bot)))) {
      expect(disabled).toContain(id)
    }
    isOver = !/under way|to go/.test((await sheet.getByRole('status').textContent()) ?? '')
  }

  const left = (await readGridBots(calls)).filter((bot) => bot.is_enabled)
  expect(left.map(({ id }) => id)).toEqual(
    faulty.flatMap(({ id }, index) =>
      COMMON[index % COMMON.length] === 'reset before the service' ? [id] : [],
    ),
  )
  await expect(sheet.getByRole('status')).toHaveText(
    `${bots.length - left.length} stopped, ${left.length} unknown`,
  )
  for (const { id, name } of left) {
    const row = outcomes.getByRole('listitem').filter({ hasText: `${name} stop ${id}` })
    await expect(row).toContainText('Read again: it is still running.')
  }
  expect(proxy.writes()).toBe(bots.length)
  await sheet.getByRole('button', { name: `Send again to ${left.length} (safe)` }).click()
  await expect(sheet.getByRole('status')).toHaveText(`${bots.length} stopped`)
  expect((await readGridBots(calls)).some((bot) => bot.is_enabled)).toBe(false)
})

const isStopped = (text: string, { id, name }: GridBot): boolean =>
  text.startsWith(`${name} stop ${id}`) && text.includes('Stopped')

test('a stop that is clicked twice, and in three tabs at once, is sent once', async ({
  page,
  service,
}) => {
  test.setTimeout(WHOLE)
  const calls = await signedCalls(service)
  const bots = await runningGridBots(calls, proofSize(3, 130))
  const shared = bots.splice(0, proofSize(1, 30))
  const stopOn = (tab: typeof page) => tab.getByRole('dialog').getByRole('button', { name: STOP })
  for (const bot of bots) {
    const before = proxy.writes()
    await page.goto(`${proxy.origin}/grid-bots?stop=${bot.id}`)
    await expect(stopOn(page)).toBeEnabled({ timeout: 75_000 })
    await stopOn(page).dblclick()
    await expect(page.getByRole('dialog')).toContainText('Disabled')
    expect(proxy.writes() - before).toBe(1)
    expect(await isRunning(calls, bot)).toBe(false)
  }

  const tabs = [page, await page.context().newPage(), await page.context().newPage()]
  for (const bot of shared) {
    const before = proxy.writes()
    // Of many bots only those in sight are drawn: this one is looked for.
    const address = `${proxy.origin}/grid-bots?stop=${bot.id}&find=${encodeURIComponent(bot.name)}`
    await Promise.all(tabs.map((tab) => tab.goto(address)))
    await Promise.all(tabs.map((tab) => expect(stopOn(tab)).toBeEnabled({ timeout: 75_000 })))
    // A tab that is late has read of it already, and then takes no click.
    await Promise.all(tabs.map((tab) => stopOn(tab).dispatchEvent('click')))
    for (const tab of tabs) {
      const done = tab
        .getByRole('dialog', { name: /^Stopped / })
        .or(tab.getByRole('button', { name: STOP, disabled: true }))
      const held = tab.getByRole('dialog').filter({ hasText: 'On hold. Nothing has been sent.' })
      await expect(done.or(held)).toBeVisible()
      const leave = tab.getByRole('dialog').getByRole('button', { name: /^(Close|Keep running)$/ })
      const link = tab.getByRole('link', { name: bot.name, exact: true })
      const row = tab.getByRole('row').filter({ has: link })
      // That it is held back may turn out only when the sheet has been left.
      await expect(async () => {
        if (await held.isVisible()) {
          await held.getByRole('button', { name: 'Do not send' }).click()
          if (await leave.isVisible()) {
            await expect(tab.getByRole('dialog').getByRole('alert')).toContainText(
              'It was not sent.',
            )
          }
        }
        if (await leave.isVisible()) await leave.click({ timeout: 2_000 })
        await expect(row).toContainText('Disabled', { timeout: 2_000 })
      }).toPass({ timeout: 75_000 })
    }
    expect(proxy.writes() - before).toBe(1)
    expect(await isRunning(calls, bot)).toBe(false)
  }
})

const STOP = /^Stop bot/

test('after a service has died during a stop, the bot is read before an outcome is shown', async ({
  page,
  service,
}) => {
  test.setTimeout(WHOLE)
  const calls = await signedCalls(service)
  const bots = await runningGridBots(calls, proofSize(2, 40))
  for (const [index, bot] of bots.entries()) {
    await page.goto(`${proxy.origin}/grid-bots?stop=${bot.id}`)
    const sheet = page.getByRole('dialog')
    const stop = sheet.getByRole('button', { name: STOP })
    await expect(stop).toBeEnabled({ timeout: 75_000 })
    const before = proxy.writes()
    // Every other time it dies once the request has reached it; else whenever it does.
    if (index % 2 === 0) {
      proxy.at(pathOf(bot), 'reset before the answer')
      await stop.click()
      await expect.poll(() => proxy.writes() - before).toBe(1)
      await service.kill()
    } else await Promise.all([stop.click(), service.kill()])
    await service.start()

    const runs = await isRunning(calls, bot)
    await expect(sheet).toContainText(
      runs ? 'Read again: the bot is still running' : /The bot is stopped\.|Disabled/,
    )
    expect(proxy.writes() - before).toBeLessThanOrEqual(1)
  }
})

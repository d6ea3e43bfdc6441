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

const isProof = proofSize(0, 1) === 1

/** An answer that hangs takes its twenty seconds: the whole proof alone waits for it. */
const COMMON = FAULTS.filter((fault) => fault !== 'hang' || isProof)

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

  // A bot reported as stopped meanwhile is stopped.
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

const STOP = /^Stop bot/

// The test command has one death of the service, during a sell-all.
if (isProof) {
  test('after a service has died during a stop, the bot is read before an outcome is shown', async ({
    page,
    service,
  }) => {
    test.setTimeout(WHOLE)
    const calls = await signedCalls(service)
    const bots = await runningGridBots(calls, 40)
    for (const [index, bot] of bots.entries()) {
      await page.goto(`${proxy.origin}/grid-bots?stop=${bot.id}`)
      const sheet = page.getByRole('dialog')
      const stop = sheet.getByRole('button', { name: STOP })
      await expect(stop).toBeEnabled({ timeout: 75_000 })
      const before = proxy.writes()
      // Alternates: the service dies once the request has arrived, or at any moment.
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
}

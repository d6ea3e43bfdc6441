import { expect, it } from 'vitest'

import { stopGridBot } from '#contract/grid-bots.ts'
import { openBrowser, settled, shown, untilSent } from '#testing/a-door.ts'

it('sends nothing while something stands in the way, says what, and does not queue it', async () => {
  let obstacle: string | undefined = 'The service asked for a pause: 9 s left.'
  const browser = await openBrowser({ obstacle: () => obstacle })
  const door = browser.openTab()
  const stop = () => door.send(stopGridBot, { params: { id: 7 } })

  const { outcome } = await shown(door.journal, stop())
  expect(outcome).toMatchObject({
    kind: 'refused',
    error: { failure: { kind: 'unsent', because: obstacle } },
  })
  obstacle = undefined
  await settled()
  expect(browser.sent).toHaveLength(0)

  stop()
  await untilSent(browser.sent)
  expect(browser.sent).toHaveLength(1)
})

import type { Locator } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { Ticket } from './ticket.ts'

test.use({ world: 'untidy', sharedService: true, firstPage: null })

test('a dragged line changes its field and the receipt, rounded to the tick', async ({
  trader,
}) => {
  const ticket = new Ticket(trader)
  const price = await ticket.aLimitBuy()
  const picture = trader.getByRole('region', { name: 'Picture of the trade' })
  await expect(
    picture.getByRole('img', { name: /entry .+, stop .+, target .+, last price / }),
  ).toBeVisible()
  const target = picture.getByRole('slider', { name: 'Target line' })
  const value = async (name: string) =>
    Number((await ticket.field(name).inputValue()).replaceAll(',', ''))
  /** The price that a line speaks stands in its field too. */
  const followed = async (name: string, line: Locator) => {
    await expect
      .poll(async () => (await line.getAttribute('aria-valuenow')) === String(await value(name)))
      .toBe(true)
    return value(name)
  }
  const profit = trader
    .getByRole('region', { name: 'Receipt' })
    .getByText('Target 1, 100%')
    .locator('..')
  const before = await profit.textContent()

  const box = await target.boundingBox()
  if (!box) throw new Error('The line is drawn')
  const from = { x: box.x + 40, y: box.y + box.height / 2 }
  const was = await value('Target 1 price')
  await trader.mouse.move(from.x, from.y)
  await trader.mouse.down()
  await trader.mouse.move(from.x + 9, from.y)
  expect(await value('Target 1 price'), 'a press does not change it').toBe(was)
  for (let step = 1; step <= 8; step += 1) {
    await trader.mouse.move(from.x, from.y + step * 10.37)
  }
  // Still in the hand, it stands at what its field holds.
  await followed('Target 1 price', target)
  await trader.mouse.up()
  const dragged = await followed('Target 1 price', target)
  expect(dragged).toBeLessThan(was)
  expect(dragged).toBeGreaterThan(price)
  expect(Number((dragged * 100).toFixed(6)) % 1, 'on the tick').toBe(0)
  await expect(profit).not.toHaveText(before ?? '')

  const stop = picture.getByRole('slider', { name: 'Stop line' })
  const stopAt = await value('Stop price')
  await stop.focus()
  await trader.keyboard.press('ArrowUp')
  await trader.keyboard.press('ArrowUp')
  await trader.keyboard.press('Shift+ArrowDown')
  const nudged = await followed('Stop price', stop)
  expect(nudged).toBeGreaterThan(stopAt)
  await expect(stop).toHaveAttribute('aria-valuenow', String(nudged))

  // Keys of the chart are neither the form's nor text.
  await picture.getByRole('slider', { name: /^Chart cursor/ }).press('Enter')
  await trader.keyboard.press('?')
  await expect(trader.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await trader.keyboard.press('Escape')

  // A finger takes it by its grip.
  const grip = await stop.locator('svg').boundingBox()
  if (!grip) throw new Error('The grip is drawn')
  const finger = await trader.context().newCDPSession(trader)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) => {
    const point = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 + down }
    const touchPoints = type === 'touchEnd' ? [] : [point]
    return finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await touch('touchStart', 0)
  for (const down of [-4, -8, -12, -16]) await touch('touchMove', down)
  await touch('touchEnd', -16)
  await expect.poll(() => value('Stop price')).toBeGreaterThan(nudged)
  const touched = await followed('Stop price', stop)

  const closeBy = trader.getByRole('group', { name: 'Close by' })
  await closeBy.getByRole('radio', { name: 'Limit' }).check({ force: true })
  await ticket.type({ 'Stop limit price': String(stopAt) })
  const limit = picture.getByRole('slider', { name: 'Stop limit line' })
  await limit.focus()
  await trader.keyboard.press('ArrowDown')
  const asked = await followed('Stop limit price', limit)
  expect(asked).toBeLessThan(stopAt)

  const entry = picture.getByRole('slider', { name: 'Entry line' })
  await entry.focus()
  await trader.keyboard.press('PageDown')
  expect(await followed('Price', entry)).toBeLessThan(price)

  // Two lines in one breath, and the axis follows what is typed all the same.
  await entry.press('ArrowDown')
  await target.press('ArrowUp')
  await target.press('ArrowDown')
  await ticket.type({ 'Stop price': String(Math.round(stopAt * 0.7)) })
  await followed('Stop price', stop)
  await expect(stop).toBeVisible()
  await ticket.type({ 'Stop price': String(touched) })

  await ticket.review()
  await expect(
    trader
      .getByRole('dialog')
      .getByRole('img', { name: /^Prices of the trade: entry .*, target / }),
  ).toBeVisible()
  expect(await ticket.reviewedBody()).toMatchObject({
    take_profit: { steps: [{ price: { value: dragged } }] },
    stop_loss: { price: { value: asked }, conditional: { price: { value: touched } } },
  })
})

test('a line dragged or moved by keys replaces what was typed, and the review holds the last of both', async ({
  trader,
}) => {
  await test.step('a line replaces a typed distance by its price', async () => {
    const ticket = new Ticket(trader)
    await ticket.aLimitBuy()
    await ticket.type({ 'Target 1 distance': '7' })
    await trader.getByRole('slider', { name: 'Target line' }).focus()
    await trader.keyboard.press('ArrowUp')
    await expect(ticket.field('Target 1 distance')).not.toHaveValue('7')
    await ticket.review()
    const { take_profit } = await ticket.reviewedBody()
    expect(JSON.stringify(take_profit)).not.toContain('percent')
  })

  await test.step('typed and dragged a moment before', async () => {
    await trader.keyboard.press('Escape')
    const ticket = new Ticket(trader)
    const price = await ticket.aLimitBuy()
    const line = trader.getByRole('slider', { name: 'Target line' })
    const target = Number(await line.getAttribute('aria-valuenow'))
    // All in one task of the page, so that nothing is drawn between the last key and the review.
    await line.evaluate((slider) => {
      const type = (name: string, text: string) => {
        const label = [...document.querySelectorAll('label')].find((one) => one.innerText === name)
        const input = label?.control as HTMLInputElement
        input.focus()
        input.setRangeText(text, input.value.length, input.value.length, 'end')
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
      slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
      type('Units', '5')
      type('Price', '.5')
      slider.closest('form')?.requestSubmit()
    })
    await expect(ticket.sheet()).toBeVisible()
    const { position, take_profit } = await ticket.reviewedBody()
    expect(position).toMatchObject({ price: { value: price + 0.5 }, units: { value: '0.0015' } })
    const { steps } = take_profit as { steps: [{ price: { value: number } }] }
    expect(steps[0].price.value).toBeGreaterThan(target)
  })
})

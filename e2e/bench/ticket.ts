import type { Locator, Page } from '@playwright/test'

import { floorSite } from './floor-site.ts'
import { slowestInteraction } from './interaction.ts'
import type { Figure } from './report.ts'
import { atRest, openBrowser } from './sample.ts'
import { median, spread } from './statistics.ts'
import { demoService } from './world.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Between two keys of somebody who types fast. */
const KEY_PAUSE = 80

type Tried = { typing: number[]; dragging: number[]; nudging: number[] }

/** Goal 12: typing a price and moving a line with picture and receipt following. */
export async function measure(): Promise<Figure[]> {
  const demo = await demoService()
  const floor = await floorSite('{}', 'input.html')
  const ours: Tried = { typing: [], dragging: [], nudging: [] }
  const bare: Tried = { typing: [], dragging: [], nudging: [] }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const browser = await openBrowser((await demo.service.command('pair')).trim())
      try {
        const theirs = await browser.context.newPage()
        await theirs.goto(floor.origin)
        await tryOut(theirs, 'Price', theirs.getByRole('slider'), bare)
        await theirs.close()
        const page = await browser.context.newPage()
        await page.goto(`${demo.service.origin}/smart-trades/new`)
        await fillIn(page)
        await tryOut(page, 'Price', page.getByRole('slider', { name: 'Target line' }), ours)
      } finally {
        await browser.close()
      }
    }
  } finally {
    floor.close()
    await demo.remove()
  }
  return [
    beside(
      'typing a price in the ticket, 4× CPU: INP; floor: a bare input',
      ours.typing,
      bare.typing,
    ),
    beside('dragging a line; floor: a bare slider', ours.dragging, bare.dragging),
    beside('nudging a line by key; floor: a bare slider', ours.nudging, bare.nudging),
  ]
}

async function tryOut(page: Page, field: string, line: Locator, tried: Tried): Promise<void> {
  await atRest(page)
  const price = page.getByRole('textbox', { name: field, exact: true })
  const text = await price.inputValue()
  tried.typing.push(
    await slowestInteraction(page, async () => {
      await price.click()
      for (const typed of [`${text}.5`, `${text}.25`, text]) {
        await price.press('ControlOrMeta+a')
        await price.pressSequentially(typed, { delay: KEY_PAUSE })
      }
    }),
  )
  await line.scrollIntoViewIfNeeded()
  tried.dragging.push(await slowestInteraction(page, () => drag(page, line)))
  await line.focus()
  tried.nudging.push(
    await slowestInteraction(page, async () => {
      for (let press = 0; press < 20; press++)
        await page.keyboard.press('ArrowUp', { delay: KEY_PAUSE })
    }),
  )
}

async function drag(page: Page, line: Locator): Promise<void> {
  const box = await line.boundingBox()
  if (!box) throw new Error('The line is drawn')
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  for (const way of [1, -1, 1, -1]) {
    await page.mouse.down()
    for (let step = 1; step <= 20; step++) {
      const { x, y } = from
      await page.mouse.move(x + way * step, y + way * step * 2)
    }
    await page.mouse.move(from.x, from.y)
    await page.mouse.up()
  }
}

/** A limit buy with a target and a stop, so that picture and receipt are whole. */
async function fillIn(page: Page): Promise<void> {
  const type = (name: string, text: string) =>
    page.getByRole('textbox', { name, exact: true }).fill(text)
  await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Harbour spot' })
  await page.getByLabel('Pair', { exact: true }).selectOption('USDT_BTC')
  await page
    .getByText(/ last /)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Last', exact: true }).click()
  const last = Number(await page.getByRole('textbox', { name: 'Price', exact: true }).inputValue())
  await type('Price', String(Math.floor(last * 0.98)))
  await type('Units', '0.001')
  await type('Target 1 price', String(Math.floor(last * 1.03)))
  await type('Stop price', String(Math.floor(last * 0.93)))
  await page.getByRole('slider', { name: 'Target line' }).waitFor()
}

const beside = (metric: string, own: number[], floor: number[]): Figure => ({
  goal: 12,
  metric,
  ours: median(own),
  floor: median(floor),
  spread: spread(own),
  unit: 'ms',
  budget: '≤ 56 ms and ≤ 1.5×',
  isMet: median(own) <= 56 && median(own) <= 1.5 * median(floor),
})

import { expect, it } from 'vitest'

import { levelWords } from '#charts/price-figures.tsx'
import { decimal, toText } from '#money/decimal.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import { aTicket } from '../ticket/a-ticket.ts'
import { changedLevels, fieldOfLine, linesOf, type PictureLine, zonesOf } from './picture-lines.ts'

const words = { entry: 'limit', stop: 'market, 100%, −9', target: () => '50%' }

type Given = {
  entry?: string
  targets?: string[]
  stop?: string
  limit?: string
  be?: string
  liquidation?: string
}

const price = (text: string | undefined) => (text === undefined ? undefined : decimal(text))

const pricesOf = ({ entry, targets = [], stop, limit, be, liquidation }: Given): Preview =>
  ({
    entryPrice: price(entry),
    targets: targets.map((text) => ({ price: price(text) })),
    stop: stop === undefined ? undefined : { trigger: price(stop), limit: price(limit) },
    breakEven: price(be),
    liquidation: price(liquidation),
  }) as unknown as Preview

const WHOLE = { entry: '100', targets: ['110', '100.1'], stop: '90', be: '100.2' }

function pictureOf(
  given: Given,
  { last = '100.05', trigger }: { last?: string; trigger?: string } = {},
) {
  const preview = pricesOf(given)
  const lines = linesOf({ preview, last: price(last), trigger: price(trigger), words })
  return { lines, zones: zonesOf(lines, preview) }
}

const idsOf = (...given: Parameters<typeof pictureOf>) =>
  pictureOf(...given).lines.map(({ id }) => id)

const lineAt = (kind: PictureLine['kind']) => ({ kind, index: 1 })

it('the trade picture shows prices of trade and market, most important first', () => {
  expect(idsOf(WHOLE)).toEqual([
    'entry 0',
    'stop 0',
    'target 0',
    'target 1',
    'break-even 0',
    'last 0',
  ])
  expect(idsOf({})).toEqual(['last 0'])
  expect(linesOf({ preview: pricesOf({}), last: undefined, words })).toEqual([])
})

it('the trade picture shows the last price once if it is the entry', () => {
  expect(idsOf({ entry: '100' }, { last: '100' })).toEqual(['entry 0'])
})

it('the trade picture shows a limit stop’s limit with its result', () => {
  const details = ({ lines }: ReturnType<typeof pictureOf>) =>
    lines.flatMap(({ kind, detail }) => (kind.startsWith('stop') ? [detail] : []))
  expect(details(pictureOf({ ...WHOLE, limit: '89' }))).toEqual(['', words.stop])
  expect(details(pictureOf(WHOLE))).toEqual([words.stop])
})

it('the trade picture shows the trigger of an entry with a limit', () => {
  expect(idsOf(WHOLE, { trigger: '101' })).toContain('trigger 0')
})

it('only a liquidation may be out of sight in the trade picture', () => {
  const { lines } = pictureOf({ ...WHOLE, liquidation: '20' })
  expect(lines.filter(({ isFar }) => isFar).map(({ name }) => name)).toEqual([
    'Estimated liquidation',
  ])
})

it('the trade picture fills profit to the farthest target, and loss to the stop’s exit', () => {
  expect(pictureOf({ ...WHOLE, limit: '89' }).zones).toEqual([
    { from: 'entry 0', to: 'target 0', tone: 'up' },
    { from: 'entry 0', to: 'stop-limit 0', tone: 'down' },
  ])
  const short = { entry: '100', targets: ['95', '80'], stop: '104' }
  expect(pictureOf(short).zones.map(({ to }) => to)).toEqual(['target 1', 'stop 0'])
})

it('the trade picture fills no loss for a stop on the targets’ side', () => {
  expect(pictureOf({ ...WHOLE, stop: '105' }).zones.map(({ tone }) => tone)).toEqual(['up'])
})

it('the trade picture has a sentence for screen readers', () => {
  expect(levelWords(pictureOf(WHOLE).lines)).toBe(
    'entry 100.00, stop 90.00, target 1 110.00, target 2 100.10, break-even 100.20, last price 100.05',
  )
})

it('the picture of a change shows moved levels twice, others once', () => {
  const [before, after] = [pictureOf(WHOLE).lines, pictureOf({ ...WHOLE, stop: '95' }).lines]
  const names = changedLevels(before, after).map(({ name, price }) => `${name} ${toText(price)}`)
  expect(names).toEqual([
    'Entry 100',
    'New stop 95',
    'Target 1 110',
    'Target 2 100.1',
    'Break-even 100.2',
    'Last price 100.05',
    'Old stop 90',
  ])
})

it('a line of the trade picture belongs to a field', () => {
  expect(fieldOfLine(lineAt('target'), aTicket())).toBe('take_profit.steps.1.price')
  expect(fieldOfLine(lineAt('stop'), aTicket())).toBe('stop_loss.conditional.price')
  expect(fieldOfLine(lineAt('stop-limit'), aTicket())).toBe('stop_loss.price')
  expect(fieldOfLine(lineAt('entry'), aTicket())).toBe('position.price')
  expect(fieldOfLine(lineAt('trigger'), aTicket())).toBe('position.conditional.price')
  expect(
    fieldOfLine(lineAt('entry'), aTicket({ position: { order_type: 'market' } })),
  ).toBeUndefined()
  for (const follows of ['break-even', 'liquidation', 'last'] as const) {
    expect(fieldOfLine(lineAt(follows), aTicket())).toBeUndefined()
  }
})

import { describe, expect, it } from 'vitest'

import { type Decimal, decimal } from '#money/decimal.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import {
  HEIGHT,
  type PictureFacts,
  type PictureLine,
  planPicture,
  strikes,
  wordsAt,
} from './picture-plan.ts'

const words = {
  entry: 'Entry, limit',
  stop: 'Stop, market',
  target: (index: number) => `Target ${index + 1}`,
  targetDetail: () => '50%',
  stopDetail: '100%, −9',
}

type Given = {
  entry?: string
  targets?: string[]
  trigger?: string
  limit?: string
  be?: string
  liquidation?: string
}

function pricesOf({ entry, targets = [], trigger, limit, be, liquidation }: Given): Preview {
  const price = (text: string | undefined) => (text === undefined ? undefined : decimal(text))
  return {
    entryPrice: price(entry),
    targets: targets.map((text) => ({ price: price(text) })),
    stop: trigger === undefined ? undefined : { trigger: price(trigger), limit: price(limit) },
    breakEven: price(be),
    liquidation: price(liquidation),
  } as unknown as Preview
}

const WHOLE = {
  entry: '100',
  targets: ['110', '100.1'],
  trigger: '90',
  be: '100.2',
}

const planOf = (given: Given, rest: Partial<PictureFacts> = {}) =>
  planPicture({
    preview: pricesOf(given),
    market: { price: decimal('100.05') },
    words,
    ...rest,
  })

const quoted = (
  last: string,
  bid: string,
  ask: string,
): Record<'price' | 'bid' | 'ask', Decimal> => ({
  price: decimal(last),
  bid: decimal(bid),
  ask: decimal(ask),
})

describe('the picture of the trade', () => {
  it('puts higher prices higher and keeps their tags apart', () => {
    const plan = planOf(WHOLE, {
      market: quoted('100.05', '100.04', '100.06'),
    })
    const tags = (plan?.lines ?? []).filter(({ kind }) => kind !== 'break-even')
    const byTag = tags.toSorted((a, b) => a.tagY - b.tagY)
    expect(byTag.map(({ kind }) => kind)).toEqual([
      'target',
      'target',
      'ask',
      'now',
      'bid',
      'entry',
      'stop',
    ])
    const places = byTag.map(({ tagY }) => tagY)
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(18.9)
    expect(plan?.profitZone?.[0]).toBeLessThan(plan?.lossZone?.[0] ?? 0)
  })

  it('paints no loss between the entry and a stop on the side of the targets', () => {
    expect(planOf({ ...WHOLE, trigger: '105' })?.lossZone).toBeUndefined()
    expect(planOf(WHOLE)?.lossZone).toBeDefined()
  })

  it('leaves a tag of the plan at its line, and has those of the market give way', () => {
    const market = quoted('100.05', '100.04', '100.06')
    const lines = planOf({ ...WHOLE, targets: ['110'] }, { market })?.lines ?? []
    const movedBy = (wanted: PictureLine['kind']) =>
      lines.flatMap(({ kind, y, tagY }) => (kind === wanted ? [tagY - y] : []))
    expect(movedBy('entry')[0]).toBeCloseTo(0, 3)
    expect(movedBy('stop')[0]).toBeCloseTo(0, 3)
    expect(movedBy('now')[0]).toBeLessThan(-11)
  })

  it('leaves out of the market what is beyond the axis or the entry itself', () => {
    const kinds = (market: PictureFacts['market']) =>
      planOf(WHOLE, { market })?.lines.map(({ kind }) => kind)
    expect(kinds(quoted('100.05', '3', '104'))).toEqual(expect.arrayContaining(['ask', 'now']))
    expect(kinds(quoted('100.05', '3', '104'))).not.toContain('bid')
    expect(kinds(quoted('99', '98', '100'))).not.toContain('ask')
  })

  it('shows what a limit stop asks for, with the result that is made there', () => {
    const plan = planOf({ ...WHOLE, limit: '89' })
    const detailOf = (kind: PictureLine['kind']) =>
      plan?.lines.find((line) => line.kind === kind)?.detail
    expect([detailOf('stop'), detailOf('stop-limit')]).toEqual(['', '100%, −9'])
    const limit = plan?.lines.find(({ kind }) => kind === 'stop-limit')
    expect(plan?.lossZone?.[1]).toBe(limit?.y)
    expect(planOf(WHOLE)?.lines.find(({ kind }) => kind === 'stop')?.detail).toBe('100%, −9')
  })

  it('shows what sets off an entry that then waits at its limit', () => {
    const plan = planOf(WHOLE, { trigger: decimal('101') })
    const trigger = plan?.lines.find(({ kind }) => kind === 'trigger')
    expect(trigger?.y).toBeLessThan(plan?.lines.find(({ kind }) => kind === 'entry')?.y ?? 0)
  })

  it('never writes words over each other, and drops the least important where all are taken', () => {
    const close = ['100.1', '100.2', '100.3', '100.4', '109']
    const lines = planOf({ ...WHOLE, targets: close, trigger: '99.7', be: '100.05' })?.lines ?? []
    const feet = lines.flatMap(({ y, words: side }) => (side ? [wordsAt(y, side)] : []))
    const sorted = feet.toSorted((a, b) => a - b)
    const gaps = sorted.slice(1).map((foot, index) => foot - (sorted[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(16)
    const sideOf = (kind: PictureLine['kind']) => lines.find((line) => line.kind === kind)?.words
    expect([sideOf('entry'), sideOf('stop'), sideOf('break-even')]).toEqual([
      'under',
      'under',
      undefined,
    ])
  })

  it('keeps its room where an entry is a spread away from the last price', () => {
    const plan = planOf({ entry: '100.01' }, { market: { price: decimal('100') } })
    expect(plan?.scale.range).toBeCloseTo(5, 1)
  })

  it('keeps the axis that is held', () => {
    const held = { middle: 90, range: 40 }
    expect(planOf(WHOLE, { held })?.scale).toBe(held)
  })

  it('shows where the position would be liquidated, unless that is far from the trade', () => {
    const placesOf = (liquidation: string) => {
      const lines = planOf({ ...WHOLE, liquidation })?.lines ?? []
      const placeOf = (wanted: PictureLine['kind']) => lines.find(({ kind }) => kind === wanted)?.y
      return { liquidation: placeOf('liquidation'), stop: placeOf('stop') ?? 0 }
    }
    const [before, beyond] = [placesOf('93'), placesOf('75')]
    expect(before.liquidation).toBeLessThan(before.stop)
    expect(beyond.liquidation).toBeGreaterThan(beyond.stop)
    expect(beyond.liquidation).toBeLessThan(HEIGHT)
    expect(placesOf('20').liquidation).toBe(undefined)
  })

  it('is drawn from the market alone, and not without any price', () => {
    const plan = planOf({}, { market: quoted('100', '99', '101') })
    expect(plan?.lines.map(({ kind }) => kind)).toEqual(['ask', 'now', 'bid'])
    expect(planOf({}, { market: {} })).toBeUndefined()
  })

  it('draws no line through the words of another one', () => {
    // A short: its break-even lies just below its entry, where the words of a long stand.
    const short = planOf(
      { entry: '3100', targets: ['2900'], trigger: '3250', be: '3094' },
      { market: { price: decimal('3163') } },
    )
    const lines = short?.lines ?? []
    const entry = lines.find(({ kind }) => kind === 'entry')
    expect(entry?.words).toBe('above')
    for (const { y, words: side } of lines) {
      const foot = side && wordsAt(y, side)
      if (foot === undefined) continue
      const through = lines.filter((other) => other.y !== y && strikes(other.y, foot))
      expect(through.map(({ kind }) => kind)).toEqual([])
    }
  })

  it('fits into a small drawing', () => {
    const ys = planOf(WHOLE, { height: 240 })?.lines.map(({ y }) => y) ?? []
    expect(Math.min(...ys)).toBeGreaterThan(20)
    expect(Math.max(...ys)).toBeLessThan(220)
  })
})

import { useMemo } from 'react'

import { Chart, LegendMark, ReadoutItem } from '#charts/chart.tsx'
import { lineOf } from '#charts/line.ts'
import type { Picture } from '#charts/picture.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import { type Decimal, toNumber, toText } from '#money/decimal.ts'
import { formatMoney } from '#money/money-places.ts'
import { formatPrice } from '#money/price-places.ts'
import { Amount } from '#ui/amount.tsx'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Section } from '#ui/page.tsx'

import { type DealEstimate, type DealPlan, estimatePlaces } from './ladder.ts'

type DealPictureProps = { bot: DealPlan; estimate: DealEstimate }

type Step = DealEstimate['steps'][number]

const SIZE = { height: 290, narrowHeight: 260 }

const MARKS = {
  target: { tone: 'up', width: 2 },
  average: { tone: 'text', width: 2 },
  order: { tone: 'accent', width: 4 },
} as const

/** Order, average and target after each order, and how large each order is. */
export function DealPicture({ bot, estimate }: DealPictureProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const source = useFiguresSource(bot.name ?? 'DCA bot')
  const { steps, counted } = estimate
  const picture = useMemo(() => pictureOf(steps, counted === 'percent'), [steps, counted])
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last) return null
  const places = estimatePlaces(estimate)
  const unit = counted === 'percent' ? '%' : ''
  const price = (value: Decimal) => formatPrice(value, places) + unit
  const pair = bot.pair ?? 'The pair'
  const quote = bot.quote_currency ?? ''
  const stepAt = (at: number | undefined) => steps[at ?? 0] ?? first
  const label = `${pair}: orders from ${price(first.price)} to ${price(last.price)}, average ${price(last.average)}, target ${price(last.takeProfit)}`
  const readoutAt = (at: number | undefined) => {
    const step = stepAt(at)
    return (
      <>
        <span className="font-medium whitespace-nowrap">{nameOf(step.index)}</span>
        <ReadoutItem name="Target" mark={<LegendMark {...MARKS.target} />}>
          {price(step.takeProfit)}
        </ReadoutItem>
        <ReadoutItem name="Average" mark={<LegendMark {...MARKS.average} />}>
          {price(step.average)}
        </ReadoutItem>
        <ReadoutItem name="Order" mark={<LegendMark {...MARKS.order} />}>
          {price(step.price)}
        </ReadoutItem>
        <ReadoutItem name="Size">
          <Amount value={step.size} currency={quote} />
        </ReadoutItem>
      </>
    )
  }
  return (
    <Section title="After each order">
      <Chart
        name="deal"
        label={label}
        picture={picture}
        size={SIZE}
        readout={readoutAt}
        describe={(at) => {
          const step = stepAt(at)
          const size = areAmountsHidden ? 'hidden' : formatMoney(step.size, quote)
          return `${nameOf(step.index)} at ${price(step.price)}, size ${size}, average ${price(step.average)}, target ${price(step.takeProfit)}`
        }}
        file={{
          name: `dca-deal-${fileWord(pair)}`,
          title: `Estimate of a deal, ${label}`,
          source,
          hasAmounts: true,
          rows: () => [
            ['order', 'price', 'size', 'average', 'target'],
            ...steps.map((step) => [
              nameOf(step.index),
              figure(step.price),
              figure(step.size),
              figure(step.average),
              figure(step.takeProfit),
            ]),
          ],
        }}
      />
    </Section>
  )
}

const figure = (value: Decimal) => ({ figure: toText(value) })

const nameOf = (index: number): string => (index === 0 ? 'Base order' : `Safety order ${index}`)

const pictureOf = (steps: readonly Step[], isPercent: boolean): Picture => {
  const line = (of: (step: Step) => Decimal) =>
    lineOf(steps.map((step, at) => ({ at, value: toNumber(of(step)) })))
  const [order, average, target] = [
    line(({ price }) => price),
    line((step) => step.average),
    line(({ takeProfit }) => takeProfit),
  ]
  return {
    along: steps.map(({ index }) => (index === 0 ? 'Base' : String(index))),
    // Prices, and what a price is away from the first one: neither says how much is traded.
    format: { isAmount: false, suffix: isPercent ? '%' : undefined },
    series: [
      { kind: 'stems', from: target, to: order },
      { kind: 'dashes', line: target, name: 'Target', ...MARKS.target },
      { kind: 'dashes', line: average, name: 'Average', ...MARKS.average },
      { kind: 'dashes', line: order, name: 'Order', ...MARKS.order },
    ],
    strip: {
      series: {
        kind: 'bars',
        tone: 'accent',
        bars: steps.map(({ size }, at) => ({ at, value: toNumber(size) })),
      },
      format: { isAmount: true },
    },
  }
}

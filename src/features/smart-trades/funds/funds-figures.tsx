import { useMemo } from 'react'

import type { PriceLevel } from '#charts/price-data.ts'
import { isStepOpen, reducibleUnits } from '#contract/smart-trade-funds-rules.ts'
import type { FundsStep } from '#contract/smart-trade-funds.ts'
import {
  becomes,
  Decisive,
  type Effect,
  EffectNote,
  EffectSentence,
  type EffectRow,
  EffectTable,
} from '#forms/effect.tsx'
import { currenciesOf } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import type { Decimal } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { changedLevels } from '../picture/picture-lines.ts'
import { ChangePicture } from '../picture/sent-picture.tsx'
import { nowOf, sideOf, statusLabel, stopOf, tickPlacesOf, type Trade } from '../trade-facts.ts'
import { BreakEvenNote } from '../break-even-note.tsx'
import { isCostKnown } from '../position.ts'
import {
  areTargetsFilling,
  coveredMeanwhile,
  type FundsFigures,
  type FundsPreview,
} from './funds.ts'

const NOT_TYPED = 'The effect is shown once units and price are typed.'
const COST_NOT_KNOWN =
  'Funds were added and a part was closed: the service does not report the cost of the rest.'
const TARGET_FILLING = 'A target is being filled. The shares of the others follow once it is.'

type Planned = { trade: Trade; preview: FundsPreview }

/** Plan of a change of funds while it is typed. */
export function FundsPlan(plan: Planned) {
  const planned = plannedFunds(plan)
  return (
    <SheetSection>
      <p className="pb-1 text-pretty">
        {plan.preview.units ? <EffectSentence of={planned} /> : NOT_TYPED}
      </p>
      <EffectTable rows={planned.rows} unknown={NOT_TYPED} />
      <EffectNote note={planned.note} />
    </SheetSection>
  )
}

/** Order, and the position before and after it. */
export function plannedFunds({ trade, preview }: Planned): Effect {
  const { type, before, after, units, price, total, fee, realised, side } = preview
  const { base, quote } = currenciesOf(trade.pair)
  const meanwhile = coveredMeanwhile(trade, preview)
  const isLimit = type === 'limit'
  return {
    unknown: NOT_TYPED,
    sentence: (
      <>
        {side === 'sell' ? 'Sells' : 'Buys'} <Decisive value={units} unit={base} />{' '}
        {isLimit ? 'once the price reaches' : 'at about'}{' '}
        <Price value={price} places={tickPlacesOf(trade)} />, for{' '}
        <Amount value={total} currency={quote ?? ''} unit={quote} /> and{' '}
        <Amount value={fee} currency={quote ?? ''} /> fee.{' '}
        {side !== undefined && side !== sideOf(trade) && (
          <>
            Realises about <Decisive value={realised} {...resultLook(trade)} /> after fees.{' '}
          </>
        )}
        <Risk trade={trade} before={before} after={after} verb="then" />
      </>
    ),
    rows: fundsRows(trade, before, after),
    note: (
      <>
        {isLimit
          ? 'Fills at this price or a better one. It waits until then, and ends with the trade.'
          : 'Fills at the market price.'}
        {meanwhile && (
          <>
            {' '}
            {isLimit ? 'Until then' : 'Meanwhile'}{' '}
            <SharedMeanwhile trade={trade} units={meanwhile} held={before.held} />
          </>
        )}
        {after.breakEven && after.stop && (
          <BreakEvenNote
            trade={trade}
            breakEven={{ ...after.breakEven, stop: after.stop, atStop: after.atStop }}
          />
        )}
      </>
    ),
  }
}

type SharedProps = { trade: Trade; units: Decimal; held: Decimal | undefined }

/** "the targets share 6 BTC of 10 BTC; the stop closes all of it." */
function SharedMeanwhile({ trade, units, held }: SharedProps) {
  const { base } = currenciesOf(trade.pair)
  return (
    <>
      the targets share <Amount value={units} unit={base} /> of <Amount value={held} unit={base} />
      {stopOf(trade) ? '; the stop closes all of it.' : '.'}
    </>
  )
}

const resultLook = (trade: Trade) => {
  const { quote = '' } = currenciesOf(trade.pair)
  const reason = isCostKnown(trade) ? undefined : COST_NOT_KNOWN
  return { signed: true, currency: quote, unit: quote, reason } as const
}

type RiskProps = { trade: Trade; before: FundsFigures; after: FundsFigures; verb: 'then' | 'now' }

/** "The stop now ends it at −111.37 USDT instead of −65.64." */
const Risk = ({ trade, before, after, verb }: RiskProps) =>
  stopOf(trade) && (
    <>
      If the stop hits, the open part {verb} ends at{' '}
      <Decisive value={after.atStop} {...resultLook(trade)} />
      {before.atStop && before.atStop !== after.atStop && (
        <>
          {' '}
          instead of{' '}
          <Amount
            value={before.atStop}
            {...resultLook(trade)}
            unit={undefined}
            glyph={false}
            hasColour={false}
          />
        </>
      )}
      .
    </>
  )

type SentOrderProps = Planned & { order: FundsStep; now: FundsFigures }

/** Sent order, as the service reports it. */
export function SentOrder({ trade, preview, order, now }: SentOrderProps) {
  const { base } = currenciesOf(trade.pair)
  const priced = (price: Decimal | null | undefined) => (
    <Price value={price} places={tickPlacesOf(trade)} />
  )
  if (isStepOpen(order)) {
    const shared = reducibleUnits(trade)
    return (
      <>
        {order.type === 'limit' ? (
          <>The order waits at {priced(order.limit?.value)}.</>
        ) : (
          'Accepted, not filled yet.'
        )}{' '}
        Until it fills,{' '}
        {shared && shared !== now.held && now.targets.length > 0 ? (
          <SharedMeanwhile trade={trade} units={shared} held={now.held} />
        ) : (
          'the position stays as it is.'
        )}
      </>
    )
  }
  const { status, units, filled_units: filled, price } = order
  return status?.type === 'finished' ? (
    <>
      {preview.side === 'sell' ? 'Sold' : 'Bought'}{' '}
      <Decisive value={filled ?? units.value} unit={base} /> at{' '}
      {priced(price?.value_without_commission)}.{' '}
      <Risk trade={trade} before={preview.before} after={now} verb="now" />
    </>
  ) : (
    <>
      The order is “{statusLabel(status) ?? 'without a status'}”, with{' '}
      <Decisive value={filled} unit={base} /> filled.
    </>
  )
}

/** Old and new average, targets and stop, and the price of the order. */
export function FundsPicture({ trade, preview, now }: Planned & { now: FundsFigures | undefined }) {
  const levels = useMemo(() => {
    const level = (name: string, price: Decimal | undefined, look: PriceLevel['look']) =>
      price ? [{ id: name, name, price, look }] : []
    const levelsIn = ({ average, stop, targets }: FundsFigures) => [
      ...level('Average', average, 'entry'),
      ...level('Stop', stop, 'down'),
      ...targets.flatMap(({ number, price }) => level(`Target ${number}`, price, 'up')),
    ]
    return [
      ...changedLevels(levelsIn(preview.before), levelsIn(now ?? preview.after)),
      ...(now ? [] : level('Order', preview.price, 'trigger')),
      ...level('Last price', nowOf(trade), 'last'),
    ]
  }, [trade, preview, now])
  return <ChangePicture trade={trade} levels={levels} />
}

export function fundsRows(trade: Trade, before: FundsFigures, after: FundsFigures): EffectRow[] {
  const { base = '', quote = '' } = currenciesOf(trade.pair)
  const priced = (value: Decimal | undefined) => (
    <Price value={value} places={tickPlacesOf(trade)} />
  )
  const result = (reason?: string) => (value: Decimal | undefined) => (
    <Amount value={value} {...resultLook(trade)} unit={undefined} {...(reason && { reason })} />
  )
  const moves = before.targets.flatMap((was): EffectRow[] => {
    const is = after.targets.find(({ number }) => number === was.number)
    return was.price && is?.price && was.price !== is.price
      ? [becomes(`Target ${was.number}`, was.price, is.price, priced)]
      : []
  })
  return [
    becomes(`${base} held`, before.held, after.held, (value) => <Amount value={value} />),
    becomes(`Cost, ${quote}`, before.cost, after.cost, (value) => (
      <Amount value={value} currency={quote} />
    )),
    becomes('Average entry, before fees', before.average, after.average, priced),
    becomes('Break-even', before.even, after.even, priced),
    ...moves,
    ...(before.stop !== after.stop ? [becomes('Stop', before.stop, after.stop, priced)] : []),
    ...(before.targets.length > 0
      ? [
          becomes(
            'If all targets hit',
            before.atTargets,
            after.atTargets,
            result(areTargetsFilling(trade) ? TARGET_FILLING : undefined),
          ),
        ]
      : []),
    ...(stopOf(trade) ? [becomes('If the stop hits', before.atStop, after.atStop, result())] : []),
  ]
}

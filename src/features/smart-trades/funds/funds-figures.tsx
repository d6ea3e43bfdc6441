import { useMemo } from 'react'

import type { PriceLevel } from '#charts/price-data.ts'
import { currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import type { Decimal } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { FactList, type Facts, money } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Side } from '#ui/side.tsx'

import { changedLevels } from '../picture/picture-lines.ts'
import { ChangePicture } from '../picture/sent-picture.tsx'
import { nowOf, sideOf, stopOf, tickPlacesOf, type Trade } from '../trade-facts.ts'
import { BreakEvenNote } from '../break-even-note.tsx'
import { isCostKnown } from '../position.ts'
import { Becomes } from '../trade-write.tsx'
import { areTargetsFilling, coveredMeanwhile, type FundsPreview } from './funds.ts'

const NOT_TYPED = 'Known once units and price are.'
const COST_NOT_KNOWN =
  'Funds were added and a part was closed: the service does not tell what the rest cost.'

const TARGET_FILLING =
  'A target is being filled: how the targets share the rest follows once it is.'

type FundsFiguresProps = { trade: Trade; preview: FundsPreview }

export function FundsFigures({ trade, preview }: FundsFiguresProps) {
  const { base } = currenciesOf(trade.pair)
  const { type, before, after } = preview
  const meanwhile = coveredMeanwhile(trade, preview)
  const { order, position } = fundsFacts(trade, preview)
  return (
    <>
      <SheetSection title="The order">
        <FactList isLined unknown={NOT_TYPED} of={order} />
        <p className="mt-1.5 text-caption text-ink-3">
          {type === 'limit'
            ? 'Filled at this price or a better one. It waits until then, and ends with the trade.'
            : 'Filled at the market price.'}
        </p>
        {meanwhile && (
          <p className="mt-1 text-caption text-ink-2">
            {type === 'limit' ? 'Until then' : 'Meanwhile'} the targets share{' '}
            <Amount value={meanwhile} unit={base} /> of <Amount value={before.held} unit={base} />
            {stopOf(trade) ? '; the stop closes all of it.' : '.'}
          </p>
        )}
      </SheetSection>
      <SheetSection title="The position, once it is filled">
        <FactList isLined unknown={NOT_TYPED} of={position} />
        {after.breakEven && after.stop && (
          <BreakEvenNote
            trade={trade}
            breakEven={{ ...after.breakEven, stop: after.stop, atStop: after.atStop }}
          />
        )}
      </SheetSection>
    </>
  )
}

/** Average, targets and stop as they move, and where the order is filled. */
export function FundsPicture({ trade, preview }: FundsFiguresProps) {
  const levels = useMemo(() => {
    const level = (name: string, price: Decimal | undefined, look: PriceLevel['look']) =>
      price ? [{ id: name, name, price, look }] : []
    const levelsIn = ({ average, stop, targets }: FundsPreview['after']) => [
      ...level('Average', average, 'entry'),
      ...level('Stop', stop, 'down'),
      ...targets.flatMap(({ number, price }) => level(`Target ${number}`, price, 'up')),
    ]
    return [
      ...changedLevels(levelsIn(preview.before), levelsIn(preview.after)),
      ...level('Order', preview.price, 'trigger'),
      ...level('Last price', nowOf(trade), 'last'),
    ]
  }, [trade, preview])
  return <ChangePicture trade={trade} levels={levels} />
}

/** The order, and the position before and after it. */
export function fundsFacts(
  trade: Trade,
  preview: FundsPreview,
): Record<'order' | 'position', Facts> {
  const { base, quote } = currenciesOf(trade.pair)
  const { side, type, units, before, after, price, total, fee, realised } = preview
  const result = (value: Decimal | undefined) =>
    money(value, quote, { signed: true, reason: isCostKnown(trade) ? undefined : COST_NOT_KNOWN })
  const coins = (value: Decimal | undefined, reason?: string) => (
    <Amount value={value} unit={base} reason={reason} />
  )
  const ofTarget = areTargetsFilling(trade) ? TARGET_FILLING : undefined
  const priced = (value: Decimal | undefined) => (
    <Price value={value} places={tickPlacesOf(trade)} unit={quote} />
  )
  const moved = (from: Decimal | undefined, to: Decimal | undefined) =>
    from && to && from !== to && <Becomes before={priced(from)} after={priced(to)} />
  const targets = before.targets.map((was, index) => ({ was, is: after.targets[index] }))
  return {
    order: {
      Order: (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          {side && <Side side={side} />}
          {coins(units)}
          {type}
        </span>
      ),
      'Price, about': priced(price),
      'Total, about': money(total, quote),
      'Fee, about': money(fee, quote),
      'Realised, after fees': side && side !== sideOf(trade) && result(realised),
    },
    position: {
      Held: <Becomes before={coins(before.held)} after={coins(after.held)} />,
      'Average entry, before fees': (
        <Becomes before={priced(before.average)} after={priced(after.average)} />
      ),
      ...Object.fromEntries(
        targets.map(({ was, is }) => [
          `Target ${was.number}`,
          <Becomes
            key={was.number}
            before={coins(was.units, ofTarget)}
            after={coins(is?.units, ofTarget)}
          />,
        ]),
      ),
      ...Object.fromEntries(
        targets.map(({ was, is }) => [`Target ${was.number}, price`, moved(was.price, is?.price)]),
      ),
      Stop: moved(before.stop, after.stop),
      'Break-even': before.breakEven && (
        <Becomes before={priced(before.breakEven.price)} after={priced(after.breakEven?.price)} />
      ),
      'Result at the stop, after fees': stopOf(trade) && (
        <Becomes before={result(before.atStop)} after={result(after.atStop)} />
      ),
    },
  }
}

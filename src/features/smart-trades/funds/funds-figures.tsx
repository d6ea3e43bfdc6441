import type { ReactNode } from 'react'

import { currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import type { Decimal } from '#money/decimal.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Side } from '#ui/side.tsx'

import { sideOf, stopOf, tickPlacesOf, type Trade } from '../trade-facts.ts'
import { BreakEvenNote } from '../break-even-note.tsx'
import { isCostKnown } from '../position.ts'
import { areTargetsFilling, coveredMeanwhile, type FundsPreview } from './funds.ts'

const NOT_TYPED = 'Known once units and price are.'
const COST_NOT_KNOWN =
  'Funds were added and a part was closed: the service does not tell what the rest cost.'

const TARGET_FILLING =
  'A target is being filled: how the targets share the rest follows once it is.'

type FundsFiguresProps = { trade: Trade; preview: FundsPreview }

export function FundsFigures({ trade, preview }: FundsFiguresProps) {
  const { base = '', quote = '' } = currenciesOf(trade.pair)
  const { side, type, units, before, after, price, total, fee, realised } = preview
  const cost = isCostKnown(trade) ? NOT_TYPED : COST_NOT_KNOWN
  const meanwhile = coveredMeanwhile(trade, preview)
  const money = (value: Decimal | undefined, sign = false, reason = NOT_TYPED) => (
    <Amount
      value={value}
      unit={quote}
      {...(value && { places: moneyPlaces(quote, value) })}
      signed={sign}
      reason={reason}
    />
  )
  const ofTarget = areTargetsFilling(trade) ? TARGET_FILLING : NOT_TYPED
  const coins = (value: Decimal | undefined, reason = NOT_TYPED) => (
    <Amount value={value} unit={base} reason={reason} />
  )
  const priced = (value: Decimal | undefined) => (
    <Price value={value} places={tickPlacesOf(trade)} unit={quote} reason={NOT_TYPED} />
  )
  return (
    <>
      <SheetSection title="The order">
        <DefinitionList isLined>
          <Definition term="Order">
            <span className="inline-flex flex-wrap items-center gap-x-2">
              {side && <Side side={side} />}
              {coins(units)}
              {type}
            </span>
          </Definition>
          <Definition term="Price, about">{priced(price)}</Definition>
          <Definition term="Total, about">{money(total)}</Definition>
          <Definition term="Fee, about">{money(fee)}</Definition>
          {side !== undefined && side !== sideOf(trade) && (
            <Definition term="Realised, after fees">{money(realised, true, cost)}</Definition>
          )}
        </DefinitionList>
        <p className="mt-1.5 text-caption text-ink-3">
          {type === 'limit'
            ? 'Filled at this price or a better one. It waits until then, and ends with the trade.'
            : 'Filled at the market price.'}
        </p>
        {meanwhile && (
          <p className="mt-1 text-caption text-ink-2">
            {type === 'limit' ? 'Until then' : 'Meanwhile'} the targets share {coins(meanwhile)} of{' '}
            {coins(before.held)}
            {stopOf(trade) === undefined ? '.' : '; the stop closes all of it.'}
          </p>
        )}
      </SheetSection>
      <SheetSection title="The position, once it is filled">
        <DefinitionList isLined>
          <Change term="Held" before={coins(before.held)} after={coins(after.held)} />
          <Change
            term="Average entry, before fees"
            before={priced(before.average)}
            after={priced(after.average)}
          />
          {before.targets.map(({ number, units: now }, index) => (
            <Change
              key={number}
              term={`Target ${number}`}
              before={coins(now, ofTarget)}
              after={coins(after.targets[index]?.units, ofTarget)}
            />
          ))}
          {before.targets.map(({ number, price: now }, index) => {
            const then = after.targets[index]?.price
            return now === undefined || then === undefined || now === then ? null : (
              <Change
                key={number}
                term={`Target ${number}, price`}
                before={priced(now)}
                after={priced(then)}
              />
            )
          })}
          {before.stop !== after.stop && before.stop !== undefined && after.stop !== undefined && (
            <Change term="Stop" before={priced(before.stop)} after={priced(after.stop)} />
          )}
          {before.breakEven && (
            <Change
              term="Break-even"
              before={priced(before.breakEven.price)}
              after={priced(after.breakEven?.price)}
            />
          )}
          {stopOf(trade) !== undefined && (
            <Change
              term="Result at the stop, after fees"
              before={money(before.atStop, true, cost)}
              after={money(after.atStop, true, cost)}
            />
          )}
        </DefinitionList>
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

const Change = ({ term, before, after }: { term: string; before: ReactNode; after: ReactNode }) => (
  <Definition term={term}>
    <span className="text-ink-3">{before}</span>
    <span aria-label="becomes"> → </span>
    <strong className="font-semibold">{after}</strong>
  </Definition>
)

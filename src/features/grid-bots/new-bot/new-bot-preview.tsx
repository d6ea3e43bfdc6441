import { FeeLink } from '#forms/fee-link.tsx'
import { type Decimal, HUNDRED, isPositive, multiply } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { CheckIcon, WarningIcon } from '#ui/icons.tsx'
import { Section } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'

import { GridBotLadder } from '../bot/grid-bot-ladder.tsx'
import type { BotMarket, BotPreview } from './new-bot.ts'

type NewBotPreviewProps = {
  preview: BotPreview | undefined
  market: BotMarket
  onFeeRate: (rate: Decimal) => void
}

/** The ladder and the funds of a bot before it is made, by the same functions as of one that runs. */
export function NewBotPreview({ preview, market, onFeeRate }: NewBotPreviewProps) {
  if (!preview) {
    return (
      <p className="pt-2 text-ink-2">
        The ladder, what it needs and what a turn earns appear here once the range, the lines and
        the quantity are typed.
      </p>
    )
  }
  return (
    <div className="grid content-start gap-4">
      <NewBotFunds preview={preview} market={market} onFeeRate={onFeeRate} />
      <GridBotLadder bot={preview.bot} />
    </div>
  )
}

type NewBotFundsProps = {
  preview: BotPreview
  market: BotMarket
  /** Where the fee can be changed. */
  onFeeRate?: (rate: Decimal) => void
}

/** What it needs, what it would buy first, and what one turn earns. */
export function NewBotFunds({ preview, market, onFeeRate }: NewBotFundsProps) {
  const { needs, missing, total, short, turns, gaps } = preview
  const { base, quote } = splitPair(preview.bot.pair ?? '')
  const { feeRate = FEE_RATE } = market
  const unpriced = 'The service gave no price or balance to count it from.'
  return (
    <Section
      title="What it needs"
      caption={`${toSlashPair(preview.bot.pair ?? '')}, at the last price`}
    >
      <div className="border-t border-hairline-2">
        <DefinitionList isLined isTight>
          <Definition term="In sells">
            <Amount value={needs.base} minPlaces={2} unit={base} hasUnitSlot />
          </Definition>
          <Definition term={`${base} to be bought first`}>
            <Amount value={missing} minPlaces={2} unit={base} hasUnitSlot reason={unpriced} />
          </Definition>
          <Definition term="In buys, with fees">
            <Amount value={needs.quote} currency={quote} unit={quote} hasUnitSlot />
          </Definition>
          <Definition term={`${quote} in all`} isTotal>
            <Amount value={total} currency={quote} unit={quote} hasUnitSlot reason={unpriced} />
          </Definition>
          <Definition term={`${quote} free`}>
            <Amount
              value={market.free.quote}
              currency={quote}
              unit={quote}
              hasUnitSlot
              reason={unpriced}
            />
          </Definition>
          <Definition term="A turn earns, bottom to top">
            <span className="inline-flex gap-1">
              <Amount value={turns.bottom} signed glyph={false} currency={quote} />–
              <Amount value={turns.top} signed glyph={false} currency={quote} unit={quote} />
            </span>
          </Definition>
          <Definition term="Between two lines, before fees">
            <span className="inline-flex gap-1">
              <Percent value={gaps.bottom} />–<Percent value={gaps.top} />
            </span>
          </Definition>
        </DefinitionList>
      </div>
      {short && (
        <p
          role="status"
          className={`flex items-center gap-1.5 pt-1.5 text-caption ${isPositive(short) ? 'text-caution' : 'text-ink-2'}`}
        >
          {isPositive(short) ? (
            <>
              <WarningIcon size={14} />
              <span>
                <Amount value={short} currency={quote} /> {quote} is missing.
              </span>
            </>
          ) : (
            <>
              <CheckIcon size={14} />
              The free balance covers it.
            </>
          )}
        </p>
      )}
      {market.isFutures === true && (
        <p className="pt-1.5 text-caption text-ink-3">
          On a futures account the service borrows for it; how much margin it asks for is unknown.
        </p>
      )}
      {!isPositive(turns.bottom) || !isPositive(turns.top) ? (
        <p className="pt-1.5 text-caption text-caution">
          The lines are so close together that a turn costs more in fees than it earns.
        </p>
      ) : null}
      <p className="pt-1 text-caption text-ink-3">
        {onFeeRate ? (
          <FeeLink rate={feeRate} onRate={onFeeRate} />
        ) : (
          `Fee assumed ${formatPercent(multiply(feeRate, HUNDRED))} per side.`
        )}{' '}
        The service has the last word.
      </p>
    </Section>
  )
}

import type { ReactNode } from 'react'

import type { DcaBot } from '#contract/dca-bots.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { fromNumber, multiply } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Percent } from '#ui/percent.tsx'

import { type DealEstimate, pricePlaces } from '../ladder.ts'
import { isLongOf } from '../words.ts'

type DcaBotFiguresProps = { bot: DcaBot; estimate: DealEstimate | undefined }

/** What it earned and has open as told, and what its settings mean at the present price. */
export function DcaBotFigures({ bot, estimate }: DcaBotFiguresProps) {
  const isLong = isLongOf(bot)
  const last = estimate?.steps.at(-1)
  const most = bot.max_active_trades
  const priceOf = (value: DealEstimate['start'] | undefined) =>
    estimate?.counted === 'price' ? (
      <Amount value={value} isPrice places={pricePlaces(estimate)} />
    ) : undefined
  return (
    <KeyFigures label="Key figures" className="max-sm:mt-2">
      <KeyFigure
        label="Total profit"
        value={
          <Amount
            value={bot.total_profit}
            signed
            currency={bot.quote_currency ?? ''}
            glyphSize={10}
          />
        }
        detail="currency not stated by the service"
      />
      <KeyFigure
        label="Deals open"
        value={
          <>
            {bot.active_trades ?? '—'}
            {most !== undefined && <span className="text-ink-3"> of at most {most}</span>}
          </>
        }
        detail={`${bot.total_trades?.toLocaleString('en-US') ?? '—'} opened in all`}
      />
      <KeyFigure
        label="Funds a deal may use"
        value={
          <Amount
            value={estimate?.funds}
            currency={bot.quote_currency ?? ''}
            unit={bot.quote_currency}
          />
        }
        detail={
          estimate && most !== undefined && most > 1 ? (
            <>
              <Amount
                value={multiply(estimate.funds, fromNumber(most))}
                currency={bot.quote_currency ?? ''}
              />{' '}
              for {most} deals
            </>
          ) : (
            'base order and every safety order'
          )
        }
      />
      <KeyFigure
        label={
          isLong === undefined
            ? 'Reach of its orders'
            : isLong
              ? 'Fall it can buy into'
              : 'Rise it can sell into'
        }
        value={<Percent value={estimate?.reach} />}
        detail={fromTo(
          priceOf(estimate?.start),
          isLong ? 'down to' : 'up to',
          priceOf(last?.price),
        )}
      />
      <KeyFigure
        label={`${isLong === undefined ? 'Change' : isLong ? 'Rise' : 'Fall'} needed after the last`}
        value={<Percent value={estimate?.back} />}
        detail={fromTo('', 'back to', priceOf(last?.takeProfit))}
      />
      <KeyFigure
        label="Take profit"
        value={<Percent value={bot.take_profit_pct} />}
        detail={targetDetail(bot)}
      />
    </KeyFigures>
  )
}

function fromTo(from: ReactNode, words: string, to: ReactNode): ReactNode {
  if (to === undefined) return 'from the settings alone'
  return (
    <>
      {from !== '' && <>from {from} </>}
      {words} {to}
    </>
  )
}

const TARGETS: Readonly<Record<string, string>> = {
  base: 'of the base order',
  percentage: 'from the average',
}

function targetDetail(bot: DcaBot): string {
  const of = valueOfWord(TARGETS, bot.tp_type) ?? 'from what, is not told'
  const trails =
    bot.tp_trailing && bot.tp_trailing_pct !== undefined
      ? `, trails ${formatPercent(bot.tp_trailing_pct)}`
      : ''
  return of + trails
}

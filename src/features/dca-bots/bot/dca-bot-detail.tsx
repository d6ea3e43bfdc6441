import type { ReactNode } from 'react'

import type { DcaBot, DcaBotDetail as Detail } from '#contract/dca-bots.ts'
import { rawOf } from '#contract/read.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { useListedPairs, usePricedPair } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { fromNumber, multiply } from '#money/decimal.ts'
import { formatCount, formatRate } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { fromSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Note } from '#ui/note.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Percent } from '#ui/percent.tsx'
import { DetailSkeleton } from '#ui/skeleton.tsx'
import { RawJson } from '#ui/code-block.tsx'

import { DcaSettings, ForeignSettings, InPlainWords } from '../dca-settings.tsx'
import { DealOrders } from '../deal-orders.tsx'
import { DealPicture } from '../deal-picture.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { dealEstimate, type DealEstimate, estimatePlaces, marketOf } from '../ladder.ts'
import { isLongOf, profitCurrencyOf } from '../words.ts'
import { EndedDeals } from './ended-deals-section.tsx'
import { EventList } from './event-list.tsx'
import { OpenDeals } from './open-deal.tsx'

/** Everything the service sent of a bot, and what follows from its settings. */
export function DcaBotDetail({ bot }: { bot: Detail }) {
  const { clock } = useService()
  const { pairs: markets, ...listed } = useListedPairs({ arePriced: true })
  const only = (bot.pairs?.length ?? 0) > 1 ? undefined : bot.pair
  const one = usePricedPair(bot.exchange, only && fromSlashPair(only))
  const readAt = (one.isWanted ? one.readAt : listed.readAt) + (clock.offset() ?? 0)
  const estimate = dealEstimate(bot, one.priced ?? marketOf(bot, markets))
  return (
    <>
      <DcaBotFigures bot={bot} estimate={estimate} />
      <InPlainWords bot={bot} />
      <ForeignSettings bot={bot} />
      <OpenDeals bot={bot} />
      {estimate ? (
        <div className="grid grid-cols-1 gap-x-12 gap-y-4 pt-2.5 xl:grid-cols-[minmax(0,1fr)_25.5rem]">
          <DealOrders bot={bot} estimate={estimate} readAt={readAt} />
          <div>
            <DealPicture bot={bot} estimate={estimate} />
            <FundsAndFree bot={bot} />
          </div>
        </div>
      ) : (
        <Note className="mt-4">
          {bot.in_words === undefined
            ? 'The service did not send every setting that the safety orders follow from.'
            : 'The orders of a deal cannot be worked out here: some of its settings count otherwise, as the sentences above say.'}
        </Note>
      )}
      <div className="mt-4 grid grid-cols-1 gap-x-12 gap-y-4 border-t border-hairline-2 pt-1 lg:grid-cols-2">
        <div className="min-w-0">
          <EndedDeals bot={bot} />
          <EventList bot={bot} />
        </div>
        <div className="min-w-0 pt-1">
          <Disclosure title="Settings" caption="all settings of the bot">
            <DcaSettings bot={bot} />
          </Disclosure>
          <Disclosure title="Raw data" caption="as the service sent it">
            <RawJson label="Bot as sent" value={rawOf(bot)} />
          </Disclosure>
        </div>
      </div>
    </>
  )
}

export const DcaBotSkeleton = () => (
  <DetailSkeleton
    label="Loading the bot"
    figures={[96, 96, 112, 88, 112, 64]}
    rows={8}
    width={680}
  />
)

type DcaBotFiguresProps = { bot: DcaBot; estimate: DealEstimate | undefined }

/** What it earned and has open as the service sends it, and what its settings mean at the present price. */
function DcaBotFigures({ bot, estimate }: DcaBotFiguresProps) {
  const isLong = isLongOf(bot)
  const last = estimate?.steps.at(-1)
  const most = bot.max_active_trades
  const priceOf = (value: DealEstimate['start'] | undefined) =>
    estimate?.counted === 'price' ? (
      <Price value={value} places={estimatePlaces(estimate)} />
    ) : undefined
  return (
    <KeyFigures label="Key figures" className="max-sm:mt-2">
      <KeyFigure
        label="Total profit"
        value={
          <Amount
            value={bot.total_profit}
            signed
            currency={profitCurrencyOf(bot)}
            unit={bot.total_profit_currency}
            glyphSize={10}
            mainPlaces={bot.active_trades === 0 ? 0 : 4}
          />
        }
        detail={
          bot.total_profit_currency === undefined
            ? 'currency not stated by the service'
            : 'of finished deals'
        }
        isLarge={bot.active_trades === 0}
      />
      <KeyFigure
        label="Deals open"
        value={
          <>
            {bot.active_trades}
            <span className="text-ink-3"> of {most}</span>
          </>
        }
        detail={`${bot.total_trades === undefined ? '—' : formatCount(bot.total_trades)} opened so far`}
      />
      <KeyFigure
        label="Maximum per deal"
        value={
          <Amount value={estimate?.funds} currency={bot.quote_currency} unit={bot.quote_currency} />
        }
        detail={
          estimate && most > 1 ? (
            <>
              <Amount
                value={multiply(estimate.funds, fromNumber(most))}
                currency={bot.quote_currency}
              />{' '}
              for {most} deals
            </>
          ) : estimate ? (
            'base order and every safety order'
          ) : (
            NOT_WORKED_OUT
          )
        }
      />
      <KeyFigure
        label={
          isLong === undefined
            ? 'Largest move covered'
            : isLong
              ? 'Largest fall covered'
              : 'Largest rise covered'
        }
        value={<Percent value={estimate?.reach} />}
        detail={
          estimate
            ? fromTo(priceOf(estimate.start), isLong ? 'down to' : 'up to', priceOf(last?.price))
            : NOT_WORKED_OUT
        }
      />
      <KeyFigure
        label={`${isLong === undefined ? 'Change' : isLong ? 'Rise' : 'Fall'} needed after last order`}
        value={<Percent value={estimate?.back} />}
        detail={estimate ? fromTo('', 'back to', priceOf(last?.takeProfit)) : NOT_WORKED_OUT}
      />
      <KeyFigure
        label="Take profit"
        value={
          bot.in_words?.take_profit_pct === undefined ? (
            <Percent value={bot.take_profit_pct} isRate />
          ) : (
            sentenceCase(targetKind(bot.in_words.take_profit_pct)[0])
          )
        }
        detail={
          bot.in_words?.take_profit_pct === undefined
            ? targetDetail(bot)
            : targetKind(bot.in_words.take_profit_pct)[1]
        }
      />
    </KeyFigures>
  )
}

/** Of a bot whose settings count otherwise than the estimate does. */
const NOT_WORKED_OUT = 'cannot be worked out here'

/** "by signal: rsi" as a figure and what stands below it. */
function targetKind(words: string): [string, string | undefined] {
  const [kind = words, ...rest] = words.split(': ')
  return [kind, rest.length > 0 ? rest.join(': ') : undefined]
}

const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function fromTo(from: ReactNode, words: string, to: ReactNode): ReactNode {
  if (to === undefined) return 'from its settings; no price is given'
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
  const of = valueOfWord(TARGETS, bot.tp_type) ?? 'the service does not say from what'
  const trails =
    bot.tp_trailing && bot.tp_trailing_pct !== undefined
      ? `, trails ${formatRate(bot.tp_trailing_pct)}`
      : ''
  return of + trails
}

import type { ReactNode } from 'react'

import type { DcaBot, DcaBotDetail as Detail } from '#contract/dca-bots.ts'
import { rawOf } from '#contract/read.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { useListedPairs, usePricedPair } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { type Decimal, fromNumber, multiply } from '#money/decimal.ts'
import { codeWords, formatCount, formatRate } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { fromSlashPair } from '#trading/pair.ts'
import { Amount, Percent, UnknownValue } from '#ui/amount.tsx'
import { type KeyFact, type KeyFacts, KeyFigures } from '#ui/key-figures.tsx'
import { Note } from '#ui/note.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { money } from '#ui/facts.tsx'
import { Section } from '#ui/page.tsx'
import { DetailSkeleton } from '#ui/skeleton.tsx'
import { RawJson } from '#ui/code-block.tsx'

import { DcaSettings, ForeignSettings, InPlainWords } from '../dca-settings.tsx'
import { DealOrders } from '../deal-orders.tsx'
import { PlanPicture } from '../deal-picture.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { dealEstimate, type DealEstimate, estimatePlaces, marketOf } from '../ladder.ts'
import { moneyOf } from '../overview/bots-figures.ts'
import { profitCurrencyOf } from '../words.ts'
import { EndedDeals } from './ended-deals-section.tsx'
import { EventList } from './event-list.tsx'
import { OpenDeals } from './open-deal.tsx'
import { Signals } from './signals.tsx'

export function DcaBotDetail({ bot }: { bot: Detail }) {
  const { clock } = useService()
  const { pairs: markets, ...listed } = useListedPairs({ arePriced: true })
  const only = (bot.pairs?.length ?? 0) > 1 ? undefined : bot.pair
  const one = usePricedPair(bot.exchange, only && fromSlashPair(only))
  const readAt = clock.serviceTime(one.isWanted ? one.readAt : listed.readAt)
  const estimate = dealEstimate(bot, one.priced ?? marketOf(bot, markets))
  const isPriceComing = estimate?.counted !== 'price' && (one.isComing || listed.isComing)
  return (
    <>
      <KeyFigures
        label="Key figures"
        of={dcaFigures(bot, estimate)}
        isFirstLarge
        className="max-sm:mt-2"
      />
      <InPlainWords bot={bot} />
      <ForeignSettings bot={bot} />
      <OpenDeals bot={bot} />
      {estimate ? (
        <div className="grid grid-cols-1 gap-x-12 gap-y-4 pt-2.5 xl:grid-cols-[minmax(0,1fr)_25.5rem]">
          <div className={isPriceComing ? 'invisible' : undefined}>
            <DealOrders bot={bot} estimate={estimate} readAt={readAt} />
          </div>
          <div>
            {isPriceComing && bot.active_trades === 0 && <div className="h-105" />}
            {bot.active_trades === 0 && estimate.counted === 'price' && (
              <Section title="Orders over the price">
                <PlanPicture
                  pair={bot.pair}
                  exchange={bot.exchange}
                  whose={bot.name}
                  bot={bot}
                  estimate={estimate}
                />
              </Section>
            )}
            <FundsAndFree bot={bot} />
          </div>
        </div>
      ) : (
        <Note className="mt-4">
          {!bot.in_words
            ? 'The service did not send every setting of the safety orders.'
            : 'The orders of a deal cannot be calculated here, because some settings work differently, as described above.'}
        </Note>
      )}
      <div className="mt-4 grid grid-cols-1 gap-x-12 gap-y-4 border-t border-hairline-2 pt-1 lg:grid-cols-2">
        <div className="min-w-0">
          <EndedDeals bot={bot} />
          <EventList bot={bot} />
        </div>
        <div className="min-w-0 pt-1">
          <Signals bot={bot} />
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

/** Results as the service reports them, and estimates from the settings at the current price. */
export function dcaFigures(bot: DcaBot, estimate: DealEstimate | undefined): KeyFacts {
  const { active_trades: open, max_active_trades: most, quote_currency: quote, in_words } = bot
  const { move, to, back } = valueOfWord(WAYS, bot.strategy, ANY_WAY)
  const last = estimate?.steps.at(-1)
  const words = in_words?.take_profit_pct
  const why = estimate ? NO_STEPS : NO_ESTIMATE
  const priceOf = (value: Decimal | undefined) =>
    estimate?.counted === 'price' && (
      <Price value={value} places={estimatePlaces(estimate)} reason={why} />
    )
  const { result } = moneyOf(bot)
  return {
    'Result of open deals': open > 0 && {
      value: money(result.amount, result.currency, {
        signed: true,
        reason: result.reason,
        glyphSize: 10,
        mainPlaces: 0,
      }),
      detail: 'if closed now',
    },
    'Total profit': {
      value: money(bot.total_profit, bot.total_profit_currency, {
        signed: true,
        currency: profitCurrencyOf(bot),
        glyphSize: 10,
        mainPlaces: open === 0 ? 0 : 4,
      }),
      detail:
        bot.total_profit_currency === undefined
          ? 'currency not stated by the service'
          : 'of finished deals',
    },
    'Deals open': {
      value: (
        <>
          {open}
          <span className="text-ink-3"> of {most}</span>
        </>
      ),
      detail: (
        <>
          {bot.total_trades === undefined ? <UnknownValue /> : formatCount(bot.total_trades)} opened
          so far
        </>
      ),
    },
    'Maximum per deal': {
      value: money(estimate?.funds, quote, { reason: NO_ESTIMATE }),
      detail: !estimate ? (
        NOT_WORKED_OUT
      ) : most > 1 ? (
        <>
          <Amount value={multiply(estimate.funds, fromNumber(most))} currency={quote} /> for {most}{' '}
          deals
        </>
      ) : (
        'base order and every safety order'
      ),
    },
    [`Largest ${move} covered`]: {
      value: <Percent value={estimate?.reach} reason={why} />,
      detail: estimate ? fromTo(priceOf(estimate.start), to, priceOf(last?.price)) : NOT_WORKED_OUT,
    },
    [`${back} after last order`]: {
      value: <Percent value={estimate?.back} reason={why} />,
      detail: estimate ? fromTo('', 'back to', priceOf(last?.takeProfit)) : NOT_WORKED_OUT,
    },
    'Take profit':
      words === undefined
        ? {
            value: <Percent value={bot.take_profit_pct} isRate />,
            detail: targetDetail(bot),
          }
        : targetInWords(words),
  }
}

/** Names of the move against a bot: a fall for long, a rise for short. */
const WAYS: Readonly<Record<string, typeof ANY_WAY>> = {
  Long: { move: 'fall', to: 'down to', back: 'Rise' },
  Short: { move: 'rise', to: 'up to', back: 'Fall' },
}
const ANY_WAY = { move: 'move', to: 'up to', back: 'Change' }

const NO_STEPS = 'The base order is smaller than the least that can be traded.'
const NO_ESTIMATE = 'A setting of the orders is unknown or works differently.'

/** Reason for bots whose settings the estimate does not cover. */
const NOT_WORKED_OUT = 'cannot be worked out here'

/** "by signal: rsi" as a figure with a line below. */
function targetInWords(words: string): KeyFact {
  const [kind = words, ...rest] = words.split(': ')
  return { value: codeWords(kind), ...(rest.length > 0 && { detail: rest.join(': ') }) }
}

function fromTo(from: ReactNode, words: string, to: ReactNode): ReactNode {
  if (to === false) return 'from its settings; no price is given'
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
  const of = valueOfWord(TARGETS, bot.tp_type, 'the service does not say from what')
  const trails =
    bot.tp_trailing && bot.tp_trailing_pct !== undefined
      ? `, trails ${formatRate(bot.tp_trailing_pct)}`
      : ''
  return of + trails
}

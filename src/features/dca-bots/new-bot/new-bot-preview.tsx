import { useQuery } from '@tanstack/react-query'

import { lineOf } from '#charts/line.ts'
import { TimeSeries } from '#charts/time-series.tsx'
import type { DealStartCondition } from '#contract/dca-bots.ts'
import { listCandles } from '#contract/market.ts'
import { latestWindow, useCandles } from '#market/candles.ts'
import { Price, pricePlaces } from '#market/price.tsx'
import { fromNumber, round, toNumber, ZERO } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useConnection } from '#session/use-session.ts'
import { fromSlashPair, splitSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'
import { Time } from '#ui/time.tsx'

import { InPlainWords } from '../dca-settings.tsx'
import { DealOrders } from '../deal-orders.tsx'
import { DealPicture } from '../deal-picture.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { dealEstimate } from '../ladder.ts'
import { strategies } from '../queries.ts'
import { ConditionDrawing } from '../strategies/condition-drawing.tsx'
import { ConditionOptions } from '../strategies/condition-options.tsx'
import { hasPicture } from '../strategies/condition-picture.ts'
import type { KnownOfBot } from './create-bot.tsx'
import type { NewBot } from './fields.ts'
import { drawableBot, judgeNewBot } from './new-bot.ts'
import { suggestionFor } from './suggestion.ts'

type NewBotPreviewProps = { values: NewBot; known: KnownOfBot }

/**
 * The pair, then the orders and the funds of a bot before it is made, by the same parts as of one that
 * runs. Until sizes are typed, the orders are those of a suggestion, which fills nothing in.
 */
export function NewBotPreview({ values, known }: NewBotPreviewProps) {
  const suggested = useSuggestedBot(values, known)
  const bot = known.bot ?? suggested?.bot
  const estimate = known.bot ? known.estimate : suggested?.estimate
  return (
    <div className="grid content-start gap-4">
      {values.pair !== '' && <PairNow pair={values.pair} known={known} />}
      {bot && estimate ? (
        <>
          {known.bot === undefined && (
            <Note>
              A suggestion: medium risk, with about 10% of the free balance for one deal. Nothing is
              filled in; press a risk level to use one.
            </Note>
          )}
          <DealOrders bot={bot} estimate={estimate} readAt={known.readAt} />
          <div className="grid gap-x-12 gap-y-4 xl:grid-cols-2">
            <div className="grid content-start gap-4">
              <FundsAndFree bot={bot} />
              <InPlainWords bot={bot} />
              <NewBotCondition values={values} />
            </div>
            <DealPicture bot={bot} estimate={estimate} />
          </div>
        </>
      ) : (
        <>
          <p className="max-w-140 pt-2 text-ink-2">
            {values.pair === ''
              ? 'Choose an account and a pair: price, free balance and the orders of a deal are drawn here.'
              : 'Enter the sizes: the orders of a deal, what they use and how far they reach are drawn here.'}
          </p>
          <NewBotCondition values={values} />
        </>
      )}
    </div>
  )
}

/** The bot with suggested sizes, while none are typed. */
function useSuggestedBot(values: NewBot, { means, figures, market }: KnownOfBot) {
  if (values.base_order_size.trim() !== '' || values.safety_order_size.trim() !== '')
    return undefined
  const found = suggestionFor('medium', means)
  if ('cannot' in found) return undefined
  const filled = { ...values, ...found }
  const bot = drawableBot(filled, judgeNewBot(filled, figures.now))
  const estimate = bot && dealEstimate(bot, market)
  return estimate && { bot, estimate }
}

const HOURS = 168

/** What the pair costs, how that went for a week, and what is free to trade it with. */
function PairNow({ pair, known }: { pair: string; known: KnownOfBot }) {
  const { clock } = useService()
  const window = latestWindow('1h', HOURS, clock.now())
  const { data } = useCandles(fromSlashPair(pair), window)
  const { quote } = splitSlashPair(pair)
  const { price } = known.figures.now
  const closes = (data ?? []).flatMap(({ close, time: at }) =>
    close === undefined || at === undefined ? [] : [{ at, close }],
  )
  const at = (instant: number | undefined) =>
    closes.findLast((one) => one.at <= (instant ?? Number.POSITIVE_INFINITY)) ?? closes.at(-1)
  const write = (value: number) => {
    const amount = round(fromNumber(value), 12, 'half-even')
    return formatAmount(amount, { places: pricePlaces(amount) })
  }
  const readoutAt = (instant: number | undefined) => (
    <>
      <span className="min-w-28 font-medium tabular-nums">
        {instant === undefined && price ? (
          'Last price'
        ) : (
          <Time at={at(instant)?.at} style="minute" />
        )}
      </span>
      <Price value={instant === undefined && price ? price : at(instant)?.close} unit={quote} />
    </>
  )
  return (
    <Section
      title={pair}
      caption={
        <>
          Free balance{' '}
          <Amount
            value={known.means.free}
            currency={quote}
            unit={quote}
            reason="Choose an account, or the service does not say its balance."
          />
        </>
      }
    >
      {closes.length > 1 ? (
        <TimeSeries
          label={`${pair}, the last seven days by the hour`}
          points={lineOf(closes.map((one) => ({ at: one.at, value: toNumber(one.close) })))}
          height={120}
          formatValue={write}
          describe={(instant) => write(toNumber(at(instant)?.close ?? ZERO))}
          readout={readoutAt}
        />
      ) : (
        <p className="text-ink-2">
          Last price <Price value={price} unit={quote} reason="The service gives no price." />
        </p>
      )}
    </Section>
  )
}

/** The start conditions of the service's catalogue; `undefined` while there is no token to read it with. */
export function useConditions(): readonly DealStartCondition[] | undefined {
  const connection = useConnection()
  const { data } = useQuery({ ...strategies({}), enabled: connection?.hasToken === true })
  return data?.deal_start_conditions.filter((condition) => condition !== undefined)
}

/** The options of the start condition that is chosen, and what its indicator says of the pair now. */
function NewBotCondition({ values }: { values: NewBot }) {
  const connection = useConnection()
  const hasPrices = useExtension(listCandles) === true
  const condition = useConditions()?.find(({ id }) => id === values.start_condition)
  if (!condition?.options) return null
  return (
    <Section title={condition.name ?? values.start_condition} caption="as the service describes it">
      <ConditionOptions condition={condition} baseUrl={connection?.baseUrl ?? ''} />
      {hasPicture(condition) && hasPrices && values.pair !== '' && (
        <ConditionDrawing condition={condition} pair={values.pair} />
      )}
    </Section>
  )
}

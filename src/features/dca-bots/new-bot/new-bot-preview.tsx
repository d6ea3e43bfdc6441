import { useQuery } from '@tanstack/react-query'

import type { DealStartCondition } from '#contract/dca-strategies.ts'
import { listCandles } from '#contract/market.ts'
import { useExtension } from '#query/service.tsx'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { hasNeededToken } from '#session/connection-profile.ts'
import { useConnection } from '#session/use-session.ts'
import { EmptyPicture } from '#ui/empty.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'

import { InPlainWords } from '../dca-settings.tsx'
import { DealOrders } from '../deal-orders.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { strategies } from '../queries.ts'
import { ConditionChart } from '../strategies/condition-chart.tsx'
import { ConditionOptions } from '../strategies/condition-options.tsx'
import { hasPicture } from '../strategies/condition-picture.ts'
import type { NewBot, NewBotParts } from './fields.ts'
import { drawnDeal, judgeNewBot, meansOf } from './new-bot.ts'
import { PairNow } from './pair-now.tsx'
import { suggestionFor } from './suggestion.ts'

/**
 * Pair, orders and funds of a planned bot, by the parts used for running bots. Until sizes are
 * typed, it shows the orders of a suggestion without filling them in.
 */
export function NewBotPreview(parts: NewBotParts) {
  const { values, issues, place } = parts
  const typed = drawnDeal(values, issues, place)
  const { bot, estimate } = typed ?? suggestedDeal(parts) ?? {}
  return (
    <div className="grid content-start gap-4">
      {values.pair !== '' && (
        <PairNow pair={values.pair} place={place} bot={bot} estimate={estimate} />
      )}
      {bot && estimate ? (
        <>
          {!typed && (
            <Note>
              A suggestion: medium size, with about 10% of the free balance for one deal. Nothing is
              filled in; press a size to use one.
            </Note>
          )}
          <DealOrders bot={bot} estimate={estimate} readAt={place.readAt} />
          <div className="grid gap-x-12 gap-y-4 xl:grid-cols-2">
            <FundsAndFree bot={bot} />
            <div className="grid content-start gap-4">
              <InPlainWords bot={bot} />
              <NewBotCondition values={values} />
            </div>
          </div>
        </>
      ) : (
        <>
          <EmptyPicture height="sm:h-96">
            {values.pair === ''
              ? 'Choose an account and a pair: price, free balance and the orders of a deal are drawn here.'
              : 'Enter the sizes: the orders of a deal, what they use and how far they reach are drawn here.'}
          </EmptyPicture>
          <NewBotCondition values={values} />
        </>
      )}
    </div>
  )
}

function suggestedDeal({ values, place }: NewBotParts) {
  if (values.base_order_size.trim() !== '' || values.safety_order_size.trim() !== '')
    return undefined
  const found = suggestionFor('medium', meansOf({ values, place }))
  if ('cannot' in found) return undefined
  const filled = { ...values, ...found }
  const { issues = {} } = judgeNewBot(filled, place.figures.now)
  return drawnDeal(filled, issues, place)
}

/** Start conditions of the service's catalogue; `undefined` without a token to read it. */
export function useConditions(): readonly DealStartCondition[] | undefined {
  const connection = useConnection()
  const enabled = connection !== undefined && hasNeededToken(connection)
  const { data } = useQuery({ ...strategies({}), enabled })
  return data?.deal_start_conditions.filter((condition) => condition !== undefined)
}

function NewBotCondition({ values }: { values: NewBot }) {
  const connection = useConnection()
  const hasPrices = useExtension(listCandles) === true
  const whyNoPrices = useWhyNotOffered(listCandles)
  const condition = useConditions()?.find(({ id }) => id === values.start_condition)
  if (!condition?.options) return null
  return (
    <Section title={condition.name} caption="as the service describes it">
      <ConditionOptions condition={condition} baseUrl={connection?.baseUrl ?? ''} />
      {hasPicture(condition) && hasPrices && values.pair !== '' && (
        <ConditionChart condition={condition} pair={values.pair} />
      )}
      {hasPicture(condition) && whyNoPrices !== undefined && (
        <p className="pt-1 text-caption text-ink-3">{whyNoPrices}</p>
      )}
    </Section>
  )
}

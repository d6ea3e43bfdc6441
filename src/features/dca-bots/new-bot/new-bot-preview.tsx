import { useQuery } from '@tanstack/react-query'

import type { DcaBot, DealStartCondition } from '#contract/dca-bots.ts'
import { listCandles } from '#contract/market.ts'
import { useExtension } from '#query/service.tsx'
import { useConnection } from '#session/use-session.ts'
import { Section } from '#ui/page.tsx'

import { InPlainWords } from '../dca-settings.tsx'
import { DealOrders } from '../deal-orders.tsx'
import { DealPicture } from '../deal-picture.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import type { DealEstimate } from '../ladder.ts'
import { strategies } from '../queries.ts'
import { ConditionDrawing } from '../strategies/condition-drawing.tsx'
import { ConditionOptions } from '../strategies/condition-options.tsx'
import { hasPicture } from '../strategies/condition-picture.ts'
import type { NewBot } from './fields.ts'

type NewBotPreviewProps = {
  values: NewBot
  bot: DcaBot | undefined
  estimate: DealEstimate | undefined
  /** When the price was read. */
  readAt: number
}

/** The orders and the funds of a bot before it is made, by the same parts as of one that runs. */
export function NewBotPreview({ values, bot, estimate, readAt }: NewBotPreviewProps) {
  if (!bot || !estimate) {
    return (
      <div className="grid content-start gap-4">
        <p className="pt-2 text-ink-2">
          The orders of a deal, what they may use and how far they reach appear here once the sizes
          are typed.
        </p>
        <NewBotCondition values={values} />
      </div>
    )
  }
  return (
    <div className="grid content-start gap-4">
      <DealOrders bot={bot} estimate={estimate} readAt={readAt} />
      <div className="grid gap-x-12 gap-y-4 xl:grid-cols-2">
        <div className="grid content-start gap-4">
          <FundsAndFree bot={bot} />
          <InPlainWords bot={bot} />
          <NewBotCondition values={values} />
        </div>
        <DealPicture bot={bot} estimate={estimate} />
      </div>
    </div>
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

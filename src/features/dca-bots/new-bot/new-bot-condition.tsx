import { listCandles } from '#contract/market.ts'
import { useExtension } from '#query/service.tsx'
import { useConnection } from '#session/use-session.ts'
import { Section } from '#ui/page.tsx'

import { ConditionDrawing } from '../strategies/condition-drawing.tsx'
import { ConditionOptions } from '../strategies/condition-options.tsx'
import { hasPicture } from '../strategies/condition-picture.ts'
import type { NewBot } from './new-bot-values.ts'
import { useConditions } from './use-conditions.ts'

/** The options of the start condition that is chosen, and what its indicator says of the pair now. */
export function NewBotCondition({ values }: { values: NewBot }) {
  const connection = useConnection()
  const hasPrices = useExtension(listCandles) === true
  const condition = useConditions()?.find(({ id }) => id === values.start_condition)
  if (!condition?.options) return null
  return (
    <Section title={condition.name ?? values.start_condition} caption="as the service has it">
      <ConditionOptions condition={condition} baseUrl={connection?.baseUrl ?? ''} />
      {hasPicture(condition) && hasPrices && values.pair !== '' && (
        <ConditionDrawing condition={condition} pair={values.pair} />
      )}
    </Section>
  )
}

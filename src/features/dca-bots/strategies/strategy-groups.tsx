import type { DcaBot, DealStartCondition } from '#contract/dca-bots.ts'
import { Section } from '#ui/page.tsx'

import { ConditionBots } from './condition-bots.tsx'
import { ConditionDrawing } from './condition-drawing.tsx'
import { ConditionOptions } from './condition-options.tsx'
import { hasPicture } from './condition-picture.ts'

const KINDS = [
  { type: 'simple', title: 'Simple', caption: 'without a market signal' },
  { type: 'indicator', title: 'Indicator', caption: 'worked out from prices by the service' },
  { type: 'signal', title: 'Signal', caption: 'called from outside' },
] as const

type StrategyGroupsProps = {
  conditions: readonly DealStartCondition[]
  baseUrl: string
  /** Every bot, once they are read. */
  bots: readonly DcaBot[] | undefined
  /** The pair that indicators are drawn over; none where the service tells no prices. */
  pair: string | undefined
}

/** The start conditions by kind, each with its options. */
export function StrategyGroups({ conditions, ...rest }: StrategyGroupsProps) {
  const known = new Set<string | undefined>(KINDS.map(({ type }) => type))
  const others = conditions.filter(({ type }) => !known.has(type))
  return (
    <>
      {KINDS.map(({ type, title, caption }) => (
        <Group
          key={type}
          title={title}
          caption={caption}
          conditions={conditions.filter((condition) => condition.type === type)}
          {...rest}
        />
      ))}
      <Group title="Other" caption="of a kind unknown here" conditions={others} {...rest} />
    </>
  )
}

type GroupProps = StrategyGroupsProps & { title: string; caption: string }

function Group({ title, caption, conditions, ...rest }: GroupProps) {
  if (conditions.length === 0) return null
  return (
    <Section title={title} caption={caption} hasLine className="mt-3">
      <ul className="grid gap-x-12 gap-y-5 pb-3 sm:grid-cols-2 xl:grid-cols-3">
        {conditions.map((condition, index) => (
          <li key={condition.id ?? index} className="min-w-0">
            <Condition condition={condition} {...rest} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

type ConditionProps = Omit<StrategyGroupsProps, 'conditions'> & {
  condition: DealStartCondition
}

function Condition({ condition, baseUrl, bots, pair }: ConditionProps) {
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        {condition.name ?? condition.id ?? 'Unnamed condition'}
        {condition.id !== undefined && (
          <code className="text-[0.75rem]/4.5 tracking-normal text-ink-3">{condition.id}</code>
        )}
      </h3>
      <p className="text-ink-2">{condition.description ?? 'The service does not describe it.'}</p>
      <ConditionOptions condition={condition} baseUrl={baseUrl} />
      {pair !== undefined && hasPicture(condition) && (
        <ConditionDrawing condition={condition} pair={pair} />
      )}
      <ConditionBots bots={bots?.filter((bot) => bot.start_condition === condition.id)} />
    </>
  )
}

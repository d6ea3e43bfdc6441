import type { DcaStrategies } from '#contract/dca-bots.ts'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Section } from '#ui/page.tsx'

const LINES = [
  ['supported_strategies', 'Directions'],
  ['supported_market_types', 'Markets'],
  ['supported_order_types', 'Start orders'],
  ['supported_tp_types', 'Take profit counts from'],
  ['supported_sl_types', 'Stop loss'],
] as const

/** What bots of this service may be set to, in its own words. */
export function SupportedWords({ strategies }: { strategies: DcaStrategies }) {
  return (
    <Section title="What a bot may be set to" hasLine className="mt-3">
      <DefinitionList isLined className="max-w-120">
        {LINES.map(([field, term]) => (
          <Definition key={field} term={term}>
            <span title={field}>{strategies[field]?.join(', ') ?? 'not told'}</span>
          </Definition>
        ))}
      </DefinitionList>
    </Section>
  )
}

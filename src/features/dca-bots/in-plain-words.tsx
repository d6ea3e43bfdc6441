import type { DcaBot } from '#contract/dca-bots.ts'
import { formatAmount, HIDDEN } from '#money/format.ts'
import { Section } from '#ui/page.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { plainWords } from './words.ts'

/** The settings as sentences. */
export function InPlainWords({ bot }: { bot: DcaBot }) {
  const { areAmountsHidden } = useDisplayPreferences()
  const sentences = plainWords(bot, (value) =>
    areAmountsHidden ? HIDDEN : formatAmount(value, { minPlaces: 2 }),
  )
  return (
    <Section title="In plain words">
      <p className="max-w-90 text-ink-2">{sentences.join(' ')}</p>
    </Section>
  )
}

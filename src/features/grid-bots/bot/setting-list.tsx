import type { GridBot } from '#contract/grid-bots.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Section } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'
import { Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { currenciesOf } from '../currencies.ts'
import type { SettingValue } from './setting-value.ts'
import { type SettingField, settingGroups } from './settings.ts'

/** Every setting in plain words, with the service's own name of each. */
export function SettingList({ bot }: { bot: GridBot }) {
  return (
    <Section
      title="Every setting"
      caption="with the service’s own name of each"
      hasLine
      className="mt-6"
    >
      <div className="gap-x-8 sm:columns-2 xl:columns-4">
        {settingGroups(bot).map(({ title, settings }) => (
          <section key={title} className="mb-4 break-inside-avoid">
            <h3 className="pb-1 text-caption text-ink-3">{title}</h3>
            <dl className="border-t border-hairline-2">
              {settings.map(({ field, term, value }) => (
                <div
                  key={field}
                  className="flex items-start justify-between gap-3 border-b border-hairline py-1.5"
                >
                  <dt className="min-w-0 text-ink-2">
                    {term}
                    <span className="block font-mono text-[0.6875rem]/4 tracking-normal wrap-anywhere text-ink-3">
                      {field}
                    </span>
                  </dt>
                  <dd className="min-w-0 text-right wrap-anywhere tabular-nums">
                    <Value value={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Section>
  )
}

const MAIN: readonly SettingField[] = [
  'grid_type',
  'quantity_per_grid',
  'start_price',
  'investment_base_currency',
  'investment_quote_currency',
  'profit_currency_type',
  'trailing_up_enabled',
  'lower_stop_loss_price',
  'upper_stop_loss_price',
  'created_at',
]

/** The settings that matter first, beside the ladder. */
export function MainSettings({ bot }: { bot: GridBot }) {
  const settings = settingGroups(bot).flatMap((group) => group.settings)
  return (
    <Section title="Settings">
      <div className="border-t border-hairline-2">
        <DefinitionList isLined isTight>
          {MAIN.flatMap((field) => settings.filter((setting) => setting.field === field)).map(
            ({ field, term, value }) => (
              <Definition key={field} term={shortTerm(bot, field) ?? term}>
                <Value value={value} places={field.startsWith('investment_') ? 2 : undefined} />
              </Definition>
            ),
          )}
        </DefinitionList>
      </div>
    </Section>
  )
}

/** Beside the ladder the two sides of the investment go by their currencies. */
function shortTerm(bot: GridBot, field: SettingField): string | undefined {
  const pair = currenciesOf(bot)
  if (field === 'investment_base_currency') return pair && `Invested in ${pair.base}`
  if (field === 'investment_quote_currency') return pair && `Invested in ${pair.quote}`
  return undefined
}

type ValueProps = { value: SettingValue; places?: number | undefined }

function Value({ value, places }: ValueProps) {
  switch (value.kind) {
    case 'words':
      return value.words
    case 'none':
      return <span className="text-ink-3">{value.words}</span>
    case 'amount':
      return (
        <Amount
          value={value.amount}
          unit={value.unit}
          places={places}
          signed={value.signed}
          isPrice={value.isPrice}
          hasColour={false}
          glyph={false}
        />
      )
    case 'percent':
      return <Percent value={value.percent} signed glyph={false} hasColour={false} />
    case 'instant':
      return <Time at={value.at} />
    case 'unknown':
      return <UnknownValue reason="The service did not send it, or not so that it could be read." />
  }
}

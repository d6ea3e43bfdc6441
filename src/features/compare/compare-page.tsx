import { useState } from 'react'

import { LegendMark } from '#charts/chart-export.tsx'
import {
  type BotRef,
  botKey,
  botsInAddress,
  botsOfAddress,
  MOST_COMPARED,
} from '#market/compared-bots.ts'
import { comparePlace } from '#market/compare-place.ts'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { optionsOf } from '#ui/options.ts'
import { BackLink, Page, Section } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'

import { CompareChart, type Drawn } from './compare-chart.tsx'
import { CompareList } from './compare-list.tsx'
import { bestTwo, type Bot, nameOf } from './comparison.ts'
import { lookOf } from './looks.ts'
import type { CompareSearch, Measure } from './search.ts'
import { type Chosen, useComparisons, useListedBots } from './use-comparisons.ts'

type ComparePageProps = {
  search: CompareSearch
  onSearch: (change: Partial<CompareSearch>) => void
}

const OPTIONS = optionsOf<Measure>({ day: 'Per day', total: 'Total' })

export function ComparePage({ search, onSearch }: ComparePageProps) {
  const listed = useListedBots()
  // A URL without bots starts with the best two, until the trader chooses or removes one.
  const [isChosen, setChosen] = useState(search.bots !== '')
  const [best, setBest] = useState<readonly BotRef[]>()
  // Later reads do not replace the bots shown.
  if (best === undefined && !listed.isPending) setBest(bestTwo([...listed.bots.values()]))
  const refs = search.bots === '' && !isChosen && best ? best : botsOfAddress(search.bots)
  const chosen = useComparisons(refs, listed)
  const choose = (next: readonly BotRef[]) => {
    setChosen(true)
    onSearch({ bots: botsInAddress(next) })
  }
  const place = comparePlace(search.bots)
  const isFinding = refs.length === 0 && !isChosen && listed.isPending
  return (
    <Page
      title="Compare bots"
      back={<BackLink to={place} page={place === '/dca-bots' ? 'DCA bots' : 'Grid bots'} />}
      actions={
        <Segmented
          label="Profit shown"
          value={search.measure}
          options={OPTIONS}
          onChange={(measure) => onSearch({ measure })}
        />
      }
    >
      <div className="flex min-h-12 flex-wrap items-center gap-2 pt-2 pb-3 narrow:grid narrow:min-h-29 narrow:grid-cols-2 narrow:[&>*]:min-w-0">
        {chosen.map(({ ref, bot }, place) => (
          <ChosenChip
            key={botKey(ref)}
            name={nameOf(ref, bot)}
            place={place}
            onRemove={() => choose(refs.filter((one) => botKey(one) !== botKey(ref)))}
          />
        ))}
        {!isFinding && (
          <AddBot
            bots={[...listed.bots.values()]}
            refs={refs}
            onAdd={(ref) => choose([...refs, ref])}
          />
        )}
      </div>
      {listed.problems.map((problem) => (
        <Note key={problem} className="mb-3">
          {problem}
        </Note>
      ))}
      {isFinding ? (
        <div className="h-84 max-sm:h-64" aria-busy="true" />
      ) : refs.length === 0 ? (
        <Empty title="Pick two bots to compare.">
          Grid and DCA bots, running or stopped. Returns are shown as % of each bot’s capital, so
          any currencies can be compared.
        </Empty>
      ) : (
        <>
          <Lines chosen={chosen} measure={search.measure} />
          <Section title="Figures" className="pt-4">
            <CompareList chosen={chosen} />
          </Section>
          <HowCounted />
        </>
      )}
    </Page>
  )
}

type ChosenChipProps = { name: string; place: number; onRemove: () => void }

/** Compared bot with the mark of its line; a press removes it. */
const ChosenChip = ({ name, place, onRemove }: ChosenChipProps) => (
  <Chip onClick={onRemove} aria-label={`Remove ${name}`}>
    <LegendMark {...lookOf(place)} />
    <span className="max-w-56 min-w-0 grow truncate text-left">{name}</span>
    <CloseIcon />
  </Chip>
)

type AddBotProps = {
  bots: readonly Bot[]
  refs: readonly BotRef[]
  onAdd: (ref: BotRef) => void
}

function AddBot({ bots, refs, onAdd }: AddBotProps) {
  const isFull = refs.length >= MOST_COMPARED
  const taken = new Set(refs.map(botKey))
  const left = bots.filter(({ ref }) => !taken.has(botKey(ref)))
  return (
    <>
      <Select
        isChip
        aria-label="Add a bot"
        className="max-w-64"
        value=""
        disabled={isFull || left.length === 0}
        options={[
          { value: '', label: 'Add a bot' },
          ...left.map(({ ref, name, pairs, state }) => ({
            value: botKey(ref),
            label: `${name} (${ref.kind === 'grid' ? 'grid' : 'DCA'}, ${pairs[0]}, ${state.toLowerCase()})`,
          })),
        ]}
        onChange={({ target }) => {
          const bot = left.find(({ ref }) => botKey(ref) === target.value)
          if (bot) onAdd(bot.ref)
        }}
      />
      {isFull && (
        <span className="text-caption text-ink-3">
          At most {MOST_COMPARED} bots are compared at once.
        </span>
      )}
      {refs.length === 1 && (
        <span className="text-caption text-ink-3">Add another one to compare it with.</span>
      )}
    </>
  )
}

function Lines({ chosen, measure }: { chosen: readonly Chosen[]; measure: Measure }) {
  const drawn = chosen.flatMap(({ comparison }, place): Drawn[] =>
    comparison?.points.some(({ [measure]: value }) => value !== undefined)
      ? [{ comparison, look: lookOf(place) }]
      : [],
  )
  const isReading = chosen.some((one) => !one.comparison && one.problem === undefined)
  // Lines wait for each other once. They stay while a further bot is read.
  const [isDrawn, setDrawn] = useState(!isReading)
  if (!isReading && !isDrawn) setDrawn(true)
  const missing = chosen.flatMap((one) => whyWithout(one, measure) ?? [])
  return (
    <Section title={measure === 'day' ? 'Return per day' : 'Return'} caption={CAPTION}>
      <div className="min-h-84 max-sm:min-h-64" aria-busy={isReading || undefined}>
        {drawn.length > 0 && isDrawn ? (
          <CompareChart drawn={drawn} measure={measure} />
        ) : (
          !isReading && <p className="text-ink-3">None of these bots has a line to show.</p>
        )}
      </div>
      {missing.length > 0 && (
        <ul aria-label="Bots without a line" className="pt-1 text-caption text-ink-3">
          {missing.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const CAPTION = 'realised, in % of the capital'

function whyWithout(one: Chosen, measure: Measure): string | undefined {
  const name = nameOf(one.ref, one.bot)
  if (!one.comparison) return one.problem === undefined ? undefined : `${name}: ${one.problem}`
  const { whyNoLine, points } = one.comparison
  if (whyNoLine !== undefined) return `${name}: ${whyNoLine}`
  const isShort = points.every(({ [measure]: value }) => value === undefined)
  return isShort ? `${name}: It has run for less than a day.` : undefined
}

const HowCounted = () => (
  <div className="grid max-w-180 gap-1 pt-4 text-caption text-ink-3">
    <p>
      Realised includes sales at stops. The capital of a grid bot is that of its last run; the
      capital of a DCA bot is the most that all deals it may have open can spend.
    </p>
    <p>
      Per day counts the time in which a bot ran. If the service does not report it: since the bot
      was created, up to its last closing order once it has stopped.
    </p>
  </div>
)

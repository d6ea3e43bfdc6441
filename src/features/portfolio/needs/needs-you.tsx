import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { RangeSparkline } from '#charts/sparkline.tsx'
import { type Need, nextStepOf } from '#market/needs.ts'
import { ACTIVE_LIMIT } from '#market/open-lists.ts'
import { useNeeds } from '#market/use-needs.ts'
import { toNumber } from '#money/decimal.ts'
import { list, plural } from '#money/format.ts'
import { membersOf } from '#session/kept-store.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'
import { Amount } from '#ui/amount.tsx'
import { buttonClass } from '#ui/button-class.ts'

import { KEPT, MOST, roomFor, rowsKept } from './need-rows.ts'

/** Number of rows, as many as the last visit ended with until the trader asks for more. */
export function useNeedRows() {
  const { choices } = useSessionStore()
  const id = useConnection()?.id ?? ''
  const [rows, setRows] = useState(() => rowsKept(choices, id))
  const keep = (count: number) =>
    choices.set(KEPT, { ...membersOf(choices.get(KEPT)), [id]: count })
  return { rows, setRows, keep }
}

type NeedsYouProps = { of: ReturnType<typeof useNeedRows>; isWanted: boolean }

/**
 * Needs for a decision, most money at stake first. Keeps the last visit's number of rows, so that
 * nothing below moves: more needs wait for a press, fewer leave a row empty.
 */
export function NeedsYou({ of: { rows, setRows, keep }, isWanted }: NeedsYouProps) {
  const { needs, isReading, failed, parts, isPart } = useNeeds({ isWanted })
  const isKnown = !isReading && failed.length === 0
  const unknown = [...failed, ...parts]
  const count = needs.length
  useEffect(() => {
    if (isKnown) keep(Math.min(MOST, count))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- written once for each count
  }, [isKnown, count])
  if (rows === 0) return null
  const shown = needs.slice(0, rows)
  const isCut = count > shown.length
  return (
    <section aria-label="Needs you" {...roomFor(rows)}>
      <div className="flex h-7 items-center gap-2 border-b border-hairline text-caption text-ink-3">
        <h2 className="text-body font-semibold text-ink">Needs you</h2>
        {unknown.length > 0 ? (
          <span>{list(unknown)} not known</span>
        ) : (
          !isReading && <span>{headWords(shown.length, count, isPart)}</span>
        )}
        {isCut && (
          <button type="button" className="link touch" onClick={() => setRows(count)}>
            {shown.length < MOST ? `Show ${count - shown.length} new` : 'Show all'}
          </button>
        )}
        <span className="ml-auto pr-32 narrow:pr-0">{shown.length > 0 && 'At stake'}</span>
      </div>
      <ul>
        {shown.map((need) => (
          <NeedRow key={need.key} need={need} />
        ))}
      </ul>
    </section>
  )
}

function headWords(shown: number, count: number, isPart: boolean): string {
  if (count === 0)
    return isPart ? `nothing in the newest ${ACTIVE_LIMIT} SmartTrades` : 'nothing now'
  const words = shown < count ? `${shown} of ${count}, by money at stake` : 'by money at stake'
  return isPart ? `${words}, of the newest ${ACTIVE_LIMIT} SmartTrades` : words
}

/** Beside the title: number of needs that have no row from the last visit. */
export function NewNeeds({ of: { rows, setRows } }: Pick<NeedsYouProps, 'of'>) {
  const { needs, isReading, failed } = useNeeds({ isWanted: false })
  if (rows > 0 || isReading) return null
  if (needs.length === 0) {
    if (failed.length === 0) return null
    return <span className="text-caption text-ink-3">Needs you: {list(failed)} not known</span>
  }
  return (
    <button
      type="button"
      className="link touch min-h-6 text-caption text-caution!"
      onClick={() => setRows(Math.min(MOST, needs.length))}
    >
      {plural(needs.length, 'thing')} {needs.length === 1 ? 'needs' : 'need'} you
    </button>
  )
}

function NeedRow({ need }: { need: Need }) {
  const { name, sentence, stake, whyUnknown, quote, isLoss, picture } = need
  return (
    <li className="grid h-(--need) grid-cols-[minmax(0,12rem)_minmax(0,1fr)_7.5rem_9rem_6.5rem] items-center gap-x-3 border-b border-hairline narrow:grid-cols-[minmax(0,1fr)_auto] narrow:content-center">
      <span className="flex min-w-0 items-center gap-2 font-medium">
        <span aria-hidden="true" className="size-1.5 flex-none rotate-45 bg-caution" />
        <span className="truncate" title={name}>
          {name}
        </span>
      </span>
      <span
        className="truncate text-ink-2 narrow:order-3 narrow:text-caption narrow:whitespace-normal"
        title={sentence}
      >
        {sentence}
      </span>
      <span className="narrow:hidden">
        {picture && (
          <RangeSparkline
            label={sentence}
            values={[]}
            lower={toNumber(picture.lower)}
            upper={toNumber(picture.upper)}
            last={toNumber(picture.last)}
            isCaution
          />
        )}
      </span>
      <span className="text-right narrow:order-2">
        <Amount
          signed
          value={stake}
          reason={whyUnknown}
          currency={quote ?? ''}
          unit={quote}
          glyph={isLoss}
          hasColour={isLoss}
          className={isLoss ? undefined : 'text-ink-2'}
        />
      </span>
      <span className="text-right narrow:order-4">
        <NextStep need={need} />
      </span>
    </li>
  )
}

const LOOK = buttonClass({ size: 'small' })

/** Link to the page of the decision; sends nothing. */
function NextStep({ need }: { need: Need }) {
  const { words, link } = nextStepOf(need)
  return (
    <Link {...link} className={LOOK}>
      {words}
    </Link>
  )
}

import type { ReactNode } from 'react'

import { toSlashPair } from '#trading/pair.ts'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import type { Stopping } from './stopping.ts'

/** What is stopped, one by one, what goes on, and what nobody says. */
export function StoppingList({ stopping }: { stopping: Stopping }) {
  const { smartTrades, dcaBots, gridBots, caveats } = stopping
  return (
    <SheetSection title="Will be stopped">
      <Group one="active SmartTrade" many="active SmartTrades" count={smartTrades.length}>
        {smartTrades.map(({ id, pair, status }) => (
          <Item key={id} name={pairText(pair)} detail={`${id ?? '—'}, ${status?.title ?? '—'}`} />
        ))}
      </Group>
      <Group one="DCA bot and its deals" many="DCA bots and their deals" count={dcaBots.length}>
        {dcaBots.map(({ id, name, pair, active_trades: deals }) => (
          <Item
            key={id}
            name={name ?? pair ?? '—'}
            detail={`${pair ?? '—'}, ${deals} ${deals === 1 ? 'deal' : 'deals'} open`}
          />
        ))}
      </Group>
      <Group one="grid bot" many="grid bots" count={gridBots.length}>
        {gridBots.map(({ id, name, pair }) => (
          <Item key={id} name={name ?? '—'} detail={pairText(pair)} />
        ))}
      </Group>
      <p className="mt-1.5 text-caption text-ink-3">Signal bots are not stopped.</p>
      <Note tone="caution" className="mt-2">
        {caveats.join(' ')}
      </Note>
    </SheetSection>
  )
}

const pairText = (pair: string | undefined): string =>
  pair === undefined ? '—' : toSlashPair(pair)

type GroupProps = { one: string; many: string; count: number; children: ReactNode }

/** Open while it is short: what is stopped is read, not looked for. */
const SHORT = 6

function Group({ one, many, count, children }: GroupProps) {
  if (count === 0) return <p className="py-0.75 text-ink-2">No {one} is known.</p>
  return (
    <details open={count <= SHORT} className="py-0.75">
      <summary className="rounded-s">
        {count} {count === 1 ? one : many}
      </summary>
      <ul className="pl-4">{children}</ul>
    </details>
  )
}

const Item = ({ name, detail }: { name: string; detail: string }) => (
  <li className="flex justify-between gap-4 py-0.5">
    <span className="min-w-0 truncate">{name}</span>
    <span className="flex-none text-ink-3 tabular-nums">{detail}</span>
  </li>
)

import { type ReactNode, useState, useSyncExternalStore } from 'react'

import type { DealsAtStop } from '#contract/dca-bots.ts'
import { RunRequests } from '#forms/bulk-progress.tsx'
import { BULK_PARTS, type BulkAsk, type BulkPart, keyOf } from '#forms/bulk-run.ts'
import { mayStay, type Sale } from '#market/sale.ts'
import { formatCount, plural } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Note } from '#ui/note.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useNow } from '#ui/display-preferences.tsx'
import { optionsOf } from '#ui/options.ts'
import { SheetSection } from '#ui/sheet.tsx'

import {
  endedBySale,
  isIncluded,
  type PanicChoice,
  type PanicList,
  type PanicRow,
  withPart,
  withRow,
} from './panic-list.ts'
import { PART_WORDS } from './panic-words.ts'

type Sales = ReadonlyMap<string, { sale: Sale | undefined; problem: string | undefined }>

type PanicReviewProps = {
  list: PanicList
  progress: string | undefined
  onRetry: () => void
  choice: PanicChoice
  onChoose: (choice: PanicChoice) => void
  deals: DealsAtStop
  onDeals: (deals: DealsAtStop) => void
  sales: Sales
  asks: readonly BulkAsk[]
  fieldOf: (row: PanicRow) => ReactNode
}

/** Four parts in the order of sending, each row with a checkbox. */
export function PanicReview(props: PanicReviewProps) {
  const { list, progress, choice } = props
  const ended = endedBySale(list.rows, (row) => isIncluded(choice, row))
  return (
    <>
      <p className="py-2 text-caption text-ink-3">
        Sent in this order, each as its own request. If one request gets no reply, the rest still go
        out. <span role="status">{progress}</span>
      </p>
      <BudgetWait />
      {BULK_PARTS.map((part) => (
        <Part key={part} part={part} {...props} />
      ))}
      {ended.length > 0 && (
        <Note tone="caution" isAnnounced className="mb-2.5">
          Selling ends everything on its account, also what is left out above:{' '}
          {ended.map(({ name }) => name).join(', ')}.
        </Note>
      )}
      <RunRequests asks={props.asks} />
    </>
  )
}

function Part(props: PanicReviewProps & { part: BulkPart }) {
  const { part, list, choice, onChoose, onRetry, deals, onDeals } = props
  const { title, does, none } = PART_WORDS[part]
  const rows = list.rows.filter((row) => row.part === part)
  const sendable = rows.filter(({ obstacle }) => obstacle === undefined)
  const included = rows.filter((row) => isIncluded(choice, row))
  const caveats = list.caveats[part]
  const hasDca = rows.some(({ action }) => action === 'stopDcaBot')
  const [isAllShown, setAllShown] = useState(false)
  const shown = isAllShown ? rows : rows.slice(0, MOST_ROWS)
  return (
    <SheetSection>
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-semibold">
          <Checkbox
            label={title}
            checked={included.length > 0}
            disabled={sendable.length === 0}
            onChange={({ target }) => onChoose(withPart(choice, part, list.rows, target.checked))}
          />
        </h2>
        <span className="flex-none py-1 text-caption text-ink-3 tabular-nums coarse:py-2.5">
          {rows.length > 0 && `${formatCount(included.length)} of ${formatCount(rows.length)}`}
        </span>
      </div>
      <p className="text-caption text-ink-2">{rows.length === 0 ? none : does}</p>
      {rows.length > 0 && (
        <ul aria-label={title} className="pt-1">
          {shown.map((row) => (
            <Row key={keyOf(row)} row={row} {...props} />
          ))}
        </ul>
      )}
      {shown.length < rows.length && (
        <Button size="small" look="quiet" onClick={() => setAllShown(true)}>
          Show all {formatCount(rows.length)}
        </Button>
      )}
      {part === 'stop' && hasDca && (
        <div className="pt-2">
          <Segmented
            label="Open deals of the DCA bots"
            size="tall"
            value={deals}
            options={DEALS}
            onChange={onDeals}
          />
          <p className="pt-1 text-caption text-ink-3">{DEAL_WORDS[deals]}</p>
        </div>
      )}
      {caveats.length > 0 && (
        <Note
          tone="caution"
          className="mt-2"
          action={
            list.isUnread[part] && (
              <Button size="small" onClick={onRetry}>
                Read again
              </Button>
            )
          }
        >
          {caveats.join(' ')}
        </Note>
      )}
    </SheetSection>
  )
}

/** Maximum rows per part; thousands of checkboxes would delay the press. */
const MOST_ROWS = 100

const DEALS = optionsOf<DealsAtStop>({ leave: 'Leave open deals', close: 'Close at market' })

const DEAL_WORDS: Record<DealsAtStop, string> = {
  leave: 'Open deals go on: their safety orders, targets and stops stay in place.',
  close: 'Every open deal of these bots is closed at the market price, whatever it is.',
}

type RowProps = Pick<PanicReviewProps, 'choice' | 'onChoose' | 'sales' | 'list' | 'fieldOf'> & {
  row: PanicRow
}

function Row({ row, choice, onChoose, sales, list, fieldOf }: RowProps) {
  const { name, detail, obstacle, part, id } = row
  const isIn = isIncluded(choice, row)
  // Obstacles of a whole part are listed once, below it.
  const ownObstacle =
    obstacle !== undefined && !list.caveats[part].includes(obstacle) ? obstacle : undefined
  return (
    <li className="border-b border-hairline last:border-b-0">
      <Checkbox
        className="coarse:min-h-11"
        checked={isIn}
        disabled={obstacle !== undefined}
        aria-label={`${part} ${name} ${typeof id === 'number' ? id : ''}`.trim()}
        onChange={({ target }) => onChoose(withRow(choice, row, target.checked))}
        label={
          <span className={isIn ? undefined : 'text-ink-3'}>
            {name} <span className="text-caption text-ink-3">{detail}</span>
            {ownObstacle !== undefined && (
              <span className="block text-caption text-ink-3">{ownObstacle}</span>
            )}
          </span>
        }
      />
      {part === 'sell' && isIn && (
        <>
          <SaleFacts {...(sales.get(String(id)) ?? NOT_READ)} />
          <div className="pl-6">{fieldOf(row)}</div>
        </>
      )}
    </li>
  )
}

const NO_NAME = 'an asset without a name'

const NOT_READ = { sale: undefined, problem: undefined }

export function SaleFacts({
  sale,
  problem,
}: {
  sale: Sale | undefined
  problem: string | undefined
}) {
  if (!sale) {
    return (
      <p role="status" className="pb-2 pl-6 text-caption text-ink-2">
        {problem === undefined
          ? 'Its balances are being read.'
          : `Its balances could not be read. ${problem}`}
      </p>
    )
  }
  const { sold, proceeds, unpriced } = sale
  const unsure = sold.filter(mayStay)
  return (
    <div className="pb-2 pl-6 text-caption text-ink-2">
      {sold.length === 0 ? (
        'It holds only assets that are expected to stay. Its bots and trades still end.'
      ) : (
        <>
          {plural(sold.length, 'asset')}, about <Amount value={proceeds} places={2} unit="USD" />{' '}
          before fees and slippage:{' '}
          {sold.map(({ id, label, amount }, index) => (
            <span key={id ?? index}>
              {index > 0 && ', '}
              <Amount value={amount} unit={label ?? `of ${NO_NAME}`} />
            </span>
          ))}
          .{unpriced.length > 0 && ` ${plural(unpriced.length, 'asset')} without a price.`}
          {unsure.length > 0 &&
            ` Too little for an order, perhaps, and stays: ${unsure.map(({ label }) => label ?? NO_NAME).join(', ')}.`}
        </>
      )}
      {problem !== undefined && ` They could not be read again: ${problem}`}
    </div>
  )
}

export function BudgetWait({ isSending = false }: { isSending?: boolean }) {
  const { scheduler } = useService()
  // Sending has no countdown of its own.
  useNow()
  const wait = useSyncExternalStore(scheduler.subscribe, scheduler.urgentWait)
  const seconds = isSending
    ? Math.ceil(scheduler.untilNextOfMany() / 1_000)
    : wait?.cause === 'budget'
      ? wait.seconds
      : 0
  return (
    seconds > 0 && (
      <p className="pb-2 text-caption text-caution tabular-nums">
        The limit of the service is reached. It goes on in {seconds} s.
      </p>
    )
  )
}

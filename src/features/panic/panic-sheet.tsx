import { useState } from 'react'

import type { DealsAtStop } from '#contract/dca-bots.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { AlertButton } from '#forms/alert-button.tsx'
import { keyOf } from '#forms/bulk-run.ts'
import { partCounts, RunLine, RunSheet, sentence } from '#forms/bulk-progress.tsx'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { type RunView, useBulkRun, useRunView } from '#forms/use-bulk-run.ts'
import type { Confirmation } from '#forms/write-declaration.ts'
import { Confirm, missingFor } from '#forms/write-sheet.tsx'
import { totalValue } from '#market/assets.ts'
import { phraseFor } from '#market/sale.ts'
import { useMode } from '#query/use-mode.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { usePassphraseAgain } from '#session/use-passphrase.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'

import {
  asksOf,
  isIncluded,
  leftOutOf,
  NO_CHOICE,
  type PanicRow,
  SELLS_CHOICE,
} from './panic-list.ts'
import { type Confirmation as Confirmed, readConfirmation } from './panic-follower.ts'
import { BudgetWait, PanicReview } from './panic-review.tsx'
import {
  AND_OTHERS,
  actWords,
  awaitsWords,
  isPanicOver,
  leftWords,
  PANIC_WORDS,
  readingWords,
} from './panic-words.ts'
import { StillOpen, useSaleAfter } from './still-open.tsx'
import { usePanicList, useSales } from './use-panic-list.ts'

export type PanicView = 'review' | 'report'

type PanicSheetProps = {
  shown: PanicView
  onShow: (shown: PanicView) => void
  onClose: () => void
}

export function PanicSheet({ shown, onShow, onClose }: PanicSheetProps) {
  const view = useRunView('panic-run')
  const [preset, setPreset] = useState<Preset>({})
  const hasRun = view.rows.length > 0
  const review = (next: Preset) => {
    setPreset(next)
    onShow('review')
  }
  return hasRun && (shown === 'report' || !isPanicOver(view)) ? (
    <Report view={view} onReview={review} onClose={onClose} />
  ) : (
    <Review view={view} preset={preset} onShow={onShow} onClose={onClose} />
  )
}

type Preset = { deals?: DealsAtStop; sells?: true }

type SoldAccount = { readonly id: string | number; readonly name: string }

/** A phrase for each account to sell, also for two of one name, and the passphrase once. */
function usePhrases(accounts: readonly SoldAccount[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const passphrase = usePassphraseAgain()
  const confirmOf = ({ id, name }: SoldAccount): Confirmation => ({
    phrase: phraseFor(name),
    ...(id === accounts.at(-1)?.id && { passphrase }),
  })
  return {
    missing: accounts
      .map((account) => missingFor(confirmOf(account), typed[account.id] ?? ''))
      .find(Boolean),
    fieldOf: (account: SoldAccount) => (
      <div key={account.id} className="grid gap-2 pb-3">
        <Confirm
          confirm={confirmOf(account)}
          typed={typed[account.id] ?? ''}
          onType={(text) => setTyped((before) => ({ ...before, [account.id]: text }))}
        />
      </div>
    ),
  }
}

type ReviewProps = {
  view: RunView
  preset: Preset
  onShow: (shown: PanicView) => void
  onClose: () => void
}

function Review({ view, preset, onShow, onClose }: ReviewProps) {
  const mode = useMode()
  const stopBlock = useWriteBlock({ of: stopGridBot, passesPause: true })
  const saleBlock = useWriteBlock({ of: sellAllToUsd, passesPause: true })
  const [choice, setChoice] = useState(preset.sells ? SELLS_CHOICE : NO_CHOICE)
  const [deals, setDeals] = useState<DealsAtStop>(preset.deals ?? 'leave')
  const { list, reading, isPending, refetch } = usePanicList(deals)
  const chosenSales = list.rows.filter((row) => row.part === 'sell' && isIncluded(choice, row))
  const sales = useSales(chosenSales.map(({ id }) => String(id)))
  const phrases = usePhrases(chosenSales)
  const asks = asksOf(list.rows, choice, deals)
  const block = stopBlock ?? (chosenSales.length > 0 ? saleBlock : undefined)
  const saleOf = ({ id }: PanicRow) => sales.get(String(id))
  const reason =
    block ??
    (asks.length === 0
      ? isPending
        ? 'What runs is being read.'
        : 'Nothing is chosen.'
      : chosenSales.some((row) => saleOf(row)?.problem !== undefined)
        ? 'The balances could not be read again.'
        : chosenSales.some((row) => saleOf(row)?.sale === undefined)
          ? 'What is sold is still being read.'
          : undefined)
  const withOthers = !reading.isWhole
  const act =
    asks.length === 0
      ? 'Send nothing'
      : `${sentence(partCounts(asks))}${withOthers ? AND_OTHERS : ''}`
  const begin = () => {
    const isIn = (row: PanicRow) => isIncluded(choice, row)
    const confirmed: Confirmed = {
      parts: [...new Set(list.rows.filter(isIn).map(({ part }) => part))],
      leftOut: leftOutOf(list.rows, choice),
      deals,
      withOthers,
    }
    view.run.begin(asks, { awaits: 'rows', confirmed })
    onShow('report')
  }
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      account="All accounts"
      title="Panic"
      statement="Nothing has been sent."
      cancelLabel="Keep everything"
      above={
        asks.length > 0 && (
          <p role="status">
            {sentence(actWords(asks))}
            {withOthers && AND_OTHERS}
            {mode === 'REAL' && ', with real money'}.
          </p>
        )
      }
      action={{
        // Another account to sell needs another read.
        step: `begin ${chosenSales.map(({ id }) => id).join()}`,
        label: act,
        look: 'danger-final',
        isFinal: chosenSales.length > 0,
        reason,
        missing: phrases.missing,
        onClick: begin,
      }}
    >
      {block !== undefined && (
        <Note tone="caution" className="mt-2">
          {block} Below is what would be sent.
        </Note>
      )}
      <RunLine view={view} words={PANIC_WORDS} onShow={() => onShow('report')} />
      <PanicReview
        list={list}
        progress={isPending ? readingWords(list.rows.length) : undefined}
        onRetry={refetch}
        choice={choice}
        onChoose={setChoice}
        deals={deals}
        onDeals={setDeals}
        sales={sales}
        asks={asks}
        fieldOf={(row) => block === undefined && phrases.fieldOf(row)}
      />
    </SendingSheet>
  )
}

type ReportProps = { view: RunView; onReview: (preset: Preset) => void; onClose: () => void }

function Report({ view, onReview, onClose }: ReportProps) {
  const stopBlock = useWriteBlock({ of: stopGridBot, passesPause: true })
  const saleBlock = useWriteBlock({ of: sellAllToUsd, passesPause: true })
  const confirmed = readConfirmation(useBulkRun('panic-run').plan?.confirmed)
  const waitingSales = view.rows.filter(
    ({ action, state }) => view.isPaused && state.kind === 'waiting' && action === 'sellAllToUsd',
  )
  const reason = stopBlock ?? (waitingSales.length > 0 ? saleBlock : undefined)
  const phrases = usePhrases(waitingSales)
  return (
    <RunSheet
      view={view}
      words={PANIC_WORDS}
      reason={reason}
      missing={phrases.missing}
      fields={
        waitingSales.length > 0 && <div className="pt-3">{waitingSales.map(phrases.fieldOf)}</div>
      }
      more={confirmed && <ReportMore view={view} confirmed={confirmed} onReview={onReview} />}
      link={
        isPanicOver(view) && (
          <AlertButton
            look="secondary"
            size="large"
            label="Set a portfolio alert"
            of={{ kind: 'drawdown' }}
          />
        )
      }
      onClose={onClose}
    >
      {isPanicOver(view) && (
        <p className="pb-3">
          <Button size="small" onClick={() => onReview({})}>
            Review what still runs
          </Button>
        </p>
      )}
    </RunSheet>
  )
}

type ReportMoreProps = {
  view: RunView
  confirmed: Confirmed
  onReview: (preset: Preset) => void
}

function ReportMore({ view, confirmed, onReview }: ReportMoreProps) {
  const { list, reading } = usePanicList(confirmed.deals)
  const isOver = isPanicOver(view) && view.awaits === undefined
  const sale = useSaleAfter(isOver ? view.endedAt : undefined)
  const sent = new Set(view.rows.map(keyOf))
  const left = list.rows.filter(
    (row) =>
      row.part !== 'sell' &&
      row.obstacle === undefined &&
      !row.isOffAtFirst &&
      !confirmed.leftOut.includes(keyOf(row)),
  )
  const isRead = isOver && reading.isWhole
  return (
    <>
      <div aria-live="polite" className="pt-1 text-caption text-ink-2">
        {awaitsWords(view)}
        {isRead &&
          leftWords({
            ...list,
            still: left.filter((row) => sent.has(keyOf(row))),
            others: left.filter((row) => !sent.has(keyOf(row))),
          })}
        {!view.isPaused && <BudgetWait isSending={view.counts.waiting > 0} />}
        {isRead && sale && (
          <>
            {' '}
            <Amount value={totalValue(sale.stays)} places={2} unit="USD" /> is in dollars now.
          </>
        )}
      </div>
      {isRead && <StillOpen dcaBots={reading.dcaBots} sale={sale} onReview={onReview} />}
    </>
  )
}

export const PanicReportLine = ({ onShow }: { onShow: () => void }) => (
  <RunLine view={useRunView('panic-run')} words={PANIC_WORDS} onShow={onShow} />
)

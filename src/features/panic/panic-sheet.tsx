import { useState } from 'react'

import type { DealsAtStop } from '#contract/dca-bots.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { BulkProgress, runAction, RunLine } from '#forms/bulk-progress.tsx'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { isThrough, type RunView, useRunView } from '#forms/use-bulk-run.ts'
import { type Confirmation, Confirm, missingFor } from '#forms/write-sheet.tsx'
import { phraseFor } from '#market/sale.ts'
import { useMode } from '#query/use-mode.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { usePassphraseAgain } from '#session/use-passphrase.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Time } from '#ui/time.tsx'

import { asksOf, isIncluded, NO_CHOICE } from './panic-choice.ts'
import type { PanicRow } from './panic-list.ts'
import { PanicReview } from './panic-review.tsx'
import {
  actLabel,
  actWords,
  counted,
  RUN_WORDS,
  rowWords,
  runTitle,
  sentence,
  whyNotAgain,
} from './panic-words.ts'
import { usePanicList, useSales } from './use-panic-list.ts'

export type PanicView = 'review' | 'report'

type PanicSheetProps = {
  shown: PanicView
  onShow: (shown: PanicView) => void
  onClose: () => void
}

/** What a panic would end, and once it was sent, what became of it. One that is not through comes first. */
export function PanicSheet({ shown, onShow, onClose }: PanicSheetProps) {
  const view = useRunView('panic-run')
  const hasRun = view.rows.length > 0
  return hasRun && (shown === 'report' || !isThrough(view.counts)) ? (
    <Report view={view} onReview={() => onShow('review')} onClose={onClose} />
  ) : (
    <Review view={view} onShow={onShow} onClose={onClose} />
  )
}

/** A typed phrase for each account that is sold, and the passphrase once. */
function usePhrases(names: readonly string[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const passphrase = usePassphraseAgain()
  const confirmOf = (name: string): Confirmation => ({
    phrase: phraseFor(name),
    ...(name === names.at(-1) && { passphrase }),
  })
  return {
    /** What is still to be typed, as a sentence. */
    missing: names.map((name) => missingFor(confirmOf(name), typed[name] ?? '')).find(Boolean),
    fieldOf: (name: string) => (
      <div key={name} className="grid gap-2 pb-3">
        <Confirm
          confirm={confirmOf(name)}
          typed={typed[name] ?? ''}
          onType={(text) => setTyped((before) => ({ ...before, [name]: text }))}
        />
      </div>
    ),
  }
}

type ReviewProps = { view: RunView; onShow: (shown: PanicView) => void; onClose: () => void }

function Review({ view, onShow, onClose }: ReviewProps) {
  const mode = useMode()
  const stopBlock = useWriteBlock({ of: stopGridBot, passesPause: true })
  const saleBlock = useWriteBlock({ of: sellAllToUsd, passesPause: true })
  const [choice, setChoice] = useState(NO_CHOICE)
  const [deals, setDeals] = useState<DealsAtStop>('leave')
  const { list, isPending, refetch } = usePanicList()
  const chosenSales = list.rows.filter((row) => row.part === 'sell' && isIncluded(choice, row))
  const sales = useSales(chosenSales.map(({ id }) => String(id)))
  const phrases = usePhrases(chosenSales.map(({ name }) => name))
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
  const act = asks.length === 0 ? 'Send nothing' : actLabel(asks)
  const begin = () => {
    view.run.begin(asks)
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
            {mode === 'REAL' && ', with real money'}.
          </p>
        )
      }
      action={{
        // Another account that is sold has to be read again.
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
      <PanicLine view={view} onShow={() => onShow('report')} />
      <PanicReview
        list={list}
        isPending={isPending}
        onRetry={refetch}
        choice={choice}
        onChoose={setChoice}
        deals={deals}
        onDeals={setDeals}
        sales={sales}
        asks={asks}
        fieldOf={(name) => block === undefined && phrases.fieldOf(name)}
      />
    </SendingSheet>
  )
}

type ReportProps = { view: RunView; onReview: () => void; onClose: () => void }

function Report({ view, onReview, onClose }: ReportProps) {
  const stopBlock = useWriteBlock({ of: stopGridBot, passesPause: true })
  const saleBlock = useWriteBlock({ of: sellAllToUsd, passesPause: true })
  const { rows, counts, isPaused, startedAt } = view
  const waiting = rows.filter(({ state }) => state.kind === 'waiting')
  const waitingSales = isPaused ? waiting.filter(({ action }) => action === 'sellAllToUsd') : []
  const reason = stopBlock ?? (waitingSales.length > 0 ? saleBlock : undefined)
  const phrases = usePhrases(waitingSales.map(({ name }) => name))
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      account={counted(rows.length, 'request')}
      beside={startedAt !== undefined && <Time at={startedAt} style="clock" />}
      title={runTitle(view)}
      statement="Each row has its own request and its own outcome. All of them are in Activity too."
      cancelLabel="Close"
      action={runAction({
        view,
        reason,
        missing: phrases.missing,
        goOn: `Continue: ${actLabel(waiting).toLowerCase()}`,
        again: (count) => `Send again to ${count} (safe)`,
        maySendAgain: (row) => whyNotAgain(row) === undefined,
      })}
    >
      {waitingSales.length > 0 && (
        <div className="pt-3">{waitingSales.map(({ name }) => phrases.fieldOf(name))}</div>
      )}
      <BulkProgress
        view={view}
        words={RUN_WORDS}
        reason={reason}
        detailOf={rowWords}
        whyNotAgain={whyNotAgain}
      />
      {isThrough(counts) && (
        <p className="pb-3">
          <Button size="small" onClick={onReview}>
            Review what still runs
          </Button>
        </p>
      )}
    </SendingSheet>
  )
}

/** The same among all that was sent. */
export const PanicReportLine = ({ onShow }: { onShow: () => void }) => (
  <PanicLine view={useRunView('panic-run')} onShow={onShow} />
)

/** The last panic in one line, and the way to its report; nothing where there is none. */
function PanicLine({ view, onShow }: { view: RunView; onShow: () => void }) {
  return (
    <RunLine
      view={view}
      title={runTitle(view)}
      done={RUN_WORDS.done}
      show="Show the report"
      onShow={onShow}
    />
  )
}

import { cancelSmartTrade, closeSmartTrade } from '#contract/smart-trades.ts'
import { useExtension } from '#query/service.tsx'
import { Note } from '#ui/note.tsx'

import type { Trade } from '../trade-facts.ts'
import { ExitLine } from './exit-line.tsx'
import { NoteEditor } from './note-editor.tsx'
import { StepTable } from './step-table.tsx'
import { TradeFigures } from './trade-figures.tsx'
import { TradeTimeline } from './trade-timeline.tsx'

/** How a trade stands, from its prices down to its note. */
export function TradeOverview({ trade }: { trade: Trade }) {
  const { status, position } = trade
  const error = status?.error ?? position?.status?.error
  return (
    <>
      {error !== undefined && (
        <Note tone="caution" className="mt-3">
          The service says: “{error}”
        </Note>
      )}
      <ExitLine trade={trade} />
      <StepTable trade={trade} />
      <TradeFigures trade={trade} />
      <TradeTimeline trade={trade} />
      {trade.id !== undefined && (
        <NoteEditor key={trade.id} id={trade.id} note={trade.note ?? ''} />
      )}
      <CloseAction />
    </>
  )
}

/** The spec has no way to end a trade; a service may offer one, and may not have said so yet. */
function CloseAction() {
  const canCancel = useExtension(cancelSmartTrade)
  const canClose = useExtension(closeSmartTrade)
  if (canCancel !== false || canClose !== false) return null
  return (
    <p className="mt-3 text-caption text-ink-3">
      No way to close or cancel a SmartTrade is known here. Close it on the service itself.
    </p>
  )
}

// Copies of an order that the network repeated, with a button to keep only one.

import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { cancelSmartTrade, getSmartTrade } from '#contract/smart-trades.ts'
import { RunRequests } from '#forms/bulk-progress.tsx'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import { deliveredWords } from '#intents/delivered-words.ts'
import { idsOf } from '#intents/outcome.ts'
import type { Intent } from '#intents/intent.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useKeptIntents, useService } from '#query/service.tsx'
import { useWriteBlock } from '#query/use-write-block.ts'
import { statusLabel } from '#trading/smart-trade-group.ts'
import { Button } from '#ui/button.tsx'
import { FactList } from '#ui/facts.tsx'
import { Note } from '#ui/note.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { UnknownValue } from '#ui/amount.tsx'

import { EntityLink, entityRefsOf } from './entity-link.tsx'
import { EndState } from './intent-words.tsx'

export function Copies({ intent }: { intent: Intent }) {
  const { sender } = useService()
  const isOffered = useExtension(cancelSmartTrade) === true
  const [isOpen, setOpen] = useState(false)
  const entities = entityRefsOf(intent)
  const trades = entities.flatMap((entity) => (entity.kind === 'SmartTrade' ? entity.id : []))
  const isReconciling = intent.looked !== undefined && intent.looked.endedAt === undefined
  return (
    <div className="py-3">
      <Note tone="caution">
        {deliveredWords(idsOf(intent.outcome).length)}, and carried out each time. You sent one:
        check each copy.
      </Note>
      <ul className="grid gap-1 py-2">
        {entities.map((entity) => (
          <li key={entity.id}>
            <EntityLink entity={entity} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {isOffered && trades.length > 1 && (
          <Button look="danger-open" onClick={() => setOpen(true)}>
            Cancel all but one
          </Button>
        )}
        <Button
          onClick={() => void sender.reconcile(intent.id)}
          reason={isReconciling ? 'Checking now.' : undefined}
        >
          Check for more copies
        </Button>
      </div>
      {isOpen && <CancelCopies ids={trades} onClose={() => setOpen(false)} />}
    </div>
  )
}

function CancelCopies({ ids, onClose }: { ids: readonly Id[]; onClose: () => void }) {
  const { sender } = useService()
  const block = useWriteBlock({ of: cancelSmartTrade })
  const canRead = useExtension(getSmartTrade) === true
  const [kept, setKept] = useState(ids[0])
  const [sent, setSent] = useState<ReadonlyMap<Id, string>>(new Map())
  const intents = useKeptIntents()
  const states = useQueries({
    queries: ids.map((id) => ({
      ...endpointQuery(getSmartTrade, { params: { id } }),
      enabled: canRead,
    })),
  })
  const others = ids.filter((id) => id !== kept)
  const isSent = sent.size > 0
  const stateOf = (id: Id) =>
    statusLabel(states[ids.indexOf(id)]?.data?.status) ?? (
      <UnknownValue reason="The service gives no state." />
    )
  const outcomeOf = (id: Id) => intents.find((intent) => intent.id === sent.get(id))
  const isSending = others.some((id) => outcomeOf(id)?.outcome.kind === 'sending')
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      width="stop"
      isHeld={isSending}
      title="Cancel all but one"
      statement={isSent ? 'Each was sent separately.' : 'Nothing has been sent.'}
      cancelLabel={isSent ? 'Close' : 'Keep all'}
      action={
        !isSent && {
          step: 'send',
          label: `Cancel ${others.length === 1 ? `SmartTrade ${others[0]}` : `${others.length} SmartTrades`}`,
          look: 'danger-final',
          reason: block,
          onClick: () =>
            setSent(
              new Map(others.map((id) => [id, sender.send(cancelSmartTrade, { params: { id } })])),
            ),
        }
      }
    >
      {!isSent && (
        <SheetSection title="Keep">
          <Segmented
            label="The copy to keep"
            value={String(kept)}
            options={ids.map((id) => ({ value: String(id), label: String(id) }))}
            onChange={(value) => setKept(ids.find((id) => String(id) === value))}
          />
          {kept !== undefined && (
            <FactList className="pt-2" of={{ [`SmartTrade ${kept}`]: stateOf(kept) }} />
          )}
        </SheetSection>
      )}
      <SheetSection title="Cancel">
        <FactList
          isLined
          rows={others.map((id) => {
            const intent = outcomeOf(id)
            return [
              `SmartTrade ${id}`,
              intent ? <EndState key={id} intent={intent} /> : stateOf(id),
            ]
          })}
        />
        <p className="pt-2 text-ink-2">
          Open orders are cancelled. What a copy has bought stays: close that copy at the market
          price if you do not want it.
        </p>
      </SheetSection>
      <RunRequests
        asks={others.map((id) => ({
          action: 'cancelSmartTrade',
          id,
          name: `SmartTrade ${id}`,
        }))}
      />
    </SendingSheet>
  )
}

import { useState, useSyncExternalStore } from 'react'

import type { Intent } from '#intents/journal.ts'
import { useService } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { Time } from '#ui/time.tsx'

import { IntentDetail } from './intent-detail.tsx'
import { EndState } from './end-state.tsx'
import { detailOf, inOrder, nameOf } from './intent-words.ts'

/** Everything this tab has sent, with what became of it; what nobody knows stands on top. */
export function IntentList() {
  const { door } = useService()
  const intents = inOrder(useSyncExternalStore(door.journal.subscribe, door.journal.all))
  const [openId, setOpenId] = useState<string>()
  const open = intents.find(({ id }) => id === openId)
  const unknown = intents.filter(({ outcome }) => outcome.kind === 'unknown').length

  return (
    <Page title="Activity">
      {unknown > 0 && (
        <div className="pt-3">
          <Note>
            {unknown === 1 ? 'One outcome is' : `${unknown} outcomes are`} unknown. Do not send
            again before you have looked at the service.
          </Note>
        </div>
      )}
      {intents.length === 0 ? (
        <Empty title="Nothing has been sent from this tab.">
          Every order, note, stop and sale is listed here with what became of it.
        </Empty>
      ) : (
        <div className="overflow-x-auto pt-3">
          <Table caption="What was sent from this tab">
            <thead>
              <tr>
                <Th>Sent</Th>
                <Th>Intent</Th>
                <Th>End state</Th>
                <Th>What the service said</Th>
                <Th>
                  <span className="sr-only">Details</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {intents.map((intent) => (
                <IntentRow key={intent.id} intent={intent} onOpen={() => setOpenId(intent.id)} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {open && <IntentDetail intent={open} onClose={() => setOpenId(undefined)} />}
    </Page>
  )
}

function IntentRow({ intent, onOpen }: { intent: Intent; onOpen: () => void }) {
  return (
    <Tr>
      <Td>
        <Time at={intent.sentAt} style="second" />
      </Td>
      <Td>{nameOf(intent)}</Td>
      <Td>
        <EndState kind={intent.outcome.kind} />
      </Td>
      <Td>
        <span className="block max-w-100 truncate text-ink-2">{detailOf(intent)}</span>
      </Td>
      <Td>
        <Button size="small" onClick={onOpen}>
          Open
        </Button>
      </Td>
    </Tr>
  )
}

import { signedText } from '#signing/signature.ts'
import type { Intent } from '#intents/journal.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Time } from '#ui/time.tsx'
import { useConnection } from '#session/use-session.ts'

import { EndState } from './end-state.tsx'
import { detailOf, nameOf } from './intent-words.ts'

type IntentDetailProps = { intent: Intent; onClose: () => void }

/** One intent to the byte: the request, the text that was signed and what came back. No key, no signature. */
export function IntentDetail({ intent, onClose }: IntentDetailProps) {
  const emptyForm = useConnection()?.emptyForm ?? 'path?'
  const [path = '', query = ''] = intent.target.split('?')
  return (
    <Drawer
      label={nameOf(intent)}
      header={<h2 className="text-sheet font-semibold">{nameOf(intent)}</h2>}
      onClose={onClose}
    >
      <DefinitionList isLined>
        <Definition term="End state">
          <EndState kind={intent.outcome.kind} />
        </Definition>
        <Definition term="Intent">
          <span className="font-mono text-caption break-all">{intent.id}</span>
        </Definition>
        <Definition term="Sent">
          <Time at={intent.sentAt} style="second" />
        </Definition>
        <Definition term="Answered">
          <Time at={intent.endedAt} style="second" reason="No answer has come." />
        </Definition>
      </DefinitionList>
      <p className="py-3 text-ink-2">{detailOf(intent)}</p>
      <h3 className="pb-1 font-semibold">Request</h3>
      <CodeBlock
        label="Request as sent"
        text={`${intent.endpoint.method} ${intent.target}\n${intent.body}`.trim()}
        canCopy
      />
      <h3 className="pt-4 pb-1 font-semibold">Signed text</h3>
      <CodeBlock
        label="Text that was signed"
        text={signedText(path, query, intent.body, emptyForm)}
        canCopy
      />
    </Drawer>
  )
}

import { Link } from '@tanstack/react-router'

import type { Intent } from '#intents/intent.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Time } from '#ui/time.tsx'

import { EndState } from './end-state.tsx'
import { detailOf, kindOf, type MadeKind, nameOf, subjectOf } from './intent-words.ts'
import { SigningInspector } from './signing-inspector.tsx'
import { UnknownSteps } from './unknown-steps.tsx'

type IntentDetailProps = { intent: Intent; onClose: () => void }

/** One intent to the byte: what was sent, what was signed, what came back. No key, no signature. */
export function IntentDetail({ intent, onClose }: IntentDetailProps) {
  const { endpoint, target, headers, body, outcome } = intent
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Drawer
      label={nameOf(intent)}
      header={
        <>
          <h2 className="text-sheet font-semibold">{nameOf(intent)}</h2>
          <p className="text-ink-2">{subjectOf(intent)}</p>
        </>
      }
      onClose={onClose}
    >
      <DefinitionList isLined className="pt-2">
        <Definition term="End state">
          <EndState intent={intent} />
        </Definition>
        <Definition term="Sent">
          <Time at={intent.sentAt} style="second" />
        </Definition>
        <Definition term="Ended">
          <Time at={intent.endedAt} style="second" reason="No answer has come." />
        </Definition>
        <Definition term="Intent">
          <span className="font-mono text-caption break-all">{intent.id}</span>
        </Definition>
      </DefinitionList>
      <p className="pt-3 text-ink-2">{detailOf(intent)}</p>
      {outcome.kind === 'unknown' && <UnknownSteps intent={intent} />}
      {outcome.kind === 'twice' && <Twins kind={kindOf(endpoint)} ids={outcome.ids} />}
      <h3 className="pt-4 pb-1 font-semibold">Request</h3>
      <CodeBlock
        label="Request as sent"
        text={[`${endpoint.method} ${target}`, ...lines, ...(body === '' ? [] : ['', body])].join(
          '\n',
        )}
        canCopy
      />
      <h3 className="pt-4 pb-1 font-semibold">Answer</h3>
      <CodeBlock label="Answer" text={answerOf(intent)} canCopy />
      <h3 className="pt-4 pb-1 font-semibold">Signing inspector</h3>
      <SigningInspector intent={intent} />
    </Drawer>
  )
}

/** What the service said, as far as it could be read. */
function answerOf({ outcome, said }: Intent): string {
  if (said !== undefined) return said
  if ('error' in outcome && outcome.error.failure.kind === 'refused') {
    const { kind: _kind, ...failure } = outcome.error.failure
    return JSON.stringify(failure, undefined, 2)
  }
  return 'error' in outcome ? outcome.error.message : 'No answer came.'
}

function Twins({ kind, ids }: { kind: MadeKind; ids: readonly number[] }) {
  return (
    <ul className="grid gap-1 py-3">
      {ids.map((id) => (
        <li key={id}>
          {kind === 'grid bot' ? (
            <Link to="/grid-bots/$botId" params={{ botId: id }} className="link touch">
              Grid bot {id}
            </Link>
          ) : (
            <Link to="/smart-trades" search={{ status: 'all', trade: id }} className="link touch">
              SmartTrade {id}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

import type { Intent } from '#intents/intent.ts'
import { readDecimal } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { Badge } from '#ui/badge.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { Copies } from './copies.tsx'
import { EndState } from './end-state.tsx'
import { detailOf, nameOf, aboutOf } from './intent-words.ts'
import { SigningInspector } from './signing-inspector.tsx'
import { EntityLink } from './entity-link.tsx'
import { entityRefsOf } from './entity-ref.ts'
import { UnknownSteps } from './unknown-steps.tsx'

type IntentDetailProps = { intent: Intent; onClose: () => void }

/** One intent to the byte: what was sent, what was signed, what came back. No key, no signature. */
export function IntentDetail({ intent, onClose }: IntentDetailProps) {
  const { outcome } = intent
  const { areAmountsHidden } = useDisplayPreferences()
  const things = entityRefsOf(intent)
  return (
    <Drawer
      label={nameOf(intent)}
      header={
        <>
          <h2 className="text-sheet font-semibold">{nameOf(intent)}</h2>
          <p className="flex items-center gap-2 text-ink-2">
            {intent.mode && <Badge mode={intent.mode} />}
            {aboutOf(intent, areAmountsHidden)}
          </p>
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
        <Definition term="Traded">
          {intent.mode === undefined ? (
            <UnknownValue reason="It was sent before this was kept." />
          ) : intent.mode === 'REAL' ? (
            'Real money, or a mode that was not known'
          ) : (
            'Paper'
          )}
        </Definition>
        {intent.price !== undefined && (
          <Definition term="Last price then">
            <Amount value={readDecimal(intent.price)} isPrice />
          </Definition>
        )}
        {things.length > 0 && outcome.kind !== 'duplicated' && (
          <Definition term={outcome.kind === 'placed' ? 'See' : 'About'}>
            <span className="flex flex-wrap justify-end gap-x-3">
              {things.map((thing) => (
                <EntityLink key={thing.id} thing={thing} />
              ))}
            </span>
          </Definition>
        )}
        <Definition term="Intent">
          <span className="font-mono text-caption break-all">{intent.id}</span>
        </Definition>
      </DefinitionList>
      <p className="pt-3 text-ink-2">{detailOf(intent)}</p>
      {outcome.kind === 'unknown' && <UnknownSteps intent={intent} />}
      {outcome.kind === 'duplicated' && <Copies intent={intent} />}
      {areAmountsHidden ? (
        <p className="pt-4 text-ink-2">Request and answer are hidden while amounts are hidden.</p>
      ) : (
        <Bytes intent={intent} />
      )}
    </Drawer>
  )
}

/** What was sent, what came back and what was signed. It holds amounts. */
function Bytes({ intent }: { intent: Intent }) {
  const { endpoint, target, headers, body } = intent
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const request = [`${endpoint.method} ${target}`, ...lines, ...(body === '' ? [] : ['', body])]
  return (
    <>
      <h3 className="pt-4 pb-1 font-semibold">Request</h3>
      <CodeBlock label="Request as sent" text={request.join('\n')} canCopy />
      <h3 className="pt-4 pb-1 font-semibold">Answer</h3>
      <CodeBlock label="Answer" text={answerOf(intent)} canCopy />
      <h3 className="pt-4 pb-1 font-semibold">Signing inspector</h3>
      <SigningInspector intent={intent} />
    </>
  )
}

/** What the service said, as far as it could be read. */
function answerOf({ outcome, said, isSealed }: Intent): string {
  if (said !== undefined) return said
  if (outcome.kind === 'unsent') return 'Nothing was sent.'
  if ('error' in outcome && outcome.error.failure.kind === 'refused' && !isSealed) {
    const { kind: _kind, ...failure } = outcome.error.failure
    return JSON.stringify(failure, undefined, 2)
  }
  return 'error' in outcome ? outcome.error.message : 'No answer came.'
}

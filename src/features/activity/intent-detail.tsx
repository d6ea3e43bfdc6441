import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { lineOf } from '#contract/endpoint.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { KeptNote } from '#forms/write-outcome.tsx'
import { canTell } from '#intents/evidence.ts'
import type { Intent } from '#intents/intent.ts'
import { reconcilingWords } from '#intents/reconciling-words.ts'
import { readDecimal } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import { Note } from '#ui/note.tsx'
import { optionsOf } from '#ui/options.ts'
import { Badge } from '#ui/status-tag.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Time } from '#ui/time.tsx'

import { Copies } from './copies.tsx'
import { EntityLink, entityRefsOf, useSubjectNames } from './entity-link.tsx'
import { aboutOf, detailOf, EndState, nameOf } from './intent-words.tsx'

/** One intent in full: sent, signed and received bytes. Without key or signature. */
export function IntentDetail({ intent, onClose }: { intent: Intent; onClose: () => void }) {
  const { outcome } = intent
  const { areAmountsHidden } = useDisplayPreferences()
  const names = useSubjectNames()
  return (
    <Drawer
      label={nameOf(intent)}
      header={
        <>
          <h2 className="text-sheet font-semibold">{nameOf(intent)}</h2>
          <p className="flex items-center gap-2 text-ink-2">
            {intent.mode && <Badge mode={intent.mode} />}
            {aboutOf(intent, { areAmountsHidden, names })}
          </p>
        </>
      }
      onClose={onClose}
    >
      <FactList of={intentFacts(intent)} isLined className="pt-2" />
      <p className="py-3 text-ink-2">{detailOf(intent)}</p>
      {outcome.kind === 'placed' && <KeptNote intent={intent} />}
      {outcome.kind === 'unknown' && <UnknownSteps intent={intent} />}
      {outcome.kind === 'duplicated' && <Copies intent={intent} />}
      {areAmountsHidden ? (
        <p className="pt-4 text-ink-2">
          Request and answer contain amounts, so they are hidden while amounts are.
        </p>
      ) : (
        <Bytes intent={intent} />
      )}
    </Drawer>
  )
}

function intentFacts(intent: Intent): Facts {
  const { outcome, mode, price } = intent
  const entities = entityRefsOf(intent)
  return {
    Result: <EndState intent={intent} />,
    Sent: <Time at={intent.sentAt} style="second" />,
    Answered: <Time at={intent.endedAt} style="second" reason="No answer yet." />,
    Mode:
      mode === undefined ? (
        <UnknownValue reason="Older entries have no mode." />
      ) : mode === 'REAL' ? (
        'Real money, or not known'
      ) : (
        'Paper'
      ),
    'Last price when sent': price !== undefined && <Amount value={readDecimal(price)} isPrice />,
    [outcome.kind === 'placed' ? 'Open' : 'About']: entities.length > 0 &&
      outcome.kind !== 'duplicated' && (
        <span className="flex flex-wrap justify-end gap-x-3">
          {entities.map((entity) => (
            <EntityLink key={entity.id} entity={entity} />
          ))}
        </span>
      ),
    'Request ID': <span className="font-mono text-caption break-all">{intent.id}</span>,
  }
}

function Bytes({ intent }: { intent: Intent }) {
  const { endpoint, target, headers, body } = intent
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const request = [`${endpoint.method} ${target}`, ...lines, ...(body === '' ? [] : ['', body])]
  return (
    <div className="mt-3 border-t border-hairline pt-2">
      <Disclosure
        title="Request and answer"
        caption={`${endpoint.method} ${target.replace(/\?.*/, '')}`}
      >
        <CodeBlock label="Request as sent" text={request.join('\n')} canCopy />
        <h3 className="pt-3 pb-1 font-medium text-ink-2">Answer</h3>
        <CodeBlock label="Answer" text={answerOf(intent)} canCopy />
      </Disclosure>
      <Disclosure title="Signing inspector" caption="What was signed">
        <SigningInspector intent={intent} />
      </Disclosure>
    </div>
  )
}

function answerOf({ outcome, said, isSealed }: Intent): string {
  if (said !== undefined) return said
  if (outcome.kind === 'unsent') return 'Nothing was sent.'
  if ('error' in outcome && outcome.error.failure.kind === 'refused' && !isSealed) {
    const { kind: _kind, ...failure } = outcome.error.failure
    return JSON.stringify(failure, undefined, 2)
  }
  return 'error' in outcome ? outcome.error.message : 'No answer came.'
}

function UnknownSteps({ intent }: { intent: Intent }) {
  const { sender, extensions } = useService()
  if (intent.closedAt !== undefined) {
    return (
      <p className="py-3 text-ink-2">
        You marked it as resolved at <Time at={intent.closedAt} style="second" />.
      </p>
    )
  }
  const isTellable = canTell(intent, (name) => extensions.names(name) === true)
  const isReconciling = intent.looked !== undefined && intent.looked.endedAt === undefined
  return (
    <div className="py-3">
      <Note>
        <span aria-live="polite">{isTellable ? reconcilingWords(intent) : NO_READING}</span>
      </Note>
      <p className="py-2 text-ink-2">{placeToLook(intent)}</p>
      <div className="flex flex-wrap items-center gap-2">
        {isTellable && (
          <Button
            onClick={() => void sender.reconcile(intent.id)}
            reason={isReconciling ? 'Checking now.' : undefined}
          >
            Check again
          </Button>
        )}
        <Button look="quiet" onClick={() => void sender.close(intent.id)}>
          Mark as resolved
        </Button>
      </div>
    </div>
  )
}

const NO_READING = 'This service has no read that shows the result.'

function placeToLook({ endpoint }: Intent) {
  const place = PLACES.find(({ part }) => endpoint.path.includes(part))
  if (!place) return 'Check at the service, and mark it as resolved once you know the result.'
  return (
    <>
      {place.check}{' '}
      <Link to={place.to} className="link touch underline">
        {place.name}
      </Link>
      . Mark it as resolved once you know the result.
    </>
  )
}

const PLACES = [
  { part: sellAllToUsd.path, check: 'Check what is left in', to: '/portfolio', name: 'Portfolio' },
  { check: 'Check in', part: '/smart_trades', to: '/smart-trades', name: 'SmartTrades' },
  { check: 'Check in', part: '/bots/grid', to: '/grid-bots', name: 'Grid bots' },
  { check: 'Check in', part: '/bots/dca', to: '/dca-bots', name: 'DCA bots' },
] as const

type View = 'text' | 'bytes' | 'curl'

const VIEWS = optionsOf({ text: 'Signed text', bytes: 'Bytes', curl: 'curl' })

function SigningInspector({ intent }: { intent: Intent }) {
  const [view, setView] = useState<View>('text')
  const count = new TextEncoder().encode(intent.signed).length
  return (
    <>
      <Tabs label="Signing inspector" value={view} onChange={setView} tabs={VIEWS}>
        <div className="pt-2">
          {view === 'text' && (
            <CodeBlock label="Text that was signed" text={intent.signed} canCopy />
          )}
          {view === 'bytes' && (
            <CodeBlock label="Bytes that were signed" text={hexOf(intent.signed)} canCopy />
          )}
          {view === 'curl' && <CodeBlock label="curl" text={curlOf(intent)} canCopy />}
        </div>
      </Tabs>
      <p className="pt-1 text-caption text-ink-3">
        {view === 'curl'
          ? 'It sends the same request again. Put in your own key and signature: neither is stored.'
          : `${count} bytes of UTF-8, for ${lineOf(intent.endpoint)}: path, question mark, query and body.`}
      </p>
    </>
  )
}

/** In bytes. */
const WIDTH = 8

/** Hex dump of a text: offset, bytes and printable characters. */
export function hexOf(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const rows: string[] = []
  for (let from = 0; from < bytes.length; from += WIDTH) {
    const row = [...bytes.subarray(from, from + WIDTH)]
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const shown = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.'))
    rows.push(
      `${from.toString(16).padStart(4, '0')}  ${hex.padEnd(WIDTH * 3 - 1)}  ${shown.join('')}`,
    )
  }
  return rows.join('\n')
}

/** Request as a curl command; credentials are variables for the reader to fill in. */
export function curlOf({ endpoint, origin, target, body, headers }: Intent): string {
  const proof =
    endpoint.security === 'bearer'
      ? ['"Authorization: Bearer $TOKEN"']
      : ['"APIKEY: $APIKEY"', '"Signature: $SIGNATURE"']
  const lines = [
    `curl -X ${endpoint.method} ${quoted(origin + target)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...proof.map((header) => `-H ${header}`),
    ...(body === '' ? [] : [`--data-binary ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** Quoted for a shell, without expansion. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

import { useState } from 'react'

import { lineOf } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Tabs } from '#ui/tabs.tsx'

type View = 'text' | 'bytes' | 'curl'

const VIEWS = [
  { value: 'text', label: 'Signed text' },
  { value: 'bytes', label: 'Bytes' },
  { value: 'curl', label: 'curl' },
] as const

export function SigningInspector({ intent }: { intent: Intent }) {
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

/** As many bytes as a row of the drawer holds. */
const WIDTH = 8

/** A text's bytes as a hex dump: where, the bytes, and what is printable of them. */
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

/** The request for a shell; what proves who asks stays a variable that the reader fills in. */
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

/** A word that no shell reads anything into. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

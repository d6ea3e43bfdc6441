import { lineOf } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useState } from 'react'

import { curlOf, hexOf } from './signing-words.ts'

type View = 'text' | 'bytes' | 'curl'

const VIEWS = [
  { value: 'text', label: 'Signed text' },
  { value: 'bytes', label: 'Its bytes' },
  { value: 'curl', label: 'curl' },
] as const

/** What the signature of a request was made over, to hold against what another program signs. */
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
          ? 'It asks for the same once more. Key and signature are kept nowhere: put in your own.'
          : `${count} bytes of UTF-8, for ${lineOf(intent.endpoint)}: path, question mark, query and body.`}
      </p>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { IS_SITE, sharesOrigin } from '#in-page/own-address.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { textFrom } from '#ui/form-text.ts'
import { Note } from '#ui/note.tsx'
import { TextField } from '#ui/text-input.tsx'

import { SHARED_ORIGIN } from './connection-words.ts'
import { SignedOutLayout } from './signed-out-layout.tsx'

const STEPS = [
  {
    title: 'Open the paper world',
    text: 'A simulated exchange with working bots. It needs no account, and no real money moves.',
  },
  {
    title: 'Place a first trade',
    text: 'Plan entry, targets and stop. A review shows what is sent, before anything is sent.',
  },
  {
    title: 'Add your own service',
    text: 'Its key stays in this browser. A real-money connection starts read only.',
  },
]

type FirstRunProps = {
  problem?: ReactNode
  /** Whether this browser has a connection that can be used as it is. */
  isConnected?: boolean
  onCode: (code: string) => void
  /** Opens the paper service of this page, where it has one. */
  onOwn?: (() => void) | undefined
}

export function FirstRun({ problem, isConnected = false, onCode, onOwn }: FirstRunProps) {
  const service = useServiceHere()
  return (
    <SignedOutLayout
      isWide
      title="Plan, run and stop crypto trades with keys that never leave this browser."
    >
      {problem !== undefined && (
        <Note
          tone="caution"
          isAnnounced
          className="mt-5"
          action={
            isConnected && (
              <Link to="/portfolio" className="link touch">
                Open the portfolio
              </Link>
            )
          }
        >
          {problem}
        </Note>
      )}
      <ol className="mt-5 grid grid-cols-3 gap-x-8 gap-y-4 border-t border-hairline-2 py-5 max-sm:grid-cols-1 max-sm:py-4">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span className="flex size-6 flex-none items-center justify-center rounded-m text-caption font-semibold text-ink-2 tabular-nums inset-ring inset-ring-hairline-2">
              {index + 1}
            </span>
            <span className="min-w-0">
              <span className="block font-semibold">{title}</span>
              <span className="block pt-0.5 text-ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-12 gap-y-6 border-t border-hairline-2 pt-5 max-md:grid-cols-1">
        <PaperHere service={service} onCode={onCode} onOwn={onOwn} />
        <section aria-labelledby="own-service">
          <h2 id="own-service" className="text-lead font-semibold">
            Your own service
          </h2>
          <p className="pt-1 pb-3.5 text-ink-2">
            {sharesOrigin()
              ? SHARED_ORIGIN
              : 'Connect to an automated-trading service with an API key of yours.'}
          </p>
          {!sharesOrigin() && (
            <Link
              to="/connect"
              search={(before) => ({ ...before, add: true })}
              className={buttonClass({ look: service === 'other' ? 'primary' : 'secondary' })}
            >
              Add a connection
            </Link>
          )}
        </section>
      </div>
    </SignedOutLayout>
  )
}

const DATA = <span className="font-mono whitespace-nowrap">--data DIR</span>

type PaperHereProps = Pick<FirstRunProps, 'onCode' | 'onOwn'> & {
  service: ServiceHere
}

function PaperHere({ service, onCode, onOwn }: PaperHereProps) {
  if (onOwn) return <OwnPaper onOpen={onOwn} />
  if (service === 'other') return <PaperElsewhere />
  return <OpenPaper command={service.pair} onCode={onCode} />
}

function OwnPaper({ onOpen }: { onOpen: () => void }) {
  return (
    <PaperWorld text="A simulated exchange with working bots runs in this page. Its world stays in this browser.">
      <Button look="primary" className="mt-1.5" onClick={onOpen}>
        Open paper world
      </Button>
    </PaperWorld>
  )
}

/** The paper service is this page's own: a link that it prints pairs this browser. */
function OpenPaper({ command, onCode }: Pick<FirstRunProps, 'onCode'> & { command: string }) {
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readPairingLink(textFrom(event.currentTarget, 'link'), location.origin)
    if (read.ok) onCode(read.code)
    else setProblem(read.message)
  }
  return (
    <PaperWorld text="Run this command on the computer that runs Quarterdeck. It prints a pairing link: open it in this browser, or paste it here.">
      <CodeBlock label="Command" text={command} canCopy isOneLine />
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-3 pt-4 max-sm:grid-cols-1"
      >
        <TextField
          label="Pairing link"
          error={problem}
          hint={
            <>
              It works once, within ten minutes. If the service was started with {DATA}, add {DATA}{' '}
              to the command.
            </>
          }
          name="link"
          autoComplete="off"
          placeholder={`${location.origin}/#pair=…`}
        />
        <Button type="submit" look="primary" className="mt-5 max-sm:mt-0">
          Open paper world
        </Button>
      </form>
    </PaperWorld>
  )
}

const PaperElsewhere = () => (
  <PaperWorld text="The paper service does not run at this address. Start it in the folder of Quarterdeck, and open the link that it prints.">
    <CodeBlock label="Command" text="npm start" canCopy isOneLine />
  </PaperWorld>
)

const PaperWorld = ({ text, children }: { text: string; children: ReactNode }) => (
  <section aria-labelledby="paper-world">
    <h2 id="paper-world" className="text-lead font-semibold">
      Paper world
    </h2>
    <p className="pt-1 pb-2 text-ink-2">{text}</p>
    {children}
  </section>
)

type LinkReading = { ok: true; code: string } | { ok: false; message: string }

/** Reads a pairing link, or its code alone, as a person pastes it. */
export function readPairingLink(text: string, pageOrigin: string): LinkReading {
  const typed = text.trim()
  const [, code] = /^(?:.*#pair=)?([\w-]{16,})$/.exec(typed) ?? []
  if (code === undefined) {
    return { ok: false, message: `Paste the whole link, such as ${pageOrigin}/#pair=….` }
  }
  const isElsewhere = URL.canParse(typed) && new URL(typed).origin !== pageOrigin
  return isElsewhere
    ? { ok: false, message: 'This link belongs to another address. Open it in the address bar.' }
    : { ok: true, code }
}

const health = z.object({ service: z.literal('paper'), pair: z.string() })

/** The paper service at this page's own address, or another one. */
type ServiceHere = { pair: string } | 'other'

function useServiceHere(): ServiceHere {
  const [found, setFound] = useState<ServiceHere>({ pair: 'npm run -s paper -- pair' })
  useEffect(() => {
    if (IS_SITE) return
    const leaving = new AbortController()
    fetch('/health', { signal: leaving.signal })
      .then(async (answer) => {
        const read = health.safeParse(await answer.json())
        setFound(read.success ? read.data : 'other')
      })
      .catch(() => undefined)
    return () => leaving.abort()
  }, [])
  return found
}

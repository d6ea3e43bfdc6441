import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

import { ApiError } from '#client/api-error.ts'
import { type Client, createClient } from '#client/client.ts'
import { getMode, pairBrowser } from '#contract/system.ts'
import { useSecretForm } from '#forms/use-attempt.tsx'
import type { InPageService } from '#in-page/in-page-service.ts'
import { fetchFrom, IS_SITE, ownAddress, sharesOrigin } from '#in-page/own-address.ts'
import { ownService } from '#in-page/own-service.ts'
import type { SessionStore } from '#session/session-store.ts'
import { connectionStatus } from '#session/session.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { generateKeyPair } from '#signing/keys.ts'
import { BrandMark } from '#ui/brand-mark.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { textFrom } from '#ui/form-text.ts'
import { Note } from '#ui/note.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { TextField } from '#ui/text-input.tsx'

import { SHARED_ORIGIN } from './connection-words.ts'

type PairingProps = {
  code: string | undefined
  onPaired: () => void
}

export function Pairing({ code: given, onPaired }: PairingProps) {
  const store = useSessionStore()
  const isConnected = useSession(connectionStatus) === 'ready'
  const own = ownService()
  const [code, setCode] = useState(given)
  const [problem, setProblem] = useState<string>()
  const [isOpeningOwn, setOpeningOwn] = useState(own && !isConnected)

  useEffect(() => {
    if (!own || !isOpeningOwn) return
    own.pairingCode().then(setCode, (error: unknown) => {
      setProblem(error instanceof Error ? error.message : PAGE_LACKS_STORAGE)
      setOpeningOwn(false)
    })
  }, [own, isOpeningOwn])

  useEffect(() => {
    if (code === undefined) return
    // A code works once, so React's second effect run in development must not use it again.
    let attempt = attempts.get(code)
    if (!attempt) attempts.set(code, (attempt = pairWithService(code, store)))
    attempt.then(onPaired, (error: unknown) => {
      attempts.delete(code)
      setProblem(problemOf(error))
      setCode(undefined)
      setOpeningOwn(false)
    })
  }, [code, onPaired, store])

  if (own && isOpeningOwn) return <OpeningOwn service={own} />
  if (code === undefined) {
    return (
      <FirstRun
        problem={problem}
        isConnected={isConnected}
        onCode={setCode}
        onOwn={own && (() => setOpeningOwn(true))}
      />
    )
  }
  return (
    <SignedOutLayout title="Opening the paper world">
      <p role="status" className="text-ink-2">
        This browser creates its own key pair. Only the public key is sent.
      </p>
    </SignedOutLayout>
  )
}

function OpeningOwn({ service }: { service: InPageService }) {
  const { progress } = useSyncExternalStore(service.subscribe, service.state)
  return (
    <SignedOutLayout title="Opening the paper world">
      <p className="pb-4 text-ink-2">
        The paper service runs in this page, and its world stays in this browser.
      </p>
      <Meter label="Progress" value={Number(/(\d+) %/.exec(progress ?? '')?.[1] ?? 0) / 100} />
      <p role="status" className="min-h-6 pt-1 text-caption text-ink-3 tabular-nums">
        {progress !== undefined && `Now ${progress}.`}
      </p>
    </SignedOutLayout>
  )
}

const PAGE_LACKS_STORAGE =
  'This browser could not make or store a key. Allow this page to store data, and reload it; some private windows never do.'

const attempts = new Map<string, Promise<void>>()

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return PAGE_LACKS_STORAGE
  }
  const { failure } = error
  if (failure.kind === 'refused') {
    return failure.code === 'forbidden'
      ? 'This pairing link was used already, or is older than ten minutes. Get a new one below.'
      : failure.description
  }
  return IS_SITE
    ? 'The paper service in this page does not answer. Reload the page.'
    : 'The paper service does not answer. Start it with npm start, and open the link that it prints.'
}

/** Registers the public key of a new key pair; the private key never leaves the browser. */
export async function pairWithService(
  code: string,
  { connections, session }: Pick<SessionStore, 'connections' | 'session'>,
): Promise<void> {
  const baseUrl = ownAddress()
  const { key, publicPem } = await generateKeyPair()
  const client = createClient({ baseUrl, fetch: fetchFrom })
  const answer = await client.call(pairBrowser, { body: { code, public_key: publicPem } })
  const { user, world } = answer
  const known = session.get()
  for (const { id } of known.connections.filter((one) => one.baseUrl === baseUrl && !one.world)) {
    const credentials = known.credentials.get(id)
    if (credentials && (await takesKey(createClient({ baseUrl, credentials, fetch: fetchFrom })))) {
      connections.update(id, { world })
    }
  }
  const label = world === 'demo' ? 'Paper service' : `${world} paper`
  await connections.addPaired({
    label: user === 'trader' ? label : `${label}, ${user}`,
    user,
    world,
    baseUrl,
    apiKey: answer.api_key,
    key,
    token: answer.token,
  })
}

/** Connections from before worlds had names are of the open world if it takes their key. */
const takesKey = (client: Client): Promise<boolean> =>
  client.call(getMode, {}).then(
    () => true,
    () => false,
  )

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
  isConnected?: boolean
  onCode: (code: string) => void
  onOwn?: (() => void) | undefined
}

function FirstRun({ problem, isConnected = false, onCode, onOwn }: FirstRunProps) {
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

/** This page comes from the paper service: a link that it prints pairs this browser. */
function OpenPaper({ command, onCode }: Pick<FirstRunProps, 'onCode'> & { command: string }) {
  const { problem, onSubmit } = useSecretForm(async (form) => {
    const read = readPairingLink(textFrom(form, 'link'), location.origin)
    if (!read.ok) throw new Error(read.message)
    onCode(read.code)
  })
  return (
    <PaperWorld text="Run this command on the computer that runs Quarterdeck. It prints a pairing link: open it in this browser, or paste it here.">
      <CodeBlock label="Command" text={command} canCopy isOneLine />
      <form
        onSubmit={onSubmit}
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

type SignedOutLayoutProps = {
  title: string
  isWide?: boolean
  children: ReactNode
}

export function SignedOutLayout({ title, isWide = false, children }: SignedOutLayoutProps) {
  return (
    <main
      className={classNames(
        'mx-auto flex min-h-dvh w-full flex-col px-6 pt-12 pb-8 max-sm:px-4 max-sm:pt-5',
        isWide ? 'max-w-240 sm:pt-[12dvh]' : 'max-w-130',
      )}
    >
      <p className="flex items-center gap-2 pb-8 font-semibold max-sm:pb-5">
        <BrandMark />
        Quarterdeck
      </p>
      <h1
        className={
          isWide
            ? 'max-w-180 text-[1.875rem]/9 font-semibold tracking-[-0.024em] text-balance max-sm:text-[1.5rem]/8'
            : 'pb-3 text-title font-semibold'
        }
      >
        {title}
      </h1>
      {children}
    </main>
  )
}

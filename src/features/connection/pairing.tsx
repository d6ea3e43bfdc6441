import { useEffect, useState, useSyncExternalStore } from 'react'

import { ApiError } from '#client/api-error.ts'
import { createClient } from '#client/client.ts'
import { pairBrowser } from '#contract/system.ts'
import type { InPageService } from '#in-page/in-page-service.ts'
import { fetchFrom, IS_SITE, ownAddress } from '#in-page/own-address.ts'
import { ownService } from '#in-page/own-service.ts'
import type { SessionStore } from '#session/session-store.ts'
import { connectionStatus } from '#session/session.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { generateKeyPair } from '#signing/keys.ts'

import { Meter } from '#ui/progress-bar.tsx'

import { FirstRun } from './first-run.tsx'
import { SignedOutLayout } from './signed-out-layout.tsx'

type PairingProps = {
  /** Of the link that this page was opened with. */
  code: string | undefined
  onPaired: () => void
}

/** Pairs this browser with the paper service: with the code of a link, or with one that is pasted. */
export function Pairing({ code: given, onPaired }: PairingProps) {
  const { connections } = useSessionStore()
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
    // A code works once: React's second run of effects in development must not spend it again.
    let attempt = attempts.get(code)
    if (!attempt) attempts.set(code, (attempt = pairWithService(code, connections)))
    attempt.then(onPaired, (error: unknown) => {
      attempts.delete(code)
      setProblem(problemOf(error))
      setCode(undefined)
      setOpeningOwn(false)
    })
  }, [code, onPaired, connections])

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

/**
 * Makes a key pair in this browser, registers its public half with the code, and connects. The
 * private half cannot be taken out of the browser, and no secret travels.
 */
async function pairWithService(
  code: string,
  connections: SessionStore['connections'],
): Promise<void> {
  const baseUrl = ownAddress()
  const { key, publicPem } = await generateKeyPair()
  const client = createClient({ baseUrl, fetch: fetchFrom })
  const answer = await client.call(pairBrowser, { body: { code, public_key: publicPem } })
  await connections.addPaired({
    // Pairing again as the same user replaces what was there.
    label: answer.user === 'trader' ? 'Paper service' : `Paper service, ${answer.user}`,
    baseUrl,
    apiKey: answer.api_key,
    key,
    token: answer.token,
  })
}

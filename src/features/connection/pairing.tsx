import { useEffect, useState } from 'react'

import { ApiError } from '#client/api-error.ts'
import { createClient } from '#client/client.ts'
import { pairBrowser } from '#contract/system.ts'
import type { SessionStore } from '#session/session-store.ts'
import { useSessionStore } from '#session/use-session.ts'
import { generateKeyPair } from '#signing/keys.ts'
import { ErrorState } from '#ui/error-state.tsx'

import { SignedOutLayout } from './signed-out-layout.tsx'

type PairingProps = { code: string; onPaired: () => void }

/** Opening the printed address is all it takes; only a failure needs reading. */
export function Pairing({ code, onPaired }: PairingProps) {
  const { connections } = useSessionStore()
  const [failure, setFailure] = useState<Failure>()

  useEffect(() => {
    // A code works once: React's second run of effects in development must not spend it again.
    let attempt = attempts.get(code)
    if (!attempt) attempts.set(code, (attempt = pairWithService(code, connections)))
    attempt.then(onPaired, (error: unknown) => setFailure(failureOf(error)))
  }, [code, onPaired, connections])

  return (
    <SignedOutLayout title={failure === undefined ? 'Pairing this browser' : 'Not paired'}>
      {failure === undefined ? (
        <p role="status" className="text-ink-2">
          Making a key in this browser and registering its public half. No secret travels.
        </p>
      ) : (
        <ErrorState title={failure.what}>{failure.why}</ErrorState>
      )}
    </SignedOutLayout>
  )
}

const attempts = new Map<string, Promise<void>>()

type Failure = { what: string; why: string }

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    const why = 'Private windows and blocked storage are the usual causes.'
    return { what: 'This browser could not make or keep a key.', why }
  }
  if (error.failure.kind === 'refused') {
    return { what: 'The paper service refused this link.', why: error.failure.description }
  }
  return { what: 'The paper service did not answer.', why: 'It may have been stopped.' }
}

/**
 * Makes a key pair in this browser, registers its public half with the code, and connects. The
 * private half cannot be taken out of the browser, and no secret travels.
 */
async function pairWithService(
  code: string,
  connections: SessionStore['connections'],
): Promise<void> {
  const baseUrl = location.origin
  const { key, publicPem } = await generateKeyPair()
  const client = createClient({ baseUrl, fetch: (...call) => fetch(...call) })
  const answer = await client.call(pairBrowser, { body: { code, public_key: publicPem } })
  if (answer.api_key === undefined) throw new Error('The service gave no API key.')
  await connections.addPaired({
    // Pairing again as the same user replaces what was there.
    label:
      answer.user === undefined || answer.user === 'trader'
        ? 'Paper service'
        : `Paper service, ${answer.user}`,
    baseUrl,
    apiKey: answer.api_key,
    key,
    token: answer.token,
  })
}

import { useEffect, useState } from 'react'

import { ApiError } from '#client/api-error.ts'
import { ErrorState } from '#ui/error-state.tsx'

import { Doorstep } from './doorstep.tsx'
import { pairWithService } from './pair-browser.ts'

type PairingProps = { code: string; onPaired: () => void }

/** Opening the printed address is all it takes; only a failure needs reading. */
export function Pairing({ code, onPaired }: PairingProps) {
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    // A code works once: React's second run of effects in development must not spend it again.
    let attempt = attempts.get(code)
    if (!attempt) attempts.set(code, (attempt = pairWithService(code)))
    attempt.then(onPaired, (error: unknown) => setFailure(sentenceFor(error)))
  }, [code, onPaired])

  return (
    <Doorstep title={failure === undefined ? 'Pairing this browser' : 'Not paired'}>
      {failure === undefined ? (
        <p role="status" className="text-ink-2">
          Making a key in this browser and registering its public half. No secret travels.
        </p>
      ) : (
        <ErrorState title={failure}>
          Print a fresh link with <code className="font-mono">npm run -s paper -- pair</code> and
          open it.
        </ErrorState>
      )}
    </Doorstep>
  )
}

const attempts = new Map<string, Promise<void>>()

function sentenceFor(error: unknown): string {
  if (!(error instanceof ApiError)) return 'This browser could not make or keep a key.'
  if (error.failure.kind === 'refused') return error.failure.description
  return 'The paper service did not answer.'
}

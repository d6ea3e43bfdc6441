import { useState } from 'react'

import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'

import { REVOKE } from './revoke-words.ts'

/** The way on where nobody knows the passphrase any more: the keys go, the connections stay. */
export function ForgottenPassphrase() {
  const [isAsked, setAsked] = useState(false)
  const { forgetVault } = useSessionStore().connections
  if (!isAsked) {
    return (
      <button type="button" className="link touch mt-5" onClick={() => setAsked(true)}>
        Forgotten the passphrase?
      </button>
    )
  }
  return (
    <section aria-label="Forgotten passphrase" className="mt-6 border-t border-hairline pt-4">
      <p className="text-pretty text-ink-2">
        It cannot be found out. All keys behind it can be forgotten here: the connections stay with
        their history in Activity, and each asks for a new key. {REVOKE}
      </p>
      <div className="flex flex-wrap gap-3 pt-4">
        <Button look="quiet" onClick={() => setAsked(false)}>
          Keep them
        </Button>
        <Button look="danger-final" onClick={() => forgetVault()}>
          Forget these keys
        </Button>
      </div>
    </section>
  )
}

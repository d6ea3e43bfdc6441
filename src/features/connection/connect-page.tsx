import { useEffect, useState } from 'react'

import { allowsAnyAddress, sharesOrigin } from '#in-page/own-address.ts'
import { clearlyOpenIntents } from '#intents/indexed-journal.ts'
import type { ClearPart } from '#intents/sealed-journal.ts'
import { plural } from '#money/format.ts'
import { connectionStatus, currentConnection } from '#session/session.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Time } from '#ui/time.tsx'

import { ConnectForm } from './connect-form.tsx'
import { SHARED_ORIGIN } from './connection-words.ts'
import { KeyAgainForm } from './key-fields.tsx'
import { Pairing, SignedOutLayout } from './pairing.tsx'
import { ForgottenPassphrase, UnlockForm } from './vault-forms.tsx'

function OpenRequests({ connectionId }: { connectionId: string }) {
  const [open, setOpen] = useState<readonly ClearPart[]>([])
  useEffect(() => {
    let isHere = true
    void clearlyOpenIntents(connectionId).then(
      (found) => isHere && setOpen(found),
      // A journal that cannot be opened is reported where it is needed.
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [connectionId])
  const [first] = open
  if (!first) return null
  return (
    <Note tone="caution" className="mb-4">
      {plural(open.length, 'request has', 'requests have')} an unknown outcome,{' '}
      {open.length === 1 ? 'sent' : 'the first sent'} <Time at={first.sentAt} style="second" />.
      Unlock to check.
    </Note>
  )
}

export function ConnectPage({ isAdding, onReady }: { isAdding: boolean; onReady: () => void }) {
  const session = useSession()
  const sessionStore = useSessionStore()
  const connection = currentConnection(session)
  const where = isAdding ? 'none' : connectionStatus(session)
  useEffect(() => {
    if (where === 'ready') onReady()
  }, [where, onReady])

  if (where === 'ready') return null
  if (where === 'locked') {
    return (
      <SignedOutLayout title="Locked">
        {connection && <OpenRequests connectionId={connection.id} />}
        <UnlockForm />
        <ForgottenPassphrase />
        <OtherConnections />
      </SignedOutLayout>
    )
  }
  if (where === 'keyless' && connection) {
    return (
      <SignedOutLayout title={`Key for ${connection.label}`}>
        <p className="pb-4 text-ink-2">
          {WHERE_IT_WENT[connection.storage]} Enter a key for {connection.baseUrl}.
          {connection.apiKeyHint !== '' && ` The last one ended in ${connection.apiKeyHint}.`}
        </p>
        <OpenRequests connectionId={connection.id} />
        <KeyAgainForm connection={connection}>
          <Button look="quiet" onClick={() => void sessionStore.connections.remove(connection.id)}>
            Remove connection
          </Button>
        </KeyAgainForm>
        <OtherConnections />
      </SignedOutLayout>
    )
  }
  if (!isAdding) return <Pairing code={undefined} onPaired={onReady} />
  return (
    <SignedOutLayout title="Add a connection">
      {sharesOrigin() ? (
        <Note tone="caution" action={<Button onClick={onReady}>Back</Button>}>
          {SHARED_ORIGIN}
        </Note>
      ) : (
        <>
          <p className="pb-5 text-ink-2">
            Your key stays in this browser and signs every request here.
          </p>
          {allowsAnyAddress() && (
            <Note tone="caution" className="mb-5">
              This copy of Quarterdeck was built so that its page may call any address on the web.
              Check the base URL before you enter a key.
            </Note>
          )}
          <ConnectForm onAdded={onReady} onCancel={onReady} />
        </>
      )}
    </SignedOutLayout>
  )
}

const WHERE_IT_WENT = {
  session: 'The key of this connection was stored in a tab that is closed now.',
  vault: 'The key of this connection is no longer in this browser.',
  'paper-key': 'The key of this connection is no longer in this browser.',
} as const

function OtherConnections() {
  const { connections, currentId, credentials } = useSession()
  const sessionStore = useSessionStore()
  const others = connections.filter(({ id }) => id !== currentId && credentials.has(id))
  if (others.length === 0) return null
  return (
    <div className="mt-8 flex flex-wrap gap-2 border-t border-hairline pt-4">
      {others.map(({ id, label }) => (
        <Button key={id} onClick={() => sessionStore.connections.switchTo(id)}>
          Use {label}
        </Button>
      ))}
    </div>
  )
}

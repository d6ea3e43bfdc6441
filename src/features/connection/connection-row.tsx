import { useState } from 'react'

import type { ConnectionProfile } from '#session/connection-profile.ts'
import { sessionHome } from '#session/home.ts'
import { currentCredentials } from '#session/session.ts'
import { useSession } from '#session/use-session.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { Switch } from '#ui/switch.tsx'
import { Time } from '#ui/time.tsx'

import { EditConnection } from './edit-connection.tsx'
import { KeyAgainForm } from './key-again-form.tsx'
import { REVOKE } from './revoke-words.ts'
import { StepList } from './step-list.tsx'
import { TokenForm } from './token-form.tsx'
import { useConnectionTest } from './use-connection-test.ts'

const RESTS: Record<ConnectionProfile['storage'], string> = {
  'paper-key': 'In this browser, without a passphrase: paper only',
  vault: 'Encrypted in this browser, behind the passphrase',
  session: 'In this tab’s memory alone',
}

type ConnectionRowProps = {
  connection: ConnectionProfile
  isCurrent: boolean
  isOpen: boolean
  onToggle: () => void
}

/** One connection; opened, its facts, its switches, its test and its way out. */
export function ConnectionRow({ connection, isCurrent, isOpen, onToggle }: ConnectionRowProps) {
  const { id, label, baseUrl, declaredMode } = connection
  return (
    <li className="border-b border-hairline">
      <div className="flex min-h-12 flex-wrap items-center gap-3 py-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="touch flex min-w-0 items-center gap-2 rounded-m font-medium"
        >
          <ChevronDownIcon size={14} className={isOpen ? '' : '-rotate-90'} />
          <span className="truncate">{label}</span>
        </button>
        <Badge mode={declaredMode === 'paper' ? 'PAPER' : 'REAL'} />
        <span className="min-w-0 truncate text-caption text-ink-3">{baseUrl}</span>
        <span className="ml-auto">
          {isCurrent ? (
            <span className="text-caption text-ink-2">In use</span>
          ) : (
            <Button size="small" onClick={() => sessionHome().connections.switchTo(id)}>
              Use
            </Button>
          )}
        </span>
      </div>
      {isOpen && <ConnectionDetail connection={connection} isCurrent={isCurrent} />}
    </li>
  )
}

function ConnectionDetail(props: { connection: ConnectionProfile; isCurrent: boolean }) {
  const { connection, isCurrent } = props
  const { id, baseUrl, kind, apiKeyHint, storage, hasToken, tokenExpiresAt, emptyForm } = connection
  const { connections } = sessionHome()
  const session = useSession()
  const { steps, isRunning, test } = useConnectionTest()
  const [doing, setDoing] = useState<'edit' | 'key' | 'leave'>()
  const stop = () => setDoing(undefined)

  const runTest = async () => {
    const credentials = currentCredentials(session)
    if (!credentials) return
    const withForm = (form: typeof emptyForm) =>
      Promise.resolve({ ...credentials, emptyForm: form })
    const result = await test({ baseUrl, credentials: withForm })
    const found = result.emptyForm
    if (found && found !== emptyForm) connections.update(id, { emptyForm: found })
  }

  return (
    <div className="flex flex-col gap-3 pb-4 pl-6 max-sm:pl-0">
      <DefinitionList isTight>
        <Definition term="Key">
          {kind === 'rsa' ? 'RSA' : 'HMAC'}, ending in {apiKeyHint}
        </Definition>
        <Definition term="Rests">{RESTS[storage]}</Definition>
        <Definition term="Token">
          {hasToken ? (
            <>
              given, ends <Time at={tokenExpiresAt} reason="The token does not say." />
            </>
          ) : (
            'none: the DCA pages are closed'
          )}
        </Definition>
      </DefinitionList>
      <Switch
        label="Trading"
        help={
          connection.writeEnabled
            ? 'Orders, stops and sales can be sent.'
            : 'Read only: nothing that changes anything can be sent.'
        }
        checked={connection.writeEnabled}
        onChange={(event) => connections.update(id, { writeEnabled: event.target.checked })}
      />
      {isCurrent && <TokenForm connectionId={id} />}
      {doing === 'edit' && <EditConnection connection={connection} onDone={stop} />}
      {doing === 'key' && (
        <>
          <p className="text-ink-2">
            The new key takes the place of the old one; what was sent stays in Activity. {REVOKE}
          </p>
          <KeyAgainForm connection={connection} onDone={stop}>
            <Button look="quiet" onClick={stop}>
              Cancel
            </Button>
          </KeyAgainForm>
        </>
      )}
      {(steps.length > 0 || isRunning) && <StepList steps={steps} isRunning={isRunning} />}
      {doing !== 'edit' && doing !== 'key' && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size="small"
            isSending={isRunning}
            sendingLabel="Testing"
            reason={isCurrent ? undefined : 'Use it to test it.'}
            onClick={() => void runTest()}
          >
            Test connection
          </Button>
          <Button size="small" look="quiet" onClick={() => setDoing('edit')}>
            Edit
          </Button>
          <Button size="small" look="quiet" onClick={() => setDoing('key')}>
            Another key
          </Button>
          {doing !== 'leave' && (
            <Button size="small" look="quiet" className="ml-auto" onClick={() => setDoing('leave')}>
              Remove
            </Button>
          )}
        </div>
      )}
      {doing === 'leave' && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-80 text-pretty text-ink-2">
            Its key is forgotten here, and so is all that was sent with it. {REVOKE}
          </p>
          <Button size="small" look="quiet" onClick={stop}>
            Keep it
          </Button>
          <Button
            size="small"
            look="danger-final"
            reason={
              storage === 'vault' && session.locked
                ? 'Its key lies in the vault, which is locked: use it and unlock it first.'
                : undefined
            }
            onClick={() => void connections.remove(id)}
          >
            Remove connection
          </Button>
        </div>
      )}
    </div>
  )
}

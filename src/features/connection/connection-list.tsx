import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { canDuplicate } from '#client/transport.ts'
import type { Mode } from '#contract/system.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { DIALECT_PROFILES } from '#dialects/dialects.ts'
import { useSecretForm } from '#forms/use-attempt.tsx'
import { sharesOrigin } from '#in-page/own-address.ts'
import { transportOf } from '#query/sending-obstacle.ts'
import { type ConnectionProfile, hasFixedMode } from '#session/connection-profile.ts'
import { currentCredentials } from '#session/session.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/checkbox.tsx'
import { FactList } from '#ui/facts.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { textFrom } from '#ui/form-text.ts'
import { ChevronDownIcon, PlusIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Badge } from '#ui/status-tag.tsx'
import { TextField } from '#ui/text-input.tsx'
import { Time } from '#ui/time.tsx'

import { ModeChoice } from './connect-form.tsx'
import { keepsBodyForm, StepList, testedOf, useConnectionTest } from './connection-test.tsx'
import { transportInShort } from './connection-words.ts'
import { KeyAgainForm } from './key-fields.tsx'
import { TokenForm } from './token-form.tsx'
import { TradingSheet } from './trading-sheet.tsx'
import { ChangePassphrase, Revoke, TransferConnections } from './vault-forms.tsx'

const STORED: Record<ConnectionProfile['storage'], string> = {
  'paper-key': 'In this browser, without a passphrase (paper only)',
  vault: 'Encrypted in this browser, with a passphrase',
  session: 'In this tab only, until it is closed or reloaded',
}

type ConnectionRowProps = {
  connection: ConnectionProfile
  isCurrent: boolean
  isOpen: boolean
  onToggle: () => void
}

function ConnectionRow({ connection, isCurrent, isOpen, onToggle }: ConnectionRowProps) {
  const { id, label, baseUrl, declaredMode } = connection
  const sessionStore = useSessionStore()
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
        <span className="min-w-0 truncate text-caption text-ink-3 max-sm:order-last max-sm:-mt-2 max-sm:basis-full max-sm:pl-5.5">
          {baseUrl}
        </span>
        <span className="ml-auto">
          {isCurrent ? (
            <span className="text-caption text-ink-2">In use</span>
          ) : (
            <Button size="small" onClick={() => sessionStore.connections.switchTo(id)}>
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
  const { id, kind, keyedAs, apiKeyHint, storage, hasToken, tokenExpiresAt, emptyForm } = connection
  const { connections } = useSessionStore()
  const session = useSession()
  const { steps, isRunning, test, testBody, forget } = useConnectionTest()
  const { name, takesToken } = DIALECT_PROFILES[connection.dialect]
  const { modeHint } = DIALECT_WORDS[connection.dialect]
  const [action, setAction] = useState<'edit' | 'key' | 'leave'>()
  const [isReviewing, setReviewing] = useState(false)
  const transport = transportOf(connection)
  const isUnsafe = canDuplicate(transport) && !connection.acceptsDuplicates
  const stop = () => setAction(undefined)
  const endWithKey = () => {
    forget()
    stop()
  }

  const credentials = currentCredentials(session)
  const withForm =
    credentials &&
    ((form: typeof emptyForm) => Promise.resolve({ ...credentials, emptyForm: form }))
  const runTest = async () => {
    if (!withForm) return
    const result = await test(testedOf(connection), withForm)
    const found = result.emptyForm
    if (found && !keepsBodyForm(connection.dialect)) connections.learnForm(id, found, keyedAs)
    if (result.transport) connections.learnTransport(id, result.transport)
  }
  const runBodyTest = async () => {
    if (!withForm) return
    const form = await testBody(testedOf(connection), withForm, { emptyForm, transport })
    if (form && keepsBodyForm(connection.dialect)) connections.learnForm(id, form, keyedAs)
  }
  const setTrading = (isOn: boolean) => {
    // Real money, and orders that may be delivered twice, need a review.
    const isReviewed = connection.declaredMode !== 'paper' || hasFixedMode(connection)
    if (isOn && (isReviewed || isUnsafe)) return setReviewing(true)
    connections.update(id, { writeEnabled: isOn })
  }

  return (
    <div className="flex flex-col gap-2 pb-4">
      {isUnsafe && connection.writeEnabled && (
        <Note
          tone="caution"
          action={
            <Button size="small" onClick={() => setReviewing(true)}>
              Review
            </Button>
          }
        >
          New orders are blocked on this connection: one could arrive more than once. You can still
          stop bots and close trades.
        </Note>
      )}
      {isReviewing && <TradingSheet connection={connection} onClose={() => setReviewing(false)} />}
      <div className="border-b border-hairline pb-3">
        <Switch
          label="Trading"
          help={
            connection.writeEnabled
              ? 'Orders, stops and sales can be sent from this browser.'
              : 'Read only: no order, stop or sale can be sent.'
          }
          checked={connection.writeEnabled}
          onChange={(event) => setTrading(event.target.checked)}
        />
      </div>
      <FactList
        isTight
        of={{
          Service: name,
          Mode: modeHint !== undefined && (
            <>
              {connection.declaredMode === 'paper' ? 'paper' : 'real money'}
              <span className="block text-caption text-ink-3">{modeHint}</span>
            </>
          ),
          'Orders are sent': (
            <>
              {connection.acceptsDuplicates
                ? 'as text: one could arrive more than once'
                : transportInShort(transport)}
              {connection.transport && (
                <span className="block text-caption text-ink-3">
                  Tested <Time at={connection.transport.foundAt} />
                </span>
              )}
            </>
          ),
        }}
      />
      <Disclosure
        title={takesToken ? 'Key and token' : 'Key'}
        caption={`${kind === 'rsa' ? 'RSA' : 'HMAC'}${apiKeyHint === '' ? '' : `, ending in ${apiKeyHint}`}`}
        isOpenAtFirst={isCurrent && takesToken && !hasToken}
      >
        <FactList
          isTight
          of={{
            Key: `${kind === 'rsa' ? 'RSA' : 'HMAC'}, ${apiKeyHint === '' ? 'too short to show any of it' : `ending in ${apiKeyHint}`}`,
            'Key stored': STORED[storage],
            'Bearer token':
              takesToken &&
              (hasToken ? (
                <>
                  stored, expires <Time at={tokenExpiresAt} reason="The token names no expiry." />
                </>
              ) : (
                'none; the DCA pages need one'
              )),
          }}
        />
        {isCurrent && takesToken && (
          <div className="pt-2">
            <TokenForm connectionId={id} />
          </div>
        )}
      </Disclosure>
      {action === 'edit' && <EditConnection connection={connection} onDone={stop} />}
      {action === 'key' && (
        <>
          <p className="text-ink-2">
            The new key replaces the old one. Activity keeps what was sent. <Revoke />
          </p>
          <KeyAgainForm connection={connection} onDone={endWithKey}>
            <Button look="quiet" onClick={stop}>
              Cancel
            </Button>
          </KeyAgainForm>
        </>
      )}
      {action !== 'edit' && action !== 'key' && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size="small"
            isSending={isRunning}
            sendingLabel="Testing"
            reason={isCurrent ? undefined : 'Use this connection to test it.'}
            onClick={() => void runTest()}
          >
            Test connection
          </Button>
          <Button size="small" look="quiet" onClick={() => setAction('edit')}>
            Edit
          </Button>
          <Button size="small" look="quiet" onClick={() => setAction('key')}>
            Replace key
          </Button>
          {action !== 'leave' && (
            <Button
              size="small"
              look="quiet"
              className="ml-auto text-caution"
              onClick={() => setAction('leave')}
            >
              Remove
            </Button>
          )}
        </div>
      )}
      {(steps.length > 0 || isRunning) && (
        <StepList
          steps={steps}
          isRunning={isRunning}
          onTestBody={withForm && (() => void runBodyTest())}
        />
      )}
      {action === 'leave' && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-80 text-pretty text-ink-2">
            This browser deletes the key, and the list in Activity of what was sent with it.{' '}
            <Revoke />
          </p>
          <Button size="small" look="quiet" onClick={stop}>
            Cancel
          </Button>
          <Button
            size="small"
            look="danger-final"
            reason={
              storage === 'vault' && session.locked
                ? 'Its key is in the locked vault. Use the connection and unlock it first.'
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

type EditConnectionProps = { connection: ConnectionProfile; onDone: () => void }

/** Name of a connection, and its mode if the service does not report it. */
function EditConnection({ connection, onDone }: EditConnectionProps) {
  const { id, label, declaredMode } = connection
  const [mode, setMode] = useState<Mode>(declaredMode === 'paper' ? 'paper' : 'real')
  const { connections } = useSessionStore()
  const { problem, onSubmit } = useSecretForm(async (form) => {
    const name = textFrom(form, 'label').trim()
    if (name === '') throw new Error('Enter a name.')
    connections.update(id, { label: name, ...(mode !== declaredMode && { declaredMode: mode }) })
    onDone()
  })
  return (
    <form onSubmit={onSubmit} aria-label={`Edit ${label}`} className="flex flex-col gap-4 pt-1">
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <TextField label="Name" error={problem} name="label" defaultValue={label} autoFocus />
        {!hasFixedMode(connection) && <ModeChoice mode={mode} onMode={setMode} />}
      </div>
      <p className="text-caption text-ink-3">
        This changes nothing at the service.{' '}
        {DIALECT_WORDS[connection.dialect].modeHint ??
          'If the service reports its mode, that counts instead. After a change from paper to real money, trading is off until you switch it on.'}
      </p>
      <div className="flex gap-3">
        <Button type="submit" size="small">
          Save changes
        </Button>
        <Button size="small" look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function ConnectionList() {
  const { connections, currentId } = useSession()
  const [openId, setOpenId] = useState<string | undefined>(currentId)
  return (
    <>
      <ul>
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.id}
            connection={connection}
            isCurrent={connection.id === currentId}
            isOpen={connection.id === openId}
            onToggle={() => setOpenId(connection.id === openId ? undefined : connection.id)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 pt-3 max-sm:gap-x-0">
        <Link to="/connect" search={{ add: true }} className={buttonClass({ look: 'secondary' })}>
          <PlusIcon />
          Add a connection
        </Link>
        {!sharesOrigin() && <TransferConnections />}
        <ChangePassphrase />
      </div>
    </>
  )
}

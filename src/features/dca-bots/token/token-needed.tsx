import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { renewToken } from '#contract/system.ts'
import { Problem, useAttempt } from '#forms/use-attempt.tsx'
import { useExtension, useService } from '#query/service.tsx'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { KeyIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Time } from '#ui/time.tsx'
import { useNow } from '#ui/display-preferences.tsx'

import { foreseenTokenProblem, minutesLeft, type TokenProblem } from './token-problem.ts'

type TokenNeededProps = {
  problem: TokenProblem
  tokenForm: ReactNode
}

const TITLES: Record<TokenProblem, string> = {
  missing: 'This connection has no token.',
  expired: 'The token has expired.',
  refused: 'The service refused the token.',
}

/** Replaces the DCA pages while their token is missing, expired or refused. */
export function TokenNeeded({ problem, tokenForm }: TokenNeededProps) {
  const connection = useConnection()
  const canRenew = useCanRenew()
  const { clock } = useService()
  const expiry = connection?.tokenExpiresAt
  const endedAt = expiry !== undefined && expiry <= clock.now() ? expiry : undefined
  return (
    <section aria-label="Token needed" className="max-w-120 py-6">
      <h2 className="flex items-center gap-2 text-lead font-semibold">
        <KeyIcon className="text-ink-3" />
        {TITLES[problem]}
      </h2>
      <p className="mt-1 text-ink-2">
        DCA bots need a bearer token in addition to the API key.
        {endedAt !== undefined && (
          <>
            {' '}
            It expired <Time at={endedAt} />.
          </>
        )}{' '}
        Everything else works without it. This page opens once you save a token.
      </p>
      {canRenew && (
        <div className="mt-4">
          <RenewToken look="primary" isAutomatic={problem === 'expired'} />
        </div>
      )}
      <div className="mt-4">{tokenForm}</div>
      <p className="mt-3">
        <Link
          to="/settings"
          hash="connections"
          className={buttonClass({ look: 'quiet', className: '-ml-3 max-sm:-ml-4' })}
        >
          Open the connection in Settings
        </Link>
      </p>
    </section>
  )
}

type TokenGateProps = {
  connection: ConnectionProfile
  tokenForm: ReactNode
  children: ReactNode
}

/** Requires a token: warns before it expires, then shows `TokenNeeded`. */
export function TokenGate({ connection, tokenForm, children }: TokenGateProps) {
  // Without the time, the service's refusal shows that the token has expired.
  const now = useNow() ?? 0
  const problem = foreseenTokenProblem(connection, now)
  if (problem) return <TokenNeeded problem={problem} tokenForm={tokenForm} />
  const minutes = minutesLeft(connection, now)
  return (
    <>
      {minutes !== undefined && (
        <TokenEnds at={connection.tokenExpiresAt} minutes={minutes} tokenForm={tokenForm} />
      )}
      {children}
    </>
  )
}

type TokenEndsProps = { at: number | undefined; minutes: number; tokenForm: ReactNode }

function TokenEnds({ at, minutes, tokenForm }: TokenEndsProps) {
  const canRenew = useCanRenew()
  const [isOpen, setOpen] = useState(false)
  return (
    <Note tone="caution" isAnnounced className="mt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-60 flex-1">
          The token of this connection expires in {minutes} min, at <Time at={at} style="clock" />.
          The DCA pages then need a new one.
        </p>
        {canRenew ? (
          <RenewToken look="secondary" />
        ) : (
          <Button size="small" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            Enter another token
          </Button>
        )}
      </div>
      {isOpen && <div className="pt-2">{tokenForm}</div>}
    </Note>
  )
}

const useCanRenew = (): boolean => useExtension(renewToken) === true

type RenewTokenProps = {
  look: 'primary' | 'secondary'
  isAutomatic?: boolean
}

/** Tokens renewed automatically; one that expires at once is not renewed again. */
const renewed = new Set<string>()

/** Renews the token with the connection's key; the new one goes straight into the vault. */
function RenewToken({ look, isAutomatic = false }: RenewTokenProps) {
  const { client } = useService()
  const connection = useConnection()
  const { connections } = useSessionStore()
  const { attempt, problem, isBusy } = useAttempt('The token could not be renewed.')
  const renew = () =>
    attempt(async () => {
      if (!connection) return
      const { token } = await client.call(renewToken, {})
      await connections.setToken(connection.id, token)
    })
  const expired = connection && `${connection.keyedAs} ${connection.tokenExpiresAt}`
  const renewNow = useEffectEvent(renew)
  useEffect(() => {
    if (!isAutomatic || expired === undefined || renewed.has(expired)) return undefined
    const timer = setTimeout(() => {
      renewed.add(expired)
      void renewNow()
    }, 0)
    return () => clearTimeout(timer)
  }, [isAutomatic, expired])
  return (
    <>
      <Button
        look={look}
        size={look === 'primary' ? 'medium' : 'small'}
        isSending={isBusy}
        sendingLabel="Asking"
        onClick={() => void renew()}
      >
        Ask for a new token
      </Button>
      <Problem>{problem}</Problem>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'

import { renewToken } from '#contract/system.ts'
import { useExtension } from '#query/use-extension.ts'
import { useService } from '#query/service.tsx'
import { sessionHome } from '#session/home.ts'
import { useConnection } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { FieldMessage } from '#ui/field-message.tsx'
import { KeyIcon } from '#ui/icons.tsx'
import { Time } from '#ui/time.tsx'

import type { TokenProblem } from './token-problem.ts'

type TokenNeededProps = {
  problem: TokenProblem
  /** Takes another token in place. */
  tokenForm: ReactNode
}

const TITLES: Record<TokenProblem, string> = {
  missing: 'This connection has no token.',
  expired: 'The token has expired.',
  refused: 'The service refused the token.',
}

/** What stands in place of the DCA bots while their token is missing, expired or refused. */
export function TokenNeeded({ problem, tokenForm }: TokenNeededProps) {
  const connection = useConnection()
  const canRenew = useExtension(renewToken) === true
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
        The service asks for a bearer token for its DCA bots, beside the key.
        {endedAt !== undefined && (
          <>
            {' '}
            This one ended <Time at={endedAt} />.
          </>
        )}{' '}
        Everything else works without it. This page opens by itself once a token is there.
      </p>
      {canRenew && <RenewButton />}
      <div className="mt-4">{tokenForm}</div>
      <p className="mt-3">
        <Link
          to="/settings"
          hash="connections"
          className={buttonClass({ look: 'quiet', className: '-ml-3' })}
        >
          To the connection in Settings
        </Link>
      </p>
    </section>
  )
}

/** Asks the service for a token with the connection's key; the token goes straight to where keys rest. */
function RenewButton() {
  const { client } = useService()
  const connection = useConnection()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const latch = useRef(false)
  const renew = async () => {
    if (latch.current || !connection) return
    latch.current = true
    setAsking(true)
    setProblem(undefined)
    try {
      const { token } = await client.call(renewToken, {})
      if (token === undefined) throw new Error('The service answered without a token.')
      await sessionHome().connections.setToken(connection.id, token)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The token could not be renewed.')
    } finally {
      latch.current = false
      setAsking(false)
    }
  }
  return (
    <div className="mt-4">
      <Button
        look="primary"
        isSending={isAsking}
        sendingLabel="Asking"
        onClick={() => void renew()}
      >
        Ask for a new token
      </Button>
      {problem !== undefined && (
        <div role="alert">
          <FieldMessage isError>{problem}</FieldMessage>
        </div>
      )}
    </div>
  )
}

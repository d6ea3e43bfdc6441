import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useService } from '#query/service.tsx'
import { useConnection } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { KeyIcon } from '#ui/icons.tsx'
import { Time } from '#ui/time.tsx'

import { RenewToken, useCanRenew } from './renew-token.tsx'
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
        The service asks for a bearer token for its DCA bots, beside the key.
        {endedAt !== undefined && (
          <>
            {' '}
            This one ended <Time at={endedAt} />.
          </>
        )}{' '}
        Everything else works without it. This page opens by itself once a token is there.
      </p>
      {canRenew && (
        <div className="mt-4">
          <RenewToken look="primary" />
        </div>
      )}
      <div className="mt-4">{tokenForm}</div>
      <p className="mt-3">
        <Link
          to="/settings"
          hash="connections"
          className={buttonClass({ look: 'quiet', className: '-ml-3 max-sm:-ml-4' })}
        >
          To the connection in Settings
        </Link>
      </p>
    </section>
  )
}

import { type ReactNode, useState } from 'react'

import type { ConnectionProfile } from '#session/connection-profile.ts'
import { Button } from '#ui/button.tsx'
import { useNow } from '#ui/display-preferences.tsx'
import { Note } from '#ui/note.tsx'
import { Time } from '#ui/time.tsx'

import { RenewToken, useCanRenew } from './renew-token.tsx'
import { TokenNeeded } from './token-needed.tsx'
import { foreseenTokenProblem, minutesLeft } from './token-problem.ts'

type TokenGateProps = {
  connection: ConnectionProfile
  /** Takes another token in place. */
  tokenForm: ReactNode
  /** What needs the token. */
  children: ReactNode
}

/** What needs a token, with a word before the token ends, and what to do in its place afterwards. */
export function TokenGate({ connection, tokenForm, children }: TokenGateProps) {
  // Without a clock nothing is foreseen: the service says it then.
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
          The token of this connection ends in {minutes} min, at <Time at={at} style="clock" />. The
          DCA pages then wait for another one.
        </p>
        {canRenew ? (
          <RenewToken look="secondary" />
        ) : (
          <Button size="small" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            Put in another
          </Button>
        )}
      </div>
      {isOpen && <div className="pt-2">{tokenForm}</div>}
    </Note>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { useSession } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { PlusIcon } from '#ui/icons.tsx'

import { ChangePassphrase } from './change-passphrase.tsx'
import { ConnectionRow } from './connection-row.tsx'
import { TransferConnections } from './transfer-connections.tsx'

/** Every connection of this browser, with what can be changed about it. */
export function ConnectionList() {
  const { connections, currentId } = useSession()
  const [openId, setOpenId] = useState<string | undefined>(currentId)
  return (
    <>
      <ul className="border-t border-hairline-2">
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
        <TransferConnections />
        <ChangePassphrase />
      </div>
    </>
  )
}

import { Link } from '@tanstack/react-router'

import { useConnection, useSession, useSessionStore } from '#session/use-session.ts'
import { ChevronDownIcon, ConnectionIcon, PlusIcon } from '#ui/icons.tsx'
import { Menu, MenuChoice, MenuLine, MenuLink } from '#ui/menu.tsx'

/** Which service is shown, and the way to another. Switching here leaves other tabs alone. */
export function ConnectionSwitcher() {
  const { connections } = useSession()
  const current = useConnection()
  const sessionStore = useSessionStore()
  return (
    <Menu
      label="Connections"
      trigger={
        <button
          type="button"
          className="touch flex min-w-0 items-center gap-1.5 rounded-m font-semibold hover:text-ink"
        >
          <span className="truncate">{current?.label ?? 'No connection'}</span>
          <ChevronDownIcon size={14} />
        </button>
      }
    >
      <MenuChoice
        label="Connection"
        value={current?.id ?? ''}
        options={connections.map(({ id, label }) => ({ value: id, label }))}
        onChange={(id) => sessionStore.connections.switchTo(id)}
      />
      <MenuLine />
      <MenuLink>
        <Link to="/connect" search={{ add: true }}>
          <PlusIcon size={14} />
          Add a connection
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to="/settings" hash="connections">
          <ConnectionIcon size={14} />
          Manage connections
        </Link>
      </MenuLink>
    </Menu>
  )
}

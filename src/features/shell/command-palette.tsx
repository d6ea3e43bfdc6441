import { useNavigate } from '@tanstack/react-router'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useId, useState } from 'react'

import { createDcaBot } from '#contract/dca-bots.ts'
import { createGridBot } from '#contract/grid-bots.ts'
import { useExtension } from '#query/use-extension.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { SearchIcon } from '#ui/icons.tsx'

import { usePageCommands } from './page-commands.ts'
import { PLACES } from './nav-items.ts'
import { useOpenCommands } from './use-open-commands.ts'
import { useStopCommands } from './use-stop-commands.ts'

export type Command = { name: string; detail: string; run: () => void }

/** Finds a place, a connection, a trade or a bot by typing. It leads somewhere; it never sends. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="enter-pop fixed top-[12dvh] left-1/2 z-50 w-130 max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-l bg-overlay shadow-pop"
        >
          <Dialog.Title className="sr-only">Search or go to</Dialog.Title>
          <Commands onDone={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Commands({ onDone }: { onDone: () => void }) {
  const listId = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const places = [...useCommands(), ...usePageCommands()].filter(({ name }) =>
    name.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const commands = [...places, ...useOpenCommands(text), ...useStopCommands(text)]
  const active = Math.min(chosen, commands.length - 1)

  const run = (command: Command | undefined) => {
    if (!command) return
    onDone()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(commands[active])
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : commands.length - 1
    setChosen((active + step) % Math.max(1, commands.length))
  }

  return (
    <>
      <div className="flex h-11 items-center gap-2.5 border-b border-hairline px-3.5 text-ink-3">
        <SearchIcon />
        <input
          role="combobox"
          aria-label="Search or go to"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={commands[active] ? `${listId}-${active}` : undefined}
          placeholder="Search or go to"
          className="h-full flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
      </div>
      <ul id={listId} role="listbox" aria-label="Places" className="max-h-90 overflow-auto p-1">
        {commands.map((command, index) => (
          <li
            key={`${command.name} ${command.detail}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-m px-2.5 aria-selected:bg-active max-sm:min-h-11"
            onPointerMove={() => setChosen(index)}
            onPointerDown={(event) => {
              event.preventDefault()
              run(command)
            }}
          >
            <span className="flex-1">{command.name}</span>
            <span className="text-caption text-ink-3 max-sm:hidden">{command.detail}</span>
          </li>
        ))}
        {commands.length === 0 && (
          <li className="px-2.5 py-2 text-ink-3">Nothing here has that name.</li>
        )}
      </ul>
    </>
  )
}

function useCommands(): Command[] {
  const navigate = useNavigate()
  const { connections, currentId } = useSession()
  const sessionStore = useSessionStore()
  const canMakeGridBots = useExtension(createGridBot) === true
  const canMakeDcaBots = useExtension(createDcaBot) === true
  return [
    ...PLACES.map(({ to, name, key }) => ({
      name,
      detail: `g ${key}`,
      run: () => void navigate({ to }),
    })),
    {
      name: 'New SmartTrade',
      detail: 'page',
      run: () => void navigate({ to: '/smart-trades/new' }),
    },
    ...(canMakeGridBots
      ? [
          {
            name: 'New grid bot',
            detail: 'page',
            run: () => void navigate({ to: '/grid-bots/new' }),
          },
        ]
      : []),
    ...(canMakeDcaBots
      ? [{ name: 'New DCA bot', detail: 'page', run: () => void navigate({ to: '/dca-bots/new' }) }]
      : []),
    {
      name: 'DCA strategies',
      detail: 'page',
      run: () => void navigate({ to: '/dca-bots/strategies' }),
    },
    ...connections
      .filter(({ id }) => id !== currentId)
      .map(({ id, label }) => ({
        name: `Switch to ${label}`,
        detail: 'connection',
        run: () => sessionStore.connections.switchTo(id),
      })),
  ]
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useId, useState } from 'react'

import { createDcaBot } from '#contract/dca-bots.ts'
import { createGridBot, listGridBots } from '#contract/grid-bots.ts'
import { isUnreadable } from '#contract/read.ts'
import { nextStepOf } from '#market/needs.ts'
import { useNeeds } from '#market/use-needs.ts'
import { textOr } from '#money/format.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension } from '#query/service.tsx'
import { useAddressBook, useSession, useSessionStore, useSettings } from '#session/use-session.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { leftAs } from '#ui/left-pages.ts'

import { NAV_ITEMS } from './navigation.tsx'
import { findLoaded } from './search-results.ts'
import { switchTheme } from './top-bar.tsx'

export type Command = { name: string; detail: string; run: () => void }

export function CommandPalette({ onPanic, onClose }: { onPanic: () => void; onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="enter-pop fixed top-[12dvh] left-1/2 z-50 w-130 max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-l bg-overlay shadow-pop"
        >
          <Dialog.Title className="sr-only">Search or go to</Dialog.Title>
          <Commands onPanic={onPanic} onDone={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Commands({ onPanic, onDone }: { onPanic: () => void; onDone: () => void }) {
  const listId = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const panic = { name: 'Panic', detail: 'opens the review', run: onPanic }
  const places = [...useCommands(), ...usePageCommands(), panic].filter(({ name }) =>
    name.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const commands = [
    ...useNeedCommands(text),
    ...places,
    ...useOpenCommands(text),
    ...useStopCommands(text),
  ]
  const active = Math.min(chosen, commands.length - 1)

  const run = (command: Command | undefined) => {
    if (!command) return
    onDone()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Otherwise the key would also press the button that gets the focus in the review.
      event.preventDefault()
      run(commands[active])
    }
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
            <span className="max-w-64 truncate text-caption text-ink-3 max-sm:hidden">
              {command.detail}
            </span>
          </li>
        ))}
        {commands.length === 0 && (
          <li className="px-2.5 py-2 text-ink-3">
            Not found in pages, commands, trades, bots and loaded notes.
          </li>
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
    ...NAV_ITEMS.map(({ to, name, key }) => ({
      name,
      detail: `g ${key}`,
      run: () => void navigate({ to, search: leftAs(to) as never }),
    })),
    ...PAGES.filter(({ to }) => to !== '/grid-bots/new' || canMakeGridBots)
      .filter(({ to }) => to !== '/dca-bots/new' || canMakeDcaBots)
      .map(({ to, name }) => ({ name, detail: 'page', run: () => void navigate({ to }) })),
    ...connections
      .filter(({ id }) => id !== currentId)
      .map(({ id, label }) => ({
        name: `Switch to ${label}`,
        detail: 'connection',
        run: () => sessionStore.connections.switchTo(id),
      })),
  ]
}

const PAGES = [
  { to: '/smart-trades/new', name: 'New SmartTrade' },
  { to: '/grid-bots/new', name: 'New grid bot' },
  { to: '/dca-bots/new', name: 'New DCA bot' },
  { to: '/dca-bots/strategies', name: 'DCA strategies' },
  { to: '/compare', name: 'Compare bots' },
  { to: '/new-world', name: 'New paper world' },
] as const

export function usePageCommands(): Command[] {
  const { settings, connections } = useSessionStore()
  const { hideAmounts } = useSettings()
  const lock = () => connections.lock()
  return [
    { name: 'Switch between dark and light', detail: 'theme', run: () => switchTheme(settings) },
    {
      name: hideAmounts ? 'Show amounts' : 'Hide amounts',
      detail: 'on every page',
      run: () => settings.set({ hideAmounts: !hideAmounts }),
    },
    ...(connections.canLock()
      ? [{ name: 'Lock all tabs', detail: 'asks for the passphrase', run: lock }]
      : []),
  ]
}

export function useOpenCommands(text: string): Command[] {
  const client = useQueryClient()
  const navigate = useNavigate()
  return findLoaded(client, text).map((result) => ({
    name: result.name,
    detail: result.detail,
    run: () => {
      if (result.kind === 'smart-trade') {
        void navigate({ to: '/smart-trades', search: { status: 'all', trade: result.id } })
      } else if (result.kind === 'grid-bot') {
        void navigate({ to: '/grid-bots/$botId', params: { botId: result.id } })
      } else {
        void navigate({ to: '/dca-bots/$botId', params: { botId: String(result.id) } })
      }
    },
  }))
}

export function useNeedCommands(text: string): Command[] {
  const navigate = useNavigate()
  const { needs } = useNeeds({ isWanted: false })
  const words = text.trim().toLowerCase()
  if (words === '') return []
  return needs
    .map((need) => {
      const { words: step, link } = nextStepOf(need)
      const run = () => void navigate(link as never)
      return { name: `${step}: ${need.name}`, detail: need.sentence, run }
    })
    .filter(({ name }) => `needs you ${name}`.toLowerCase().includes(words))
}

/** Maximum results; more would be too many to pick from. */
const MOST = 20

export function useStopCommands(text: string): Command[] {
  const navigate = useNavigate()
  const isListed = useExtension(listGridBots)
  const { gridBots: followed } = useAddressBook()
  const { data } = useQuery({ ...endpointQuery(listGridBots, {}), enabled: isListed === true })
  const words = text.trim().toLowerCase()
  if (words === '') return []
  const bots =
    isListed === true
      ? (data ?? []).flatMap((bot) => {
          // An unreadable bot may be running.
          if (isUnreadable(bot))
            return bot.id === undefined ? [] : { id: bot.id, name: `bot ${bot.id}` }
          return bot.is_enabled ? { id: bot.id, name: textOr(bot.name, `bot ${bot.id}`) } : []
        })
      : followed.map((id) => ({ id, name: `grid bot ${id}` }))
  const commands = bots.map(({ id, name }) => ({
    name: `Stop ${name}`,
    detail: `opens the review, bot ${id}`,
    run: () =>
      void navigate({ to: '/grid-bots/$botId', params: { botId: id }, search: { stop: true } }),
  }))
  const all = {
    name: 'Stop all grid bots',
    detail: 'opens the review',
    run: () => void navigate({ to: '/grid-bots', search: { stop: 'all' } }),
  }
  const isAsked = ({ name, detail }: Command) => `${name} ${detail}`.toLowerCase().includes(words)
  const single = commands.filter(isAsked).slice(0, MOST)
  // Last, so that a quick Enter never opens the command that stops everything.
  return [...single, ...(bots.length > 1 && isAsked(all) ? [all] : [])]
}

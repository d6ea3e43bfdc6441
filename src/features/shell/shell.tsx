import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

import { isUnknown } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'
import { useShownMode } from '#query/use-mode.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { leftAs } from '#ui/left-pages.ts'

import { NAV_ITEMS, Rail, TabBar } from './navigation.tsx'
import { StatusStrip } from './status-strip.tsx'
import { TopBar } from './top-bar.tsx'

const CommandPalette = lazyPanel(
  async () => (await import('./command-palette.tsx')).CommandPalette,
  { onGiveUp: ({ onClose }) => onClose() },
)

const KeyList = lazyPanel(async () => (await import('./key-list.tsx')).KeyList, {
  onGiveUp: ({ onClose }) => onClose(),
})

type ShellProps = {
  title: string
  onPanic: () => void
  children: ReactNode
}

export function Shell({ title, onPanic, children }: ShellProps) {
  const { sender } = useService()
  const mode = useShownMode()
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const close = () => setOpen(undefined)
  const intents = useSyncExternalStore(sender.journal.subscribe, sender.journal.all)
  const unknown = intents.filter(isUnknown).length
  useJumpKeys(setOpen)
  useEffect(() => {
    document.title = [title, mode, 'Quarterdeck'].filter(Boolean).join(' · ')
  }, [title, mode])

  return (
    <div
      className={`grid min-h-dvh grid-cols-[var(--rail)_minmax(0,1fr)] max-sm:block ${
        mode === 'REAL' ? 'real' : ''
      }`}
    >
      <a href="#main" className="sr-only focus:not-sr-only">
        Skip to the page
      </a>
      <Rail waiting={unknown} />
      <div className="flex min-h-dvh min-w-0 flex-col pb-(--bottom-bar)">
        <TopBar onSearch={() => setOpen('palette')} onPanic={onPanic} />
        <StatusStrip />
        <main id="main" tabIndex={-1} className="relative min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      <TabBar waiting={unknown} onPanic={onPanic} />
      {open === 'palette' && <CommandPalette onPanic={onPanic} onClose={close} />}
      {open === 'keys' && <KeyList onClose={close} />}
    </div>
  )
}

const JUMPS = [...NAV_ITEMS, { to: '/smart-trades/new', key: 'n' }] as const

/** In milliseconds between `g` and a letter. */
const CHORD = 1_000

/** Ctrl+K, Cmd+K and `/` open the palette, `?` the keys; `g` and a letter navigate. */
function useJumpKeys(openSheet: (what: 'palette' | 'keys') => void): void {
  const navigate = useNavigate()
  const open = useEffectEvent(openSheet)

  useEffect(() => {
    let armedAt = -CHORD
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        open('palette')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '/' || event.key === '?') {
        event.preventDefault()
        open(event.key === '/' ? 'palette' : 'keys')
      } else if (event.key === 'g') {
        armedAt = event.timeStamp
      } else if (event.timeStamp - armedAt < CHORD) {
        armedAt = -CHORD
        const place = JUMPS.find(({ key }) => key === event.key)
        if (place) {
          // The new page may focus an input, which must not receive this key.
          event.preventDefault()
          void navigate({ to: place.to, search: leftAs(place.to) as never }).then(focusPage)
        }
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate])
}

/** Moves the focus into the page, unless the page has set it. */
function focusPage(): void {
  const main = document.getElementById('main')
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}

const TAKES_LETTERS =
  'input:not([type=range]), textarea, select, [contenteditable], [role=dialog], [role=menu]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TAKES_LETTERS) !== null

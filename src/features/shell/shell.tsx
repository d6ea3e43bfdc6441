import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

import { isUnknown } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'
import { useShownMode } from '#query/use-mode.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'

import { Rail } from './rail.tsx'
import { StatusStrip } from './status-strip.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useJumpKeys } from './use-jump-keys.ts'

const CommandPalette = lazyPanel(
  () => import('./command-palette.tsx').then((module) => module.CommandPalette),
  { onGiveUp: ({ onClose }) => onClose() },
)

const KeyList = lazyPanel(() => import('./key-list.tsx').then((module) => module.KeyList), {
  onGiveUp: ({ onClose }) => onClose(),
})

type ShellProps = {
  /** The page's name, for the browser's title. */
  title: string
  children: ReactNode
}

/** What stands around every page. */
export function Shell({ title, children }: ShellProps) {
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
        <TopBar onSearch={() => setOpen('palette')} />
        <StatusStrip />
        <main id="main" tabIndex={-1} className="relative min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      <TabBar waiting={unknown} />
      <Suspense>
        {open === 'palette' && <CommandPalette onClose={close} />}
        {open === 'keys' && <KeyList onClose={close} />}
      </Suspense>
    </div>
  )
}

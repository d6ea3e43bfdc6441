import { useEffect, useState } from 'react'

import { sessionHome } from '#session/home.ts'
import { useConnection } from '#session/use-session.ts'

import { EMPTY_BOT, keptBot, type NewBot } from './new-bot-values.ts'

/** What is typed of a new grid bot: it outlives a reload of its tab, until the bot is made. */
export function useKeptBot(isMade: boolean) {
  const connectionId = useConnection()?.id
  const [typed, setTyped] = useState(() =>
    keptBot(
      connectionId === undefined ? undefined : sessionHome().drafts.read(connectionId, 'grid-bot'),
    ),
  )
  useEffect(() => {
    if (isMade && connectionId !== undefined) {
      sessionHome().drafts.clear(connectionId, 'grid-bot')
    }
  }, [isMade, connectionId])

  const type = (change: Partial<NewBot>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    if (connectionId !== undefined) sessionHome().drafts.write(connectionId, 'grid-bot', next)
  }
  /** For the next bot: of the last one account and pair stay. */
  const startOver = () => setTyped({ ...EMPTY_BOT, account: typed.account, pair: typed.pair })
  return { typed, type, startOver }
}

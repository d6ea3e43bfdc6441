import { Link } from '@tanstack/react-router'

import { sourceWords } from './words.ts'
import type { Trade } from './trades.ts'

const isCount = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id)

/** What placed an order, as the way to it where there is one. */
export function SourceLink({ source }: Pick<Trade, 'source'>) {
  const words = sourceWords(source?.type)
  const id = source?.id
  if (!id) return words
  const label = `${words} ${id}`
  if (source.type === 'smart_trade' && isCount(id)) {
    return (
      <Link to="/smart-trades" search={{ status: 'all', trade: Number(id) }} className="link touch">
        {label}
      </Link>
    )
  }
  if (source.type === 'grid_bot' && isCount(id)) {
    return (
      <Link to="/grid-bots/$botId" params={{ botId: Number(id) }} className="link touch">
        {label}
      </Link>
    )
  }
  if (source.type === 'dca_bot') {
    return (
      <Link to="/dca-bots/$botId" params={{ botId: id }} className="link touch">
        {label}
      </Link>
    )
  }
  return (
    <>
      {words} <span className="ml-1 text-ink-3">{id}</span>
    </>
  )
}

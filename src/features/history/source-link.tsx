import { Link } from '@tanstack/react-router'

import { readId } from '#contract/primitives.ts'

import { sourceWords } from './words.ts'
import type { Trade } from './trades.ts'

const numberIn = (id: string) => (/^[1-9]\d*$/.test(id) ? readId(id) : undefined)

/** What placed an order, as the way to it where there is one. */
export function SourceLink({ source }: Pick<Trade, 'source'>) {
  const words = sourceWords(source?.type)
  const id = source?.id
  if (!id) return words
  const number = numberIn(id)
  const label = `${words} ${id}`
  if (source.type === 'smart_trade' && number !== undefined) {
    return (
      <Link to="/smart-trades" search={{ status: 'all', trade: number }} className="link touch">
        {label}
      </Link>
    )
  }
  if (source.type === 'grid_bot' && number !== undefined) {
    return (
      <Link to="/grid-bots/$botId" params={{ botId: number }} className="link touch">
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

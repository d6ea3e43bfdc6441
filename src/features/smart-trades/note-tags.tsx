import { Link } from '@tanstack/react-router'

import { tagsOf } from '#trading/tags.ts'

/** #tags of a note without its text. */
export function TagLinks({ note }: { note: string }) {
  const tags = tagsOf(note)
  if (tags.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 text-caption text-ink-3">
      Trades with
      {tags.map((tag) => (
        <TagLink key={tag} tag={tag} />
      ))}
    </p>
  )
}

export const TagLink = ({ tag }: { tag: string }) => (
  <Link
    from="/smart-trades/"
    to="."
    search={(before) => ({ ...before, note: tag, page: 1, trade: undefined })}
    title={`SmartTrades with ${tag}`}
    className="link touch max-w-18 truncate"
    // Otherwise the row would open its trade.
    onClick={(event) => event.stopPropagation()}
  >
    {tag}
  </Link>
)

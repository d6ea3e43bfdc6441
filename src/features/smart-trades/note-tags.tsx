import { Link } from '@tanstack/react-router'

import { splitAtTags, tagsOf } from '#trading/tags.ts'

/** More would leave the words of the note no room. */
const TAGS_IN_A_ROW = 2

/** A note in one line: its words, cut where they are long, and its #tags, which are always in sight. */
export function NoteLine({ note }: { note: string }) {
  const words = splitAtTags(note.trim()).filter((_, index) => index % 2 === 0)
  return (
    <span className="flex max-w-36 gap-1.5 text-ink-2" title={note.trim()}>
      <span className="min-w-8 flex-1 truncate">{words.join('').trim()}</span>
      {tagsOf(note)
        .slice(0, TAGS_IN_A_ROW)
        .map((tag) => (
          <TagLink key={tag} tag={tag} />
        ))}
    </span>
  )
}

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

const TagLink = ({ tag }: { tag: string }) => (
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

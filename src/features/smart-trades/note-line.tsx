import type { ReactNode } from 'react'

import { splitAtTags, tagsOf } from '#trading/tags.ts'

/** More would leave the words of the note no room. */
const TAGS_IN_A_ROW = 2

type NoteLineProps = {
  note: string
  /** A tag that leads to the trades with it. */
  TagLink: (props: { tag: string }) => ReactNode
}

/** A note in one line: its words, cut where they are long, and its #tags, which are always in sight. */
export function NoteLine({ note, TagLink }: NoteLineProps) {
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

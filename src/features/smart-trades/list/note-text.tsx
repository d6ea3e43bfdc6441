import { Fragment } from 'react'

const TAG = /(#[\p{L}\p{N}_-]+)/u

/** A note as text, its #tags set apart. */
export function NoteText({ note }: { note: string }) {
  return note
    .trim()
    .split(TAG)
    .map((part, index) =>
      index % 2 === 1 ? (
        <span key={index} className="text-ink">
          {part}
        </span>
      ) : (
        <Fragment key={index}>{part}</Fragment>
      ),
    )
}

import { NOTE_LIMIT, noteLength } from './note.ts'

const TAIL = / ?ref:([0-9a-f]{8})$/
/** The same at the end of a note inside a body's text. */
const IN_BODY = / ?ref:[0-9a-f]{8}(?="[,}])/g

/** A note with a tail by which its trade is found again; without one where it does not fit. */
export function withRef(note: string | undefined, ref: string): string {
  const plain = plainNote(note ?? '')
  const tailed = plain === '' ? `ref:${ref}` : `${plain} ref:${ref}`
  return noteLength(tailed) > NOTE_LIMIT ? plain : tailed
}

/** What was typed of a note. */
export const plainNote = (note: string): string => note.replace(TAIL, '')

/** What a note's tail says; `undefined` without one. */
export const refOf = (note: string | undefined): string | undefined =>
  note === undefined ? undefined : TAIL.exec(note)?.[1]

export const withoutRef = (body: string): string => body.replaceAll(IN_BODY, '')

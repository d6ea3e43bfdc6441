import { NOTE_LIMIT, noteLength } from './note.ts'

const TAIL = / ?ref:([0-9a-f]{8})$/
/** Matches a tag at the end of a note within JSON. */
const IN_BODY = / ?ref:[0-9a-f]{8}(?="[,}])/g

/** Appends a tag that identifies the trade later; omitted if the note would be too long. */
export function withRef(note: string | undefined, ref: string): string {
  const plain = plainNote(note ?? '')
  const tailed = plain === '' ? `ref:${ref}` : `${plain} ref:${ref}`
  return noteLength(tailed) > NOTE_LIMIT ? plain : tailed
}

export const plainNote = (note: string): string => note.replace(TAIL, '')

export const refOf = (note: string | undefined): string | undefined =>
  note === undefined ? undefined : TAIL.exec(note)?.[1]

export const withoutRef = (body: string): string => body.replaceAll(IN_BODY, '')

import * as z from 'zod/mini'

export const NOTE_LIMIT = 300
/** Control characters except newline and tab, and those that turn the direction of text around. */
const CONTROL = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** Counts Unicode code points. */
export const noteLength = (note: string): number => Array.from(note).length
export const hasNoteLength = (note: string): boolean =>
  note !== '' && noteLength(note) <= NOTE_LIMIT
export const hasControlCharacter = (note: string): boolean => CONTROL.test(note)
export const NOTE_LENGTH = `A note has 1 to ${NOTE_LIMIT} characters.`
export const NOTE_CHARACTERS = 'A note cannot have control characters, except line breaks and tabs.'

export const noteText = z.string({ error: NOTE_LENGTH }).check(
  z.refine(hasNoteLength, NOTE_LENGTH),
  z.refine((note) => !hasControlCharacter(note), NOTE_CHARACTERS),
)

const TAG = /(?<![\p{L}\p{N}_-])(#[\p{L}\p{N}_-]+)/gu

/** Words of a note that begin with #, each once, in small letters: #Swing and #swing are one tag. */
export const tagsOf = (note: string): string[] => [...new Set(note.toLowerCase().match(TAG))]

/** A note in parts, as it was written: what stands between its tags, and at the odd places the tags. */
export const splitAtTags = (note: string): string[] => note.split(TAG)

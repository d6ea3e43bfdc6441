const TAG = /(?<![\p{L}\p{N}_-])(#[\p{L}\p{N}_-]+)/gu

/** Words of a note that begin with #, as they were written, each once. */
export const tagsOf = (note: string): string[] => [...new Set(note.match(TAG))]

/** A note in parts: what stands between its tags, and at the odd places the tags. */
export const splitAtTags = (note: string): string[] => note.split(TAG)

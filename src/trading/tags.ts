const TAG = /(?<![\p{L}\p{N}_-])(#[\p{L}\p{N}_-]+)/gu

/** Returns the hashtags of a note in lower case, without duplicates. */
export const tagsOf = (note: string): string[] => [...new Set(note.toLowerCase().match(TAG))]

/** Splits a note so that tags are at odd indexes. */
export const splitAtTags = (note: string): string[] => note.split(TAG)

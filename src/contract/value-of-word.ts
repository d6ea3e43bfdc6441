/**
 * What a table holds for a word of an answer. A plain lookup would also find what every object has:
 * `toString` or `constructor` is a word, too.
 */
export const valueOfWord = <T>(
  table: Readonly<Record<string, T>>,
  word: string | undefined,
): T | undefined => (word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined)

/** The word if it is one of those that are known here. */
export const knownWord = <W extends string>(
  words: readonly W[],
  word: string | null | undefined,
): W | undefined => words.find((known) => known === word)

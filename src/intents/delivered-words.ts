/** How often something arrived that was sent once: "Delivered twice". */
export const deliveredWords = (count: number): string =>
  count === 2 ? 'Delivered twice' : `Delivered ${count} times`

/** The same before what came of it: "Delivered twice. Two". */
export const deliveredAndMade = (count: number): string =>
  `${deliveredWords(count)}. ${count === 2 ? 'Two' : count}`

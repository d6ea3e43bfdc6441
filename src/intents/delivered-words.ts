/** Number of deliveries of a request that was sent once: "Delivered twice". */
export const deliveredWords = (count: number): string =>
  count === 2 ? 'Delivered twice' : `Delivered ${count} times`

/** Deliveries, followed by their result: "Delivered twice. Two". */
export const deliveredAndMade = (count: number): string =>
  `${deliveredWords(count)}. ${count === 2 ? 'Two' : count}`

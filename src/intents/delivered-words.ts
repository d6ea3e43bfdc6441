export const deliveredWords = (count: number): string =>
  count === 2 ? 'Delivered twice' : `Delivered ${count} times`

export const deliveredAndMade = (count: number): string =>
  `${deliveredWords(count)}. ${count === 2 ? 'Two' : count}`

/** How often something arrived that was sent once, before what came of it: "Delivered twice. Two". */
export const deliveredWords = (count: number): string =>
  count === 2 ? 'Delivered twice. Two' : `Delivered ${count} times. ${count}`

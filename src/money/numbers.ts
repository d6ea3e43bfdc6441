/** Combines two sort comparisons: `next` breaks ties of `first`. */
export const thenBy = (first: number, next: number): number => (first === 0 ? next : first)

/** Replaces a divisor of 0 with 1. */
export const nonZero = (span: number): number => (span === 0 ? 1 : span)

/** A comparison, and the next one for what is alike in it. */
export const thenBy = (first: number, next: number): number => (first === 0 ? next : first)

/** A divisor: 1 in place of 0. */
export const nonZero = (span: number): number => (span === 0 ? 1 : span)

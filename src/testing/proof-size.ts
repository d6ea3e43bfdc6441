import * as fc from 'fast-check'

/** How much a proof does: a small part in `npm test`, all of it in `npm run prove`. */
export const proofSize = (small: number, whole: number): number =>
  process.env['QUARTERDECK_PROVE'] ? whole : small

/** The number of values that a property is tried with. */
export const propertyRuns = (whole = 300): number => proofSize(50, whole)

// For each property that names no number of its own: every test file begins with this module.
fc.configureGlobal({ numRuns: propertyRuns() })

import * as fc from 'fast-check'

/** Size of a proof: small in `npm test`, whole in `npm run prove`. */
export const proofSize = (small: number, whole: number): number =>
  process.env['QUARTERDECK_PROVE'] ? whole : small

/** The number of values that a property is tried with. */
export const propertyRuns = (whole = 300): number => proofSize(50, whole)

// For each property that names no number of its own: every test file begins with this module.
fc.configureGlobal({ numRuns: propertyRuns() })

/** How much a proof does: a small part in `npm test`, all of it in `npm run prove`. */
export const proofSize = (small: number, whole: number): number =>
  process.env['QUARTERDECK_PROVE'] ? whole : small

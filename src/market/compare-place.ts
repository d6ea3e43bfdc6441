/** The list page of a comparison's first bot. */
export const comparePlace = (bots: unknown): '/grid-bots' | '/dca-bots' =>
  typeof bots === 'string' && bots.startsWith('dca-') ? '/dca-bots' : '/grid-bots'

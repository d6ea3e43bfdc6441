/** The list that a comparison belongs to: that of its first bot. */
export const comparePlace = (bots: unknown): '/grid-bots' | '/dca-bots' =>
  typeof bots === 'string' && bots.startsWith('dca-') ? '/dca-bots' : '/grid-bots'

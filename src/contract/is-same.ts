/** What a service does not tell speaks neither for nor against. */
export const isSame = (told: unknown, asked: unknown): boolean =>
  told === undefined || told === asked

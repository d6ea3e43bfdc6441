/** What counts as a dollar: worth one in every sum, and left alone when all is sold to USD. */
export const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'FDUSD', 'DAI'])

/** Currencies valued at 1 USD; selling all to USD keeps them. */
export const DOLLARS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'FDUSD', 'DAI'])

/** The user whom the demo world belongs to, and who is meant when none is named. */
export const TRADER = 'trader'

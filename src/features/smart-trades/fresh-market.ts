import type { Instant } from '#contract/primitives.ts'

import type { Market } from './use-market.ts'

/** An older price is read again before anything is sent by it. */
const FRESH_FOR = 15_000

const isFresh = ({ priceAt }: Pick<Market, 'priceAt'>, now: Instant): boolean =>
  // Where the service names no price there is none to read again, and the review says so.
  priceAt === undefined || now - priceAt <= FRESH_FOR

/** The market to send by: as it stands when its price is fresh, at once; else as it is read again. */
export const marketToSendBy = (
  market: Pick<Market, 'priceAt' | 'view' | 'readAgain'>,
  now: Instant,
): Market['view'] | Promise<Market['view']> =>
  isFresh(market, now) ? market.view : market.readAgain()

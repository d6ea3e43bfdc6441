import type { Instant } from '#contract/primitives.ts'

import {
  type Instrument,
  type Listed,
  type Listing,
  LISTED,
  listedPair,
  manner,
  type PairRow,
} from './instruments.ts'

const DAY = 86_400_000

/** Traits of real markets that the demo lacks: prices from 1e-9 to 1e6, odd names, two dollars. */
const ROWS: readonly PairRow[] = [
  ['MOTE', 13, '1000', 20, 5, manner(2.345e-9, 0.9, 0.6, 9e12)],
  ['KILO', 0, '0.000001', 300, 5, manner(1_234_567, 0.3, 0.5, 40)],
  ['1000SATS', 7, '1', 2, 5, manner(0.0002174, 0.9, 0.7, 4e9)],
  ['BRK.B', 2, '0.001', 4, 5, manner(487.21, 0.25, 0.3, 900)],
  ['BTC_PERP', 1, '0.0001', 3, 20, manner(91_301.5, 0.43, 0.9, 1_400)],
  ['币安人生', 4, '0.1', 3, 5, manner(0.1284, 1.1, 0.4, 6e6)],
]

/** One ticker for two coins, one per exchange. */
const LUNA = { harbour: 0.52143, meridian: 0.00008217 } as const
const luna = (level: number): Listed =>
  listedPair(['LUNA', 8, '1', 2, 5, manner(level, 0.95, 0.6, 5e7)])

/** Prices on Meridian, relative to Harbour's. */
const PREMIUM = 1.013

/** Two exchanges with different prices, pairs and meanings of a ticker. */
export function untidyListings(firstDay: Instant): Listing[] {
  const ended = (listed: Listed, by: 'halt' | 'delisting', day: number): Listed => {
    const instrument: Instrument = { ...listed.instrument, ended: { by, at: firstDay + day * DAY } }
    return { ...listed, instrument }
  }
  const common = [...LISTED, ...ROWS.map((row) => listedPair(row))]
  return [
    {
      exchange: 'harbour',
      listed: [
        ...common,
        luna(LUNA.harbour),
        listedPair(['ETH', 2, '0.0001', 6, 5, manner(3_184.9, 0.56, 0.85, 900)], 'USDC'),
        ended(listedPair(['FROST', 4, '0.1', 2, 5, manner(0.7312, 1.2, 0.3, 2e6)]), 'halt', 352),
        ended(listedPair(['GONE', 5, '1', 2, 5, manner(0.0431, 1.2, 0.3, 3e7)]), 'delisting', 310),
      ],
    },
    {
      exchange: 'meridian',
      listed: [...common.map(withPremium), luna(LUNA.meridian)],
    },
  ]
}

const withPremium = ({ instrument, manner: how }: Listed): Listed => ({
  instrument,
  manner: { ...how, level: how.level * PREMIUM },
})

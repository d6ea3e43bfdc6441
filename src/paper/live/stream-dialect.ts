import type { Instant } from '#contract/primitives.ts'

import type { Fields } from './exchange-json.ts'
import type { FeedInstrument, FeedQuote, FeedTrade } from './feed.ts'

/** Wire format of an exchange's stream. Streams have the names that the exchange confirms. */
export type StreamDialect = {
  url: string
  /** Stream that each connection carries, so that silence means a broken connection. */
  pulse: string
  streamsOf: (pair: string) => readonly string[]
  /** Beginnings of streams: one command names streams of one channel. */
  channels: readonly string[]
  command: (verb: 'subscribe' | 'unsubscribe', streams: readonly string[], id: number) => unknown
  /** Throws `Unreadable` for a message that has no meaning at all. */
  read: (message: Fields) => StreamMessage
  /** Reads all pairs, or these; rejects if one of these is not listed. */
  instruments: (pairs?: readonly string[]) => Promise<FeedInstrument[]>
}

export type StreamMessage = {
  /** Data and heartbeats prove that prices still come; answers to commands do not. */
  isData?: boolean
  /** The exchange's time. */
  time?: Instant
  trades?: readonly FeedTrade[]
  /** `order` ascends per pair, if the exchange numbers its quotes. */
  quotes?: readonly (Omit<FeedQuote, 'at'> & { at?: Instant; order?: number })[]
  /** Answers the command `id`: for one symbol of it, or for all. */
  answer?: { id: number; symbol?: string; isConfirmed: boolean }
  /** The whole exchange stopped or resumed trading. */
  isTrading?: boolean
  /** The exchange is about to close the connection. */
  isEnding?: boolean
}

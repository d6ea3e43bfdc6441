import { useEffect, useRef, useState } from 'react'

import type { Instant } from '#contract/primitives.ts'

import { useService } from './service.tsx'

/** What a request is judged by before it is sent. */
export type Figures<T> = {
  now: T
  /** When they were read, by the service's clock; `undefined` where there is nothing to read again. */
  readAt: Instant | undefined
  /** Rejects when they cannot be had. */
  readAgain: () => Promise<T>
}

/** Older figures are read again before anything is sent by them. */
const FRESH_FOR = 15_000

/** Whether they can be sent by as they stand; so can what there is nothing to read again of. */
export const areFresh = ({ readAt }: Pick<Figures<unknown>, 'readAt'>, at: Instant): boolean =>
  readAt === undefined || at - readAt <= FRESH_FOR

/** The figures to send by: as they stand when they are fresh, at once; else as they are read again. */
export const figuresToSendBy = <T>(figures: Figures<T>, at: Instant): T | Promise<T> =>
  areFresh(figures, at) ? figures.now : figures.readAgain()

type Sending<T> = {
  figures: Figures<T>
  /** What other figures do to what was read, as a sentence; `undefined` while it means what it meant. */
  whatMoved: (now: T) => string | undefined
  send: (now: T) => void
}

/**
 * Sends by figures that are fresh: older ones are read again first, and once they mean something
 * else, or the mode is another one than when they were reviewed, nothing goes out.
 */
export function useFreshFigures<T>({ figures, whatMoved, send }: Sending<T>) {
  const { clock, sender } = useService()
  const [reviewedOn, setReviewedOn] = useState(sender.mode)
  const [isReading, setReading] = useState(false)
  const [isVoid, setVoid] = useState<string>()
  const turn = useRef(0)
  // Whoever has closed the sheet does not send any more.
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )
  const sendBy = (now: T) => {
    const mode = sender.mode()
    const moved = mode === reviewedOn ? whatMoved(now) : modeMoved(mode)
    setReviewedOn(mode)
    setVoid(moved)
    if (moved === undefined) send(now)
  }
  return {
    isReading,
    /** Why nothing was sent: the mode or the figures moved, or could not be read again. */
    isVoid,
    send: () => {
      if (isReading) return
      const now = figuresToSendBy(figures, clock.now())
      if (!(now instanceof Promise)) return sendBy(now)
      const mine = (turn.current += 1)
      setReading(true)
      void now
        .then(
          (read) => mine === turn.current && sendBy(read),
          () => mine === turn.current && setVoid(NOT_READ),
        )
        .finally(() => setReading(false))
    },
    /** A review begins: what is being read is not waited for any more, and nothing stands void. */
    leave: () => {
      turn.current += 1
      setReviewedOn(sender.mode())
      setVoid(undefined)
    },
  }
}

const modeMoved = (mode: string | undefined) =>
  `The mode is now ${mode}. This was reviewed in the other mode.`

const NOT_READ = 'The price is older than 15 s and could not be read again.'

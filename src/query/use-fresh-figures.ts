import { useEffect, useRef, useState } from 'react'

import type { Instant } from '#contract/primitives.ts'

import { useService } from './service.tsx'

/** Figures on which the user decides to send a request, such as the price. */
export type Figures<T> = {
  now: T
  /** Time by the service's clock; `undefined` if the figures do not age. */
  readAt: Instant | undefined
  readAgain: () => Promise<T>
}

/** In milliseconds. Older figures are read again before sending. */
const FRESH_FOR = 15_000

export const areFresh = ({ readAt }: Pick<Figures<unknown>, 'readAt'>, at: Instant): boolean =>
  readAt === undefined || Math.abs(at - readAt) <= FRESH_FOR

/** Returns fresh figures immediately, old ones after reading them again. */
export const figuresToSendBy = <T>(figures: Figures<T>, at: Instant): T | Promise<T> =>
  areFresh(figures, at) ? figures.now : figures.readAgain()

type Sending<T> = {
  figures: Figures<T>
  /** Sentence about a relevant difference to the reviewed figures. */
  whatMoved: (now: T) => string | undefined
  send: (now: T) => void
}

/**
 * Reads old figures again before sending. Sends nothing if they changed (`whatMoved`), or if the
 * mode changed since the review.
 */
export function useFreshFigures<T>({ figures, whatMoved, send }: Sending<T>) {
  const { clock, sender } = useService()
  const [reviewedOn, setReviewedOn] = useState(sender.mode)
  const [isReading, setReading] = useState(false)
  const [isVoid, setVoid] = useState<string>()
  const turn = useRef(0)
  // Closing the sheet cancels sending.
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
    /** Sentence explaining why nothing was sent. */
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
    /** Starts a new review: cancels a read in progress and clears `isVoid`. */
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

import { useEffect, useState } from 'react'

/** Counts down from a number of seconds, once, from when it is first drawn. */
export function useArmed(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const ticking = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(ticking)
  }, [])
  return left
}

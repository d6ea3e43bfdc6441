import { useEffect, useEffectEvent, useState } from 'react'

/** In milliseconds without a key until the address changes. */
const FOLLOWS_AFTER = 250

/** A text that is stored once typing pauses. Shows outside changes, such as by Back or a chip. */
export function useFollowedText(
  kept: string,
  keep: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(kept)
  const [sent, setSent] = useState(kept)
  const [followed, setFollowed] = useState(kept)
  if (kept !== followed) {
    setFollowed(kept)
    // An address may omit the trailing space before the next word.
    if (kept.trim() !== sent.trim()) {
      setSent(kept)
      setTyped(kept)
    }
  }
  const keepNow = useEffectEvent(() => {
    setSent(typed)
    keep(typed)
  })
  useEffect(() => {
    if (typed === sent) return undefined
    const timer = setTimeout(keepNow, FOLLOWS_AFTER)
    return () => clearTimeout(timer)
  }, [typed, sent])
  return [typed, setTyped]
}

import {
  cloneElement,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'

import { Button } from './button.tsx'

/** How long the button of a sheet has to be seen before it counts. */
export const READ_MS = 700
const FINAL_MS = 5_000

export type ArmedButtonProps = Omit<ComponentProps<typeof Button>, 'aria-disabled'> & {
  /** What the trader still has to give. Unlike with a `reason`, the button can be read meanwhile. */
  missing?: string | undefined
  /** Printed beside the button, and announced. */
  notice?: string | undefined
  /** For what cannot be undone: five seconds, and never by Enter. */
  isFinal?: boolean | undefined
}

/**
 * The button of a sheet. It counts once the trader can have read what it does: the press that opened
 * the sheet, or a second one right after it, is refused.
 */
export function ArmedButton(props: ArmedButtonProps) {
  const { isFinal = false, missing, notice, reason, isSending, className, style, ...rest } = props
  const ms = isFinal ? FINAL_MS : READ_MS
  const { left, isRefused, guard } = useReadFirst({
    ms,
    isComplete: reason === undefined && isSending !== true,
    isOff: reason !== undefined || missing !== undefined || isSending === true,
    takesEnter: !isFinal,
  })
  const wait = isFinal && left !== 0 ? `Ready in ${Math.ceil((left ?? ms) / 1_000)} s.` : undefined
  return (
    <span className="flex min-w-0 flex-col-reverse items-end gap-1 text-right max-sm:items-stretch">
      <Button
        {...rest}
        {...guard}
        isSending={isSending}
        reason={isSending === true ? undefined : (reason ?? missing ?? wait)}
        aria-disabled={left !== 0}
        className={left === undefined || left === 0 ? className : `arming ${className ?? ''}`}
        style={{ ...style, ['--arming' as string]: `${ms}ms` }}
      />
      <Announced words={isRefused ? READ_FIRST : notice} />
    </span>
  )
}

/** The same for a link that takes the place of a button. */
export function ArmedLink({ children }: { children: ReactElement<ComponentProps<'a'>> }) {
  const { left, isRefused, guard } = useReadFirst({ ms: READ_MS })
  return (
    <span className="flex flex-col-reverse items-end gap-1 max-sm:items-stretch">
      {cloneElement(children, { ...guard, 'aria-disabled': left !== 0 || undefined })}
      <Announced words={isRefused ? READ_FIRST : undefined} />
    </span>
  )
}

const READ_FIRST = 'Read, then press once.'

const Announced = ({ words }: { words: string | undefined }) => (
  <span role="status" className="text-caption text-ink-3 empty:hidden">
    {words}
  </span>
)

type Reading = {
  ms: number
  /** Whether everything that has to be read is drawn. The time begins with the first such frame. */
  isComplete?: boolean
  /** A press does nothing anyway, and the reason is printed. */
  isOff?: boolean
  takesEnter?: boolean
}

/** Refuses a press that began too early, the further ones of a double click, and a key held down. */
function useReadFirst({ ms, isComplete = true, isOff, takesEnter = true }: Reading) {
  // In milliseconds; `undefined` before the first complete frame.
  const [left, setLeft] = useState<number>()
  const [isRefused, setRefused] = useState(false)
  const press = useRef<'early' | 'valid'>(undefined)
  useEffect(() => {
    if (!isComplete) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = (rest: number) => {
      setLeft(rest)
      const step = Math.min(rest, 1_000)
      if (rest > 0) timer = setTimeout(() => count(rest - step), step)
    }
    const frame = requestAnimationFrame(() => count(ms))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      setLeft(undefined)
    }
  }, [isComplete, ms])
  const begin = () => {
    press.current = left === 0 ? 'valid' : 'early'
  }
  return {
    left,
    isRefused,
    guard: {
      onPointerDownCapture: begin,
      onKeyDownCapture(event: KeyboardEvent) {
        if (event.key === 'Enter' && (event.repeat || !takesEnter)) event.preventDefault()
        if (!event.repeat) begin()
        // It was pressed on another element.
        else press.current ??= 'early'
      },
      onClickCapture(event: MouseEvent) {
        const began = press.current
        press.current = undefined
        const isValid = left === 0 && began !== 'early' && event.detail <= 1
        if (isOff !== true) setRefused(!isValid)
        if (isValid) return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}

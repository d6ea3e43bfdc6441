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

/** In milliseconds until a sheet's button works. */
export const READ_MS = 700
const FINAL_MS = 5_000

export type ArmedButtonProps = Omit<ComponentProps<typeof Button>, 'aria-disabled'> & {
  /** Missing input. Unlike with a `reason`, the reading time counts meanwhile. */
  missing?: string | undefined
  /** Printed beside the button, and announced. */
  notice?: string | undefined
  /** Irreversible: five seconds, and never by Enter. */
  isFinal?: boolean | undefined
}

/**
 * A sheet's button, active once the trader can have read the text: ignores the press that opened
 * the sheet, or one right after it.
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

/** Like `ArmedButton`, for a link. */
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
  /** All content is drawn; the time starts with the first such frame. */
  isComplete?: boolean
  /** Disabled with a printed reason. */
  isOff?: boolean
  takesEnter?: boolean
}

/** Ignores early presses, further clicks of a double click, and a held key. */
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
        // Pressed on another element.
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

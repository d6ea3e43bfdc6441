import { type ReactNode, useState } from 'react'

import { classNames } from './class-names.ts'
import { drawn } from './drawn.ts'
import { Tooltip } from './tooltip.tsx'
import { NOT_SENT, UnknownReason } from './amount.tsx'

/** A figure, the detail below it, and its formula on request. */
export type KeyFact = { value: ReactNode; detail?: ReactNode; formula?: string }

/** Figures by name, in order; omits `undefined` and `false`. */
export type KeyFacts = Readonly<Record<string, KeyFact | undefined | false>>

type KeyFiguresProps = {
  label: string
  of: KeyFacts
  /** The first is the page's large figure, two columns wide. */
  isFirstLarge?: boolean
  className?: string | undefined
}

/** Maximum of columns per width of the content; `key-figures.css` has the widths. */
const MOST_COLUMNS = [4, 5, 6, 8] as const

/**
 * Figures in equal columns. Those beyond one row are behind *More figures*, with no single one in a
 * row. Two columns on a phone.
 */
export const KeyFigures = drawn(drawFigures, useWhole)

type Whole = { isWhole?: boolean; setWhole?: (isWhole: boolean) => void }

function useWhole(): Whole {
  const [isWhole, setWhole] = useState(false)
  return { isWhole, setWhole }
}

function drawFigures(
  { label, of, isFirstLarge = false, className }: KeyFiguresProps,
  { isWhole = false, setWhole }: Whole,
) {
  const figures = Object.entries(of).flatMap(([name, fact]) =>
    typeof fact === 'object' ? { name, ...fact } : [],
  )
  const large = isFirstLarge ? 1 : 0
  const columns = MOST_COLUMNS.map((most) => columnsFor(figures.length + large, most))
  const shown = columns.map((count) => count - large)
  return (
    <section
      aria-label={label}
      data-whole={isWhole || undefined}
      data-odd={(figures.length - large) % 2 === 1 || undefined}
      className={classNames('key-figures', className)}
    >
      <dl
        style={{
          ['--columns-0' as string]: columns[0],
          ['--columns-1' as string]: columns[1],
          ['--columns-2' as string]: columns[2],
          ['--columns-3' as string]: columns[3],
        }}
      >
        <UnknownReason value={NOT_SENT}>
          {figures.map(({ name, value, detail, formula }, index) => (
            <div
              key={name}
              data-large={index < large || undefined}
              data-step={shown.findIndex((count) => index < count)}
            >
              <dt className="text-caption text-ink-3">
                {formula === undefined ? name : <Formula text={formula}>{name}</Formula>}
              </dt>
              <dd
                className={classNames(
                  'not-narrow:whitespace-nowrap',
                  index < large ? 'text-value font-semibold' : 'text-figure font-medium',
                )}
              >
                {value}
              </dd>
              {detail !== undefined && <dd className="text-caption text-ink-3">{detail}</dd>}
            </div>
          ))}
        </UnknownReason>
      </dl>
      {shown.some((count) => count < figures.length) && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole?.(!isWhole)}
          data-step={shown.findIndex((count) => figures.length <= count)}
          className="link touch mt-2 text-caption"
        >
          {isWhole ? 'Fewer figures' : 'More figures'}
        </button>
      )}
    </section>
  )
}

/** Returns the most columns without a single figure in the last row. */
export function columnsFor(count: number, most: number): number {
  if (count <= most) return count
  const fair = Array.from({ length: most - 2 }, (_, less) => most - less)
  return fair.find((columns) => count % columns !== 1) ?? most
}

/** A figure's name with its formula as a tooltip. */
export const Formula = ({ children, text }: { children: string; text: string }) => (
  <Tooltip text={text}>
    <span
      // A formula is worth reaching by keyboard though nothing can be pressed.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="cursor-help rounded-s decoration-edge decoration-dotted underline-offset-3 hover:underline"
    >
      {children}
    </span>
  </Tooltip>
)

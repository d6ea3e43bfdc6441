import { Children, isValidElement, type ReactNode, useState } from 'react'

import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'
import { NOT_SENT, UnknownReason } from './unknown-value.tsx'

/** A figure, what stands below it, and how it is made: printed where one asks for it. */
export type KeyFact = { value: ReactNode; detail?: ReactNode; formula?: string }

/** Figures by their names, in order; `undefined` and `false` are left out. */
export type KeyFacts = Readonly<Record<string, KeyFact | undefined | false>>

type KeyFiguresProps = {
  label: string
  of?: KeyFacts
  /** The first is the page's one large figure, as wide as two. */
  isFirstLarge?: boolean
  children?: ReactNode
  className?: string | undefined
}

/** How many columns there is room for from each width of the content on; `key-figures.css` has the widths. */
const MOST_COLUMNS = [4, 5, 6, 8] as const

/**
 * `KeyFigure`s in equal columns with hairlines between. Where they do not fit one row the rest waits
 * behind *More figures*, in as many columns as leave none alone in its row. On a phone all stand two a
 * row.
 */
export function KeyFigures(props: KeyFiguresProps) {
  const { label, of = {}, isFirstLarge = false, children, className } = props
  const [isWhole, setWhole] = useState(false)
  const facts = Object.entries(of).map(([name, fact], index) => {
    if (fact === undefined || fact === false) return null
    const { formula } = fact
    const term = formula === undefined ? name : <Formula text={formula}>{name}</Formula>
    return <KeyFigure key={name} {...fact} label={term} isLarge={isFirstLarge && index === 0} />
  })
  const figures = Children.toArray([facts, children])
  const large = figures.some(isLarge) ? 1 : 0
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
        <UnknownReason value={props.of && NOT_SENT}>
          {figures.map((figure, index) => (
            <div
              key={index}
              data-large={isLarge(figure) || undefined}
              data-step={shown.findIndex((count) => index < count)}
            >
              {figure}
            </div>
          ))}
        </UnknownReason>
      </dl>
      {shown.some((count) => count < figures.length) && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          data-step={shown.findIndex((count) => figures.length <= count)}
          className="link touch mt-2 text-caption"
        >
          {isWhole ? 'Fewer figures' : 'More figures'}
        </button>
      )}
    </section>
  )
}

const isLarge = (figure: ReactNode): boolean =>
  isValidElement<{ isLarge?: boolean }>(figure) && figure.props.isLarge === true

/** As many as there is room for, but for a last row with one alone in it. */
export function columnsFor(count: number, most: number): number {
  if (count <= most) return count
  const fair = Array.from({ length: most - 2 }, (_, less) => most - less)
  return fair.find((columns) => count % columns !== 1) ?? most
}

/** The name of a figure, with its formula as a tooltip. */
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

type KeyFigureProps = {
  label: ReactNode
  value: ReactNode
  detail?: ReactNode
  /** The page's one large figure, as wide as two; stands first. */
  isLarge?: boolean | undefined
}

export const KeyFigure = ({ label, value, detail, isLarge: isFirst = false }: KeyFigureProps) => (
  <>
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd
      className={classNames(
        'whitespace-nowrap',
        isFirst ? 'text-value font-semibold' : 'text-figure font-medium',
      )}
    >
      {value}
    </dd>
    {detail !== undefined && <dd className="text-caption text-ink-3">{detail}</dd>}
  </>
)

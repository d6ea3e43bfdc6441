import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

import { buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'
import { ChevronLeftIcon } from './icons.tsx'
import { leftAs } from './left-pages.ts'
import { PAGE_BODY, PageHead, type PageHeadProps } from './page-head.tsx'
import { tellHeight } from './tell-height.ts'
import { useIsNarrow } from './use-is-narrow.ts'

type PageProps = PageHeadProps & {
  /** A phone shows the actions in a bar at the bottom. */
  hasActionBar?: boolean
  /** Sticky bottom, such as a ticket's summary and button. */
  footer?: ReactNode
  /** A `Drawer`, outside the body, whose containment would capture fixed elements. */
  drawer?: ReactNode
  className?: string | undefined
  children: ReactNode
}

const tellFoot = tellHeight('--foot')

const ACTION_BAR = 'flex w-full gap-3 *:flex-1 [&>.contents>div>*]:flex-1'

/** Element of the actions, which keeps their open sheet when a turned phone moves them. */
function newMovable(): Element | undefined {
  if (typeof document === 'undefined') return undefined
  return Object.assign(document.createElement('div'), { className: 'contents' })
}

/** A page's head and body, laid out by its width; reserves room for a docked drawer. */
export function Page(props: PageProps) {
  const { title, back, beside, actions, drawer, className, children } = props
  const isBar = useIsNarrow() && props.hasActionBar === true
  const [movable] = useState(newMovable)
  const isMoved = movable !== undefined && props.hasActionBar === true && Boolean(actions)
  const take = useCallback((slot: Element | null) => movable && slot?.append(movable), [movable])
  const place = isMoved ? <div ref={take} className="contents" /> : actions
  const footer = isBar ? <div className={ACTION_BAR}>{place}</div> : props.footer
  return (
    <div
      data-docks={Boolean(drawer) || undefined}
      className="flex min-h-full flex-col pr-(--drawer)"
    >
      <div className={classNames(PAGE_BODY, className)}>
        <div className="content-width">
          <PageHead title={title} back={back} beside={beside} actions={isBar ? undefined : place} />
          {children}
        </div>
      </div>
      {drawer}
      {isMoved && createPortal(actions, movable)}
      {footer !== undefined && (
        <footer
          ref={tellFoot}
          className="sticky empty:hidden has-[>:only-child:empty]:hidden bottom-(--bottom-bar) z-10 flex flex-wrap items-center gap-3 border-t border-hairline-2 bg-panel px-6 py-2.5 max-lg:px-4"
        >
          {footer}
        </footer>
      )}
    </div>
  )
}

/** Caption beside a title, truncated at its row's end. */
export const HeadCaption = ({ words }: { words: string | undefined }) => (
  <span
    title={words}
    className="max-w-fit min-w-0 grow basis-0 truncate text-ink-3 narrow:basis-full"
  >
    {words}
  </span>
)

type SectionProps = {
  title: ReactNode
  caption?: ReactNode
  actions?: ReactNode
  /** One line above, unless the section comes first. */
  hasLine?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A titled part of a page, without a frame. */
export function Section(props: SectionProps) {
  const { title, caption, actions, hasLine = false, className, children } = props
  return (
    <section className={classNames('min-w-0', hasLine && 'border-t border-hairline-2', className)}>
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold">{title}</h2>
        {caption !== undefined && <span className="text-caption text-ink-3">{caption}</span>}
        {actions !== undefined && <div className="ml-auto flex items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

type BackLinkProps = {
  to: '/grid-bots' | '/dca-bots' | '/settings'
  /** Name of the target page. */
  page: string
}

/** Link left of a page's title, to the list that it belongs to. */
export function BackLink({ to, page }: BackLinkProps) {
  return (
    <Link
      to={to}
      search={() => leftAs(to)}
      aria-label={`Back to ${page}`}
      className={buttonClass({ look: 'quiet', size: 'small', isIcon: true, className: '-ml-2' })}
    >
      <ChevronLeftIcon />
    </Link>
  )
}

import { Link } from '@tanstack/react-router'

import { buttonClass } from './button-class.ts'
import { ChevronLeftIcon } from './icons.tsx'

type BackLinkProps = {
  to: '/grid-bots' | '/dca-bots'
  /** The page it leads to, by its name. */
  page: string
}

/** Left of a page's title: to the list that the page belongs to. */
export function BackLink({ to, page }: BackLinkProps) {
  return (
    <Link
      to={to}
      aria-label={`Back to ${page}`}
      className={buttonClass({ look: 'quiet', size: 'small', isIcon: true, className: '-ml-2' })}
    >
      <ChevronLeftIcon />
    </Link>
  )
}

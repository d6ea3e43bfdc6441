import { Link } from '@tanstack/react-router'

import { buttonClass } from '#ui/button-class.ts'
import { Empty } from '#ui/empty.tsx'
import { Page } from '#ui/page.tsx'

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty
        title="There is no page at this address."
        action={
          <Link to="/portfolio" className={buttonClass({ look: 'secondary' })}>
            To the portfolio
          </Link>
        }
      >
        The link may be from another version, or mistyped.
      </Empty>
    </Page>
  )
}

import { useMatches } from '@tanstack/react-router'

import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/**
 * Stands where a page will be while its code or its first read is on its way. The page before it is
 * gone by then: a choice made there would lead back to it.
 */
export function Opening() {
  const title = useMatches({
    select: (matches) => matches.flatMap(({ staticData }) => staticData.title ?? []).at(-1),
  })
  return (
    <Page title={title ?? 'Quarterdeck'}>
      <div role="status" aria-label="Opening the page" className="grid gap-4 py-6">
        <Skeleton width={320} />
        <Skeleton width={240} />
        <Skeleton width={280} />
      </div>
    </Page>
  )
}

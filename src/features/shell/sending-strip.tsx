import { Link } from '@tanstack/react-router'

import { writeNamed } from '#contract/writes.ts'
import { useWritesUnderWay } from '#query/use-writes-under-way.ts'
import { DashedRingIcon } from '#ui/icons.tsx'
import { useNow } from '#ui/now.tsx'
import { Time } from '#ui/time.tsx'

/** What is answered sooner needs no line. */
const SOON = 1_500

/** What has been sent and is not answered yet, also on a page that has not sent it. */
export function SendingStrip() {
  const now = useNow()
  const slow = useWritesUnderWay().filter(({ sentAt }) => now !== undefined && now - sentAt > SOON)
  const [latest] = slow
  if (!latest) return null
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2 border-b border-hairline bg-panel px-6 py-1.5 max-lg:px-4">
      <DashedRingIcon className="flex-none text-caution" />
      <p role="status" className="min-w-0 flex-1 tabular-nums">
        Sending since <Time at={latest.sentAt} style="clock" />:{' '}
        {writeNamed(latest.endpoint.name)?.effect.title ?? latest.endpoint.name}
        {slow.length > 1 && `, and ${slow.length - 1} more`}. No answer yet.
      </p>
      <Link to="/activity" search={{ intent: latest.id }} className="link touch flex-none">
        See it in Activity
      </Link>
    </div>
  )
}

import type { Alert } from '#contract/alerts.ts'
import { alertSubject, alertWords } from '#trading/alerts.ts'
import { CheckIcon, WarningIcon } from '#ui/icons.tsx'
import { Section } from '#ui/page.tsx'
import { Time } from '#ui/time.tsx'

import { type LogEntry, logOf } from './alert-states.ts'

export function AlertLog({ alerts }: { alerts: readonly Alert[] }) {
  const log = logOf(alerts)
  if (log.length === 0) return null
  return (
    <Section title="Log" caption="Last time of each alert" hasLine className="mt-6 max-w-180">
      <ul aria-label="Log of alerts">
        {log.map((entry) => (
          <li
            key={`${entry.alert.id} ${entry.at} ${String(entry.problem)}`}
            className="flex min-h-9 flex-wrap items-center gap-x-4 border-t border-hairline py-1.5"
          >
            <Time at={entry.at} style="short" className="w-28 text-caption text-ink-3" />
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              {alertSubject(entry.alert)}{' '}
              <span className="text-ink-2">{alertWords(entry.alert)}</span>
            </span>
            <Result entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Result({ entry: { alert, problem } }: { entry: LogEntry }) {
  if (problem === undefined) return <span className="text-caption text-ink-2">Fired</span>
  return problem === null ? (
    <span className="inline-flex items-center gap-1.5 text-caption text-ink-2">
      <CheckIcon size={14} /> Delivered by {alert.webhook?.kind}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-caption text-caution">
      <WarningIcon size={14} className="flex-none" /> Not delivered by {alert.webhook?.kind}:{' '}
      {problem}
    </span>
  )
}

import { CheckIcon, DashedRingIcon, MinusIcon, WarningIcon } from '#ui/icons.tsx'

import type { Step, StepState } from './test-connection.ts'

const WORDS: Record<StepState, string> = {
  passed: 'Passed',
  failed: 'Failed',
  skipped: 'Not tested',
}

/** The steps of a test as they come in, each failure with its causes and remedies. */
export function StepList({ steps, isRunning }: { steps: readonly Step[]; isRunning: boolean }) {
  return (
    <ol aria-label="Test connection" aria-live="polite" className="flex flex-col">
      {steps.map((step) => (
        <li key={step.name} className="flex gap-2.5 border-b border-hairline py-2">
          <span className={`mt-0.5 ${step.state === 'failed' ? 'text-caution' : 'text-ink-3'}`}>
            <StepMark state={step.state} />
          </span>
          <div className="min-w-0">
            <p>
              <span className="font-medium">{step.name}</span>
              <span className="sr-only">: {WORDS[step.state]}.</span>{' '}
              <span className="text-ink-2">{step.detail}</span>
            </p>
            {step.remedies.map((remedy) => (
              <p key={remedy} className="text-caption break-words text-ink-2">
                {remedy}
              </p>
            ))}
          </div>
        </li>
      ))}
      {isRunning && (
        <li className="flex items-center gap-2.5 py-2 text-ink-3">
          <DashedRingIcon size={14} />
          Testing
        </li>
      )}
    </ol>
  )
}

function StepMark({ state }: { state: StepState }) {
  if (state === 'passed') return <CheckIcon size={14} />
  return state === 'failed' ? <WarningIcon size={14} /> : <MinusIcon size={14} />
}

import { useRef, useState } from 'react'

import type { Transport } from '#client/transport.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { CheckIcon, DashedRingIcon, MinusIcon, WarningIcon } from '#ui/icons.tsx'

import {
  findTransport,
  type Step,
  type StepState,
  testConnection,
  type TestParts,
  type TestResult,
} from './test-connection.ts'

/** Runs a test and shows its steps as they come; a newer run leaves an older one behind. */
export function useConnectionTest() {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [isRunning, setRunning] = useState(false)
  const run = useRef(0)

  async function test(parts: Pick<TestParts, 'baseUrl' | 'credentials'>): Promise<TestResult> {
    const mine = (run.current += 1)
    setSteps([])
    setRunning(true)
    const policy = observePolicy()
    const walk = testConnection({
      ...parts,
      ...inThisBrowser(),
      now: () => Date.now(),
      wasBlockedByPolicy: policy.wasBlocked,
    })
    try {
      let next = await walk.next()
      for (; next.done !== true; next = await walk.next()) {
        const step = next.value
        if (run.current === mine) setSteps((before) => [...before, step])
      }
      return next.value
    } finally {
      policy.stop()
      if (run.current === mine) setRunning(false)
    }
  }

  const hasFailed = steps.some(({ state }) => state === 'failed')
  return { steps, isRunning, hasFailed, test }
}

/** Finds out how orders travel, and nothing else. */
export const checkTransport = (baseUrl: string): Promise<Transport | undefined> =>
  findTransport({ baseUrl, ...inThisBrowser() })

const inThisBrowser = (): Pick<TestParts, 'fetch' | 'timeout' | 'pageOrigin' | 'protocolOf'> => ({
  fetch: (...call) => fetch(...call),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  pageOrigin: location.origin,
  protocolOf: (url) => {
    const last = performance.getEntriesByName(url, 'resource').at(-1)
    return last instanceof PerformanceResourceTiming ? last.nextHopProtocol : undefined
  },
})

/** A request that the page's own policy holds back looks like any lost one, but is reported. */
function observePolicy() {
  let isBlocked = false
  const note = (event: SecurityPolicyViolationEvent) => {
    if (event.effectiveDirective === 'connect-src') isBlocked = true
  }
  document.addEventListener('securitypolicyviolation', note)
  return {
    wasBlocked: () => isBlocked,
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  }
}

const STEP_STATES: Record<StepState, string> = {
  passed: 'Passed',
  failed: 'Failed',
  skipped: 'Not tested',
}

/** Above the buttons that stay at the bottom edge. */
const showWhole = (step: HTMLElement | null): void => step?.scrollIntoView({ block: 'nearest' })

type StepListProps = {
  steps: readonly Step[]
  isRunning: boolean
  /** Brings each step into view as it comes. */
  isFollowed?: boolean
}

/** The steps of a test as they come in, each failure with its causes and remedies. */
export function StepList({ steps, isRunning, isFollowed = false }: StepListProps) {
  return (
    <ol aria-label="Test connection" aria-live="polite" className="flex flex-col">
      {steps.map((step) => (
        <li
          key={step.name}
          ref={isFollowed ? showWhole : undefined}
          className="flex scroll-mb-24 gap-2.5 border-b border-hairline py-2"
        >
          <span className={`mt-0.5 ${step.state === 'failed' ? 'text-caution' : 'text-ink-3'}`}>
            <StepMark state={step.state} />
          </span>
          <div className="min-w-0 flex-1">
            <p>
              <span className="font-medium">{step.name}</span>
              <span className="sr-only">: {STEP_STATES[step.state]}.</span>{' '}
              <span className="text-ink-2">{step.detail}</span>
            </p>
            {step.remedies.map((remedy) => (
              <Remedy key={remedy} text={remedy} />
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

/** A sentence, and under it the command that it ends in, whole and to be copied. */
function Remedy({ text }: { text: string }) {
  const [sentence, command] = text.split('`')
  return (
    <div className="text-caption text-ink-2">
      <p>{sentence}</p>
      {command !== undefined && (
        <div className="py-1">
          <CodeBlock label="Command" text={command} canCopy isOneLine />
        </div>
      )}
    </div>
  )
}

function StepMark({ state }: { state: StepState }) {
  if (state === 'passed') return <CheckIcon size={14} />
  return state === 'failed' ? <WarningIcon size={14} /> : <MinusIcon size={14} />
}

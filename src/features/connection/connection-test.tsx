import { type ReactNode, useRef, useState } from 'react'

import type { Transport } from '#client/transport.ts'
import { fetchFrom } from '#in-page/own-address.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { DIALECT_PROFILES, type DialectId } from '#dialects/dialects.ts'
import type { WireFormat } from '#dialects/wire-format.ts'
import { plural } from '#money/format.ts'
import type { Algorithm, EmptyForm } from '#signing/signature.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { CheckIcon, DashedRingIcon, MinusIcon, WarningIcon } from '#ui/icons.tsx'

import {
  BODY_STEP,
  findTransport,
  type Step,
  type StepState,
  testBodySignature,
  testConnection,
  type TestParts,
  type TestResult,
} from './test-connection.ts'

/** Address and dialect of the service. */
export type Tested = {
  baseUrl: string
  dialect: DialectId
  mode: 'paper' | 'real'
  kind: Algorithm
}

export const testedOf = ({ baseUrl, dialect, kind, declaredMode }: ConnectionProfile): Tested => ({
  baseUrl,
  dialect,
  kind,
  mode: declaredMode === 'paper' ? 'paper' : 'real',
})

/** The stored form concerns requests with a body, because the dialect fixes that of reads. */
export const keepsBodyForm = (dialect: DialectId): boolean =>
  DIALECT_WORDS[dialect].forms('rsa').ofBodies.length > 1

async function inDialect({ baseUrl, dialect, mode, kind }: Tested) {
  const formatOf = await DIALECT_PROFILES[dialect].load()
  const formatWith = (bodyForm?: EmptyForm): WireFormat =>
    formatOf({ mode, algorithm: kind, bodyForm, accounts: [] })
  return { baseUrl, dialect, kind, format: formatWith(), formatWith, ...inThisBrowser() }
}

/** Runs a test and shows its steps as they arrive; a newer run replaces an older one. */
export function useConnectionTest() {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [isRunning, setRunning] = useState(false)
  const run = useRef(0)

  async function test(tested: Tested, credentials: TestParts['credentials']): Promise<TestResult> {
    const mine = (run.current += 1)
    setSteps([])
    setRunning(true)
    const policy = observePolicy()
    const walk = testConnection({
      ...(await inDialect(tested)),
      credentials,
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

  /** Started separately, because it is the only write of a test. */
  async function testBody(
    tested: Tested,
    credentials: TestParts['credentials'],
    { emptyForm = 'path?', transport }: Partial<TestResult>,
  ): Promise<EmptyForm | undefined> {
    const mine = run.current
    setRunning(true)
    const { step, form } = await testBodySignature({
      ...(await inDialect(tested)),
      credentials: await credentials(emptyForm),
      transport,
    }).finally(() => setRunning(false))
    if (run.current === mine) setSteps((before) => [...before, step])
    return form
  }

  /** With another key, the results no longer apply. */
  const forget = () => {
    run.current += 1
    setSteps([])
    setRunning(false)
  }

  const hasFailed = steps.some(({ state }) => state === 'failed')
  return { steps, isRunning, hasFailed, test, testBody, forget }
}

/** Checks only how orders are delivered. */
export const checkTransport = async (tested: Tested): Promise<Transport | undefined> =>
  findTransport(await inDialect(tested))

/** In milliseconds. A request blocked by the content policy fails before the policy reports it. */
const POLICY_SPEAKS_WITHIN = 100

const inThisBrowser = (): Pick<TestParts, 'fetch' | 'timeout' | 'pageOrigin' | 'protocolOf'> => ({
  fetch: (...call) =>
    fetchFrom(...call).catch(async (error: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, POLICY_SPEAKS_WITHIN))
      throw error
    }),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  pageOrigin: location.origin,
  protocolOf: (url) => {
    const last = performance.getEntriesByName(url, 'resource').at(-1)
    return last instanceof PerformanceResourceTiming ? last.nextHopProtocol : undefined
  },
})

/** Observes blocks by the page's content policy, which otherwise look like network errors. */
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

const STEP_STATES: Record<StepState, { words: string; mark: ReactNode }> = {
  passed: { words: 'Passed', mark: <CheckIcon size={14} /> },
  failed: { words: 'Failed', mark: <WarningIcon size={14} /> },
  skipped: { words: 'Not tested', mark: <MinusIcon size={14} /> },
}

const showWhole = (step: HTMLElement | null): void => step?.scrollIntoView({ block: 'nearest' })

export function summaryOf(steps: readonly Step[]): string {
  const failures = steps.filter(({ state }) => state === 'failed').map(({ name }) => name)
  const passed = steps.filter(({ state }) => state === 'passed').length
  const skipped = steps.length - failures.length - passed
  if (failures.length > 0) {
    return `${failures.length} of ${plural(steps.length, 'check')} failed: ${failures.join(', ')}.`
  }
  const rest = skipped === 0 ? '' : `, ${skipped} not tested`
  return `The connection works: ${plural(passed, 'check')} passed${rest}.`
}

type StepListProps = {
  steps: readonly Step[]
  isRunning: boolean
  /** Scrolls each new step into view. */
  isFollowed?: boolean
  onTestBody?: (() => void) | undefined
}

/** Steps of a test as they arrive, with causes and remedies of a failure. */
export function StepList({ steps, isRunning, isFollowed = false, onTestBody }: StepListProps) {
  const isSigned = steps.some(({ name, state }) => name === 'Signature' && state === 'passed')
  const isBodyTested = steps.some(({ name }) => name === BODY_STEP)
  return (
    <>
      <ol aria-label="Test connection" aria-live="polite" className="flex flex-col">
        {steps.map((step) => (
          <li
            key={step.name}
            ref={isFollowed ? showWhole : undefined}
            className="flex scroll-mb-24 gap-2.5 border-b border-hairline py-2 max-sm:scroll-mb-36"
          >
            <span className={`mt-0.5 ${step.state === 'failed' ? 'text-caution' : 'text-ink-3'}`}>
              {STEP_STATES[step.state].mark}
            </span>
            <div className="min-w-0 flex-1">
              <p>
                <span className="font-medium">{step.name}</span>
                <span className="sr-only">: {STEP_STATES[step.state].words}.</span>{' '}
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
        {onTestBody && isSigned && !isBodyTested && !isRunning && (
          <li
            ref={isFollowed ? showWhole : undefined}
            className="flex scroll-mb-24 gap-2.5 py-2 text-ink-3 max-sm:scroll-mb-36"
          >
            <span className="mt-0.5">
              <MinusIcon size={14} />
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
              <p className="min-w-0 flex-1 basis-64 text-caption text-pretty text-ink-2">
                Optional: test signed writes with a harmless request.
              </p>
              <Button size="small" onClick={onTestBody}>
                Test signing
              </Button>
            </div>
          </li>
        )}
      </ol>
      {steps.length > 0 && !isRunning && (
        <p role="status" className="font-medium">
          {summaryOf(steps)}
        </p>
      )}
    </>
  )
}

/** Sentence with the command at its end shown below, to copy. */
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

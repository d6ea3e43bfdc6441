import { useRef, useState } from 'react'

import type { Transport } from '#client/transport.ts'

import {
  findTransport,
  type Step,
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
    const policy = watchPolicy()
    const walk = testConnection({
      ...parts,
      ...inThisBrowser(),
      now: () => Date.now(),
      wasHeldByPolicy: policy.wasHeld,
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
function watchPolicy() {
  let held = false
  const note = (event: SecurityPolicyViolationEvent) => {
    if (event.effectiveDirective === 'connect-src') held = true
  }
  document.addEventListener('securitypolicyviolation', note)
  return {
    wasHeld: () => held,
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  }
}

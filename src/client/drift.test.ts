import { expect, it } from 'vitest'

import { createDriftReport } from './drift.ts'

const line = 'GET /api/v1/smart_trades'

it('counts the same drift of many rows as one entry', () => {
  const report = createDriftReport()
  const drift = [0, 1, 2].map((row) => ({
    path: `[${row}].note`,
    expected: 'text',
    got: 'nothing',
  }))
  report.count(line, drift)
  report.count(line, drift.slice(1))
  expect(report.entries()).toEqual([
    { endpoint: line, path: '[].note', expected: 'text', got: 'nothing', count: 5 },
  ])
})

it('gives the same list until something new is counted, and tells of it', () => {
  const report = createDriftReport()
  let reported = 0
  report.subscribe(() => void (reported += 1))
  const before = report.entries()
  report.count(line, [])
  expect(report.entries()).toBe(before)
  report.count(line, [{ path: 'a', expected: 'text', got: 'null' }])
  expect(report.entries()).not.toBe(before)
  expect(reported).toBe(1)
})

it('does not grow without end when a service speaks another language', () => {
  const report = createDriftReport()
  for (let kind = 0; kind < 2_000; kind += 1) {
    report.count(line, [{ path: 'a', expected: 'text', got: `number ${kind}` }])
  }
  expect(report.entries()).toHaveLength(500)
})

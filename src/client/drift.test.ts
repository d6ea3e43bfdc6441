import { expect, it } from 'vitest'

import { createDriftReport } from './drift.ts'

const line = 'GET /api/v1/smart_trades'

it('the same difference in many rows is one entry with a count', () => {
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

it('a new difference makes a new list and calls subscribers', () => {
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

it('the report keeps at most 500 entries', () => {
  const report = createDriftReport()
  for (let kind = 0; kind < 2_000; kind += 1) {
    report.count(line, [{ path: 'a', expected: 'text', got: `number ${kind}` }])
  }
  expect(report.entries()).toHaveLength(500)
})

import { expect, it } from 'vitest'

import { timeAnswerOf } from './server-time.ts'

const SECONDS = 1_737_381_297
const MILLISECONDS = SECONDS * 1_000 + 250

it.each([
  ['the form of the paper service', `{"server_time":${SECONDS},"extensions":["a"]}`],
  ['a bare number', String(SECONDS)],
  ['text of digits', `"${SECONDS}"`],
  ['text of digits in an object', `{"server_time":"${SECONDS}"}`],
  ['another name', `{"serverTime":${SECONDS}}`],
  ['a name that nobody listed', `{"moment":${SECONDS},"zone":"UTC"}`],
  ['an object within the object', `{"error":[],"result":{"unixtime":${SECONDS}}}`],
  ['ISO 8601', '"2025-01-20T13:54:57Z"'],
  ['ISO 8601 with an offset', '{"time":"2025-01-20T15:54:57+02:00"}'],
  ['ISO 8601 without quotes', '2025-01-20T13:54:57Z\n'],
  [
    'a member beside another time',
    `{"server_time":${SECONDS},"up_since":"2025-01-20T08:00:00.500Z"}`,
  ],
  ['a member beside an earlier time in ms', `{"started":1737300000250,"time":${SECONDS}}`],
  ['an HTTP date', '"Mon, 20 Jan 2025 13:54:57 GMT"'],
])('a server time is read from %s', (_form, body) => {
  expect(timeAnswerOf(body)).toMatchObject({ server_time: SECONDS })
  expect(timeAnswerOf(body)).not.toHaveProperty('server_time_ms')
})

it.each([
  ['a bare number', String(MILLISECONDS)],
  ['serverTime', `{"serverTime":${MILLISECONDS}}`],
  ['text of digits', `{"server_time":"${MILLISECONDS}"}`],
  ['beside the seconds', `{"server_time":${SECONDS},"server_time_ms":${MILLISECONDS}}`],
  ['a fraction of a second', `{"server_time":${SECONDS}.25}`],
  ['microseconds', `{"time":${MILLISECONDS}000}`],
  ['nanoseconds', `{"result":{"timeSecond":"${SECONDS}","timeNano":"${MILLISECONDS}123456"}}`],
  ['ISO 8601', '{"time":"2025-01-20T13:54:57.250Z"}'],
])('a server time with milliseconds is read from %s', (_form, body) => {
  expect(timeAnswerOf(body)).toEqual({ server_time: SECONDS, server_time_ms: MILLISECONDS })
})

it.each([
  ['a web page', '<!doctype html><title>Sign in</title><p>2025-01-20T13:54:57Z</p>'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', `[${SECONDS}]`],
  ['another object', '{"status":"ok","code":200}'],
  ['a day without a time', '"2025-01-20"'],
  ['a time without a zone', '"2025-01-20T13:54:57"'],
  ['a number that is no present time', '{"server_time":12}'],
])('a server time is unknown in %s', (_form, body) => {
  expect(timeAnswerOf(body)).toBe(undefined)
})

import { describe, expect, it } from 'vitest'

import { terminalAt } from './terminal.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

function written(isTTY: boolean, format?: 'lines' | 'json') {
  const texts: string[] = []
  const stream = { isTTY, write: (text: string) => texts.push(text) }
  return { texts, terminal: terminalAt(stream, format, () => NOW) }
}

const failure = {
  reference: 'r-1',
  line: 'GET /api/v1/time',
  error: Object.assign(new Error('broken'), { stack: 'Error: broken\n    at x.ts' }),
}

describe('what is written for a person', () => {
  it('is a sentence a line, and a failure with where it was', () => {
    const { texts, terminal } = written(false)
    terminal.say('Caught up in 2 s.')
    terminal.report(failure)
    expect(texts).toEqual([
      'Caught up in 2 s.\n',
      '2026-06-01T12:00:00.000Z error in GET /api/v1/time, reference r-1: Error: broken\n    at x.ts\n',
    ])
  })

  it('changes a line in its place on a terminal, and writes each once elsewhere', () => {
    const { texts, terminal } = written(true)
    terminal.show('1 %')
    terminal.show('2 %')
    terminal.show('2 %')
    terminal.say('Done.')
    expect(texts.join('')).toBe('1 %\r\u001B[2K2 %\r\u001B[2KDone.\n')
    const file = written(false)
    file.terminal.show('1 %')
    file.terminal.show('1 %')
    file.terminal.show(undefined)
    expect(file.texts).toEqual(['1 %\n'])
  })
})

it('is one object a line for a program, on a terminal as well', () => {
  const { texts, terminal } = written(true, 'json')
  terminal.say('Caught up in 2 s.')
  terminal.show('1 %')
  terminal.report(failure)
  expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual([
    { at: NOW.toISOString(), level: 'info', message: 'Caught up in 2 s.' },
    { at: NOW.toISOString(), level: 'info', message: '1 %' },
    {
      at: NOW.toISOString(),
      level: 'error',
      reference: 'r-1',
      line: 'GET /api/v1/time',
      name: 'Error',
      message: 'broken',
      stack: 'Error: broken\n    at x.ts',
    },
  ])
})

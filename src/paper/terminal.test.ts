import jsQR from 'jsqr'
import { expect, it } from 'vitest'

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

it('a log for a person is one sentence per line, and a failure with its place', () => {
  const { texts, terminal } = written(false)
  terminal.say('Caught up in 2 s.')
  terminal.report(failure)
  expect(texts).toEqual([
    'Caught up in 2 s.\n',
    '2026-06-01T12:00:00.000Z error in GET /api/v1/time, reference r-1: Error: broken\n    at x.ts\n',
  ])
})

it('a log for a person replaces a line in place on a terminal, and writes each once elsewhere', () => {
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

it('a log for a program is one object per line, on a terminal as well', () => {
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

/** Reads the QR code of light blocks on a dark terminal like a camera. */
function readCode(text: string): string | undefined {
  const lines = text.trimEnd().split('\n')
  const scale = 4
  const width = (lines[0]?.length ?? 0) * scale
  const height = lines.length * 2 * scale
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    const [row, half] = [Math.floor(y / scale / 2), Math.floor(y / scale) % 2]
    for (let x = 0; x < width; x++) {
      const block = lines[row]?.[Math.floor(x / scale)] ?? ' '
      const at = (y * width + x) * 4
      if (!(half === 0 ? '█▀' : '█▄').includes(block)) pixels.fill(0, at, at + 3)
    }
  }
  return jsQR(pixels, width, height)?.data
}

it('the QR code of a link is shown on a terminal only, and never between lines of JSON', () => {
  const link = 'https://desk.example/#pair=0123456789abcdef0123456789abcdef'
  const { texts, terminal } = written(true)
  terminal.show('making the world, 99 %')
  terminal.showCode(link)
  expect(readCode(texts.at(-1) ?? '')).toBe(link)
  for (const other of [written(false), written(true, 'json')]) {
    other.terminal.showCode(link)
    expect(other.texts).toEqual([])
  }
})

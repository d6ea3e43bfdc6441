import fc from 'fast-check'
import { expect, it } from 'vitest'

import { NOTE_LIMIT, noteLength } from './note.ts'

import { refOf, withoutRef, withRef } from './ref.ts'

const REF = '0a1b2c3d'
/** Includes the space. */
const REF_LENGTH = 13

it('a ref tag follows the typed note, or stands alone', () => {
  expect(withRef('range low', REF)).toBe('range low ref:0a1b2c3d')
  expect(withRef('', REF)).toBe('ref:0a1b2c3d')
  expect(withRef(undefined, REF)).toBe('ref:0a1b2c3d')
  expect(withRef('range low ref:ffffffff', REF)).toBe('range low ref:0a1b2c3d')
})

it('a ref tag is found in any note that has room for it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 280 }), (note) => {
      fc.pre(noteLength(note) + REF_LENGTH <= NOTE_LIMIT)
      fc.pre(refOf(note) === undefined)
      const marked = withRef(note, REF)
      expect(refOf(marked)).toBe(REF)
      expect(noteLength(marked)).toBe(noteLength(note) + (note === '' ? 12 : REF_LENGTH))
    }),
  )
})

it('a ref tag is omitted if the note has no room', () => {
  const full = 'é'.repeat(NOTE_LIMIT - REF_LENGTH + 1)
  expect(withRef(full, REF)).toBe(full)
  expect(noteLength(withRef(full.slice(1), REF))).toBe(NOTE_LIMIT)
})

it('a ref tag does not make equal orders different', () => {
  const body = (note: string) => JSON.stringify({ pair: 'USDT_BTC', note, units: '1' })
  fc.assert(
    fc.property(fc.string(), (note) => {
      fc.pre(refOf(note) === undefined)
      expect(withoutRef(body(withRef(note, REF)))).toBe(withoutRef(body(withRef(note, 'ffffffff'))))
    }),
  )
})

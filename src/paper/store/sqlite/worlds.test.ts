import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { usersIn } from './keys.ts'
import { worldsIn } from './worlds.ts'

let directory: string
let database: Database
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarterdeck-worlds-'))
  database = openDatabase(join(directory, 'worlds.db'))
  migrate(database)
  usersIn(database).ensure({ name: 'trader' }, 0)
})
afterEach(() => {
  database.close()
  rmSync(directory, { recursive: true })
})

const NOTHING = { stored: [], removed: [], ended: [], owned: [], appended: [] }
const balance = (place: string, amount: string) => ({
  ...NOTHING,
  stored: [{ kind: 'balance', id: `${place} USDT`, json: JSON.stringify(amount) }],
})

describe('the store of a world', () => {
  it('the store of a world returns balances beside the entities they belong to', () => {
    const worlds = worldsIn(database)
    worlds.save(1, balance('account:7:free', '12.5'))
    worlds.save(1, balance('account:7:free', '13'))
    expect(worlds.read(1).stored).toEqual(balance('account:7:free', '13').stored)
  })

  it('the store of a world takes no account below zero, and lets the market go there', () => {
    const worlds = worldsIn(database)
    expect(() => worlds.save(1, balance('account:7:held', '-0.01'))).toThrow(/CHECK/)
    expect(() => worlds.save(1, balance('market', '-0.01'))).not.toThrow()
  })

  const anEntry = { ...NOTHING, appended: [{ journal: 'ledger' as const, at: 1, json: '{}' }] }

  it('the store of a world never changes a row of the ledger and never loses one', () => {
    const worlds = worldsIn(database)
    worlds.save(1, anEntry)
    worlds.setOrigin(1, { kind: 'empty', seed: 1, madeAt: 1 })
    expect(() => database.exec("UPDATE ledger SET json = '[]'")).toThrow(/never change/)
    expect(() => database.exec('DELETE FROM ledger')).toThrow(/stay/)
  })

  it('the store of a world removes all of a world whose making was broken off, and leaves one that was made', () => {
    const worlds = worldsIn(database)
    const rows = () => database.prepare('SELECT count(*) AS rows FROM ledger').get()
    expect(worlds.isUnfinished(1)).toBe(false)
    worlds.save(1, { ...anEntry, stored: [{ kind: 'account', id: '7', json: '{}' }] })
    worlds.save(1, balance('account:7:free', '12.5'))
    expect(worlds.isUnfinished(1)).toBe(true)
    worlds.removeUnfinished(1)
    expect(worlds.read(1)).toMatchObject({ stored: [] })
    expect(rows()).toEqual({ rows: 0 })

    worlds.save(1, { ...anEntry, stored: [{ kind: 'account', id: '7', json: '{}' }] })
    worlds.setOrigin(1, { kind: 'empty', seed: 1, madeAt: 1 })
    expect(worlds.isUnfinished(1)).toBe(false)
    worlds.removeUnfinished(1)
    expect(database.prepare('SELECT kind FROM things').all()).toHaveLength(1)
    expect(rows()).toEqual({ rows: 1 })
  })
})

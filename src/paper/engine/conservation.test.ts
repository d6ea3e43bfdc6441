import { describe, expect, it } from 'vitest'

import { toText } from '#money/decimal.ts'
import { auditor } from '#testing/auditor.ts'
import { proofSize } from '#testing/proof-size.ts'
import { provingWorld, PROVING_START } from '#testing/proving-world.ts'
import { randomTrader } from '#testing/random-trader.ts'

import type { Place } from './balances/ledger.ts'
import { recordFault } from './record-shapes.ts'

const SEEDS = proofSize(2, 20)
const TICKS = proofSize(30_000, 1_000_000)
const TICKS_A_COMMAND = 400
const TICKS_A_COMMIT = 20
const TICKS_AN_AUDIT = 5_000

describe('money is moved, never made or lost', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    it(`over ${TICKS} ticks of a random trader, seed ${seed}`, { timeout: 3_600_000 }, async () => {
      const scene = provingWorld(seed)
      const trader = randomTrader(seed)
      const audit = auditor()
      const faults: string[] = []
      const total = (place: string, currency: string): string =>
        toText(scene.world.ledger.balance(place as Place, currency))
      for (let tick = 1; tick <= TICKS; tick++) {
        scene.engine.advance(PROVING_START + tick * 1000)
        if (tick % TICKS_A_COMMAND === 0) await trader.act(scene)
        if (tick % TICKS_A_COMMIT === 0) {
          const changes = scene.engine.takeChanges()
          scene.store.keep(changes)
          audit.read(changes)
          for (const row of changes.appended) {
            const fault = row.journal === 'ledger' && recordFault('ledger', row.json)
            if (fault) faults.push(fault)
          }
        }
        if (tick % TICKS_AN_AUDIT === 0) faults.push(...audit.faults(total))
      }
      console.info(
        `seed ${seed}: ${trader.taken} commands taken, ${trader.refused} refused, ${audit.rows} rows, ${total('funding', 'USDT')} of funding`,
      )
      expect(faults).toEqual([])
      expect(audit.rows).toBeGreaterThan(trader.taken)
      expect(total('interest', 'USDT')).not.toBe('0')
      expect(total('funding', 'USDT')).not.toBe('0')
    })
  }
})

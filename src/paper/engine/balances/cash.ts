import type { Decimal } from '#money/decimal.ts'

import { freeOf, move } from './ledger.ts'
import type { World } from '../world.ts'

/** Money or coins arrive from outside. */
export function deposit(world: World, account: number, currency: string, amount: Decimal): void {
  world.ledger.append({
    at: world.meta.now,
    cause: 'deposit',
    postings: move(currency, amount, 'outside', freeOf(account)),
  })
}

/** Money or coins leave; the ledger refuses more than is free. */
export function withdraw(world: World, account: number, currency: string, amount: Decimal): void {
  world.ledger.append({
    at: world.meta.now,
    cause: 'withdrawal',
    postings: move(currency, amount, freeOf(account), 'outside'),
  })
}

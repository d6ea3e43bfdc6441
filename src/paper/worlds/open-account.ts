import { type Decimal, decimal } from '#money/decimal.ts'

import type { Account } from '../engine/balances/accounts.ts'
import { deposit } from '../engine/balances/cash.ts'
import { uuidOf } from '../engine/identifiers.ts'
import { type World, takeId } from '../engine/world.ts'

type Opening = Pick<Account, 'exchange' | 'exchangeName' | 'label' | 'marketType' | 'mode'> & {
  smartTrading?: boolean
  balances?: Readonly<Record<string, string>>
}

/** Opens an account now and pays in what it begins with. */
export function openAccount(world: World, opening: Opening): Account {
  const { smartTrading = true, balances = {}, ...rest } = opening
  const { seed, user, now } = world.meta
  const account: Account = {
    ...rest,
    id: takeId(world),
    connectionId: uuidOf(user, seed, 'connection', opening.label),
    smartTrading,
    createdAt: now,
  }
  world.accounts.set(account.id, account)
  world.changes.touch('account', String(account.id), () => account)
  for (const [currency, amount] of Object.entries(balances)) {
    deposit(world, account.id, currency, amountOf(amount))
  }
  return account
}

const amountOf = (text: string): Decimal => decimal(text)

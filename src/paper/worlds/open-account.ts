import type { Instant } from '#contract/primitives.ts'
import { DEFAULT_BALANCE } from '#contract/system.ts'
import { type Decimal, decimal, toText } from '#money/decimal.ts'

import type { Account } from '../engine/balances/accounts.ts'
import { freeOf, move } from '../engine/balances/ledger.ts'
import { uuidOf } from '../engine/identifiers.ts'
import type { LiveTerms } from '../engine/market/live-exchanges.ts'
import { takeId, type World } from '../engine/world.ts'

type Opening = Pick<Account, 'exchange' | 'exchangeName' | 'label' | 'marketType' | 'mode'> & {
  smartTrading?: boolean
  balances?: Readonly<Record<string, string>>
}

/** Opens an account now with its first deposits. */
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
    deposit(world, account.id, currency, decimal(amount))
  }
  return account
}

const EXCHANGES = { harbour: 'Harbour', meridian: 'Meridian' } as const

/** Opens accounts, by default in paper mode; a futures account takes no SmartTrades. */
export const openingIn =
  (world: World) =>
  (
    exchange: keyof typeof EXCHANGES,
    marketType: Account['marketType'],
    label: string,
    balances: Opening['balances'] = {},
    mode: Account['mode'] = 'paper',
  ): Account =>
    openAccount(world, {
      exchange,
      exchangeName: EXCHANGES[exchange],
      mode,
      label,
      marketType,
      smartTrading: marketType !== 'futures',
      balances,
    })

export function deposit(world: World, account: number, currency: string, amount: Decimal): void {
  world.ledger.append({
    at: world.meta.now,
    cause: 'deposit',
    postings: move(currency, amount, 'outside', freeOf(account)),
  })
}

/** Withdraws; the ledger refuses more than is free. */
export function withdraw(world: World, account: number, currency: string, amount: Decimal): void {
  world.ledger.append({
    at: world.meta.now,
    cause: 'withdrawal',
    postings: move(currency, amount, freeOf(account), 'outside'),
  })
}

/** One funded spot account in each mode, and no trades. */
export function buildEmptyWorld(world: World, now: Instant): void {
  world.meta.now = now
  const spot = { exchange: 'harbour', exchangeName: 'Harbour', marketType: 'spot' } as const
  openAccount(world, { ...spot, label: 'Harbour spot', mode: 'paper', balances: { USDT: '10000' } })
  openAccount(world, {
    ...spot,
    label: 'Harbour spot (simulated)',
    mode: 'real',
    balances: { USDT: '1000' },
  })
}

/** One funded spot account at a real exchange's prices, and no trades. */
export function buildLiveWorld(
  world: World,
  { name, quote }: LiveTerms,
  now: Instant,
  balance = DEFAULT_BALANCE,
): void {
  world.meta.now = now
  openAccount(world, {
    exchange: name.toLowerCase(),
    exchangeName: name,
    marketType: 'spot',
    label: `${name} paper`,
    mode: 'paper',
    balances: { [quote]: toText(balance) },
  })
}

import * as z from 'zod/mini'

import type { ExchangeConnectionEntity, ListedExchangeEntity } from '#contract/exchanges.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import type { SmartTradeEntity } from '#contract/smart-trades.ts'
import { type Mode, mode } from '#contract/system.ts'

import { Refusal } from '../../refusal.ts'
import { flag, text, whole } from '../record-parts.ts'

const marketType = z.enum(['spot', 'margin', 'futures'])
export type MarketType = z.infer<typeof marketType>

/** An exchange account. SmartTrades and grid bots use its number, the rest its connection. */
export const accountShape = z.object({
  id: whole,
  connectionId: text,
  exchange: text,
  exchangeName: text,
  label: text,
  marketType,
  mode,
  smartTrading: flag,
  createdAt: whole,
})
export type Account = z.infer<typeof accountShape>

export const hasLeverage = ({ marketType }: Account): boolean => marketType !== 'spot'

/** An account of the current mode. Throws `Refusal` for any other. */
export function ownAccount(accounts: ReadonlyMap<number, Account>, id: Id, mode: Mode): Account {
  const account = typeof id === 'number' ? accounts.get(id) : undefined
  if (account?.mode === mode) return account
  throw new Refusal('forbidden', 'The account is not one of the current user in this mode.')
}

const VERIFIED_EVERY = 3_600_000

/** `trouble`: reason that trading has stopped. */
type Circumstances = { now: Instant; trouble: string | undefined }

export function connectionOf(
  account: Account,
  { now, trouble }: Circumstances,
): ExchangeConnectionEntity {
  return {
    id: account.connectionId,
    exchange: account.exchange,
    label: account.label,
    connection_type: 'api_key',
    can_trade: trouble === undefined,
    can_withdraw: false,
    is_active: true,
    is_testnet: account.mode === 'paper',
    last_verified: Math.max(account.createdAt, Math.floor(now / VERIFIED_EVERY) * VERIFIED_EVERY),
    last_error: trouble ?? null,
    created_at: account.createdAt,
  }
}

export const listedOf = (account: Account, circumstances: Circumstances): ListedExchangeEntity => ({
  ...connectionOf(account, circumstances),
  account_id: account.id,
  account_name: account.label,
  market_type: account.marketType,
  mode: account.mode,
  smart_trading_supported: account.smartTrading,
})

export const namedOf = (account: Account): SmartTradeEntity['account'] => ({
  id: account.id,
  type: account.exchange,
  name: account.label,
  market: `${account.exchangeName} ${MARKET_NAMES[account.marketType]}`,
  link: `/accounts/${account.id}`,
})

const MARKET_NAMES: Record<MarketType, string> = {
  spot: 'Spot',
  margin: 'Margin',
  futures: 'Futures',
}

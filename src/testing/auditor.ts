import type { Changes } from '#paper/engine/changes.ts'

/**
 * Recomputes every balance of a world from what the store is given, the texts of its rows alone,
 * with whole numbers of the smallest part. It shares no code with the ledger on purpose.
 */
export function auditor() {
  const balances = new Map<string, bigint>()
  const moved = new Map<string, bigint>()
  const owners = new Map<string, OrderRow[]>()
  const debts = new Map<string, readonly Debt[]>()
  const faults: string[] = []
  let rows = 0

  const change = (map: Map<string, bigint>, key: string, by: bigint): void => {
    map.set(key, (map.get(key) ?? 0n) + by)
  }

  function readLedger(row: LedgerRow): void {
    const sums = new Map<string, bigint>()
    const outside = row.postings.every(({ place }) => place !== 'market' && place !== 'fees')
    for (const { place, currency, amount } of row.postings) {
      change(balances, `${place} ${currency}`, smallest(amount))
      change(sums, currency, smallest(amount))
      const account = /^account:(\d+):/.exec(place)?.[1]
      // Fills are in the history; this counts what came and went in any other way.
      if (outside && account) change(moved, `${account} ${currency}`, smallest(amount))
    }
    for (const { place, currency } of row.postings) {
      if (place.startsWith('account:') && (balances.get(`${place} ${currency}`) ?? 0n) < 0n) {
        faults.push(`${row.cause}: less than nothing of ${currency} in ${place}`)
      }
    }
    for (const [currency, sum] of sums) {
      if (sum !== 0n) faults.push(`${row.cause}: ${currency} does not add up`)
    }
  }

  /** Amounts that an execution moved in the currencies of an account. */
  function addExecution(map: Map<string, bigint>, execution: Execution): void {
    const { account, pair, side, units, total, fee } = execution
    const [quote = '', base = ''] = pair.split('_')
    const sign = side === 'buy' ? 1n : -1n
    change(map, `${account} ${base}`, sign * smallest(units))
    change(map, `${account} ${quote}`, -sign * smallest(total) - smallest(fee))
  }

  function readHistory({ account_id, pair, order, filled, commission }: HistoryRow): void {
    const { units, total } = filled
    const fee = commission.amount
    addExecution(moved, { account: account_id, pair, side: order.side, units, total, fee })
  }

  return {
    read({ stored, removed, appended }: Changes): void {
      for (const row of appended) {
        rows += 1
        if (row.journal === 'ledger') readLedger(JSON.parse(row.json) as LedgerRow)
        if (row.journal === 'history') readHistory(JSON.parse(row.json) as HistoryRow)
      }
      for (const { kind, id, json } of stored) {
        const record = JSON.parse(json) as OwnerRow
        if (!record.orders) continue
        owners.set(`${kind} ${id}`, record.orders)
        debts.set(`${kind} ${id}`, debtsOf(record))
      }
      for (const { kind, id } of removed) {
        owners.delete(`${kind} ${id}`)
        debts.delete(`${kind} ${id}`)
      }
    },
    /** Contradictions, as sentences; `balanceOf` gives the engine's balance of a place. */
    faults(balanceOf: (place: string, currency: string) => string): string[] {
      const found = faults.slice()
      const holds = new Map<string, bigint>()
      const executed = new Map(moved)
      for (const { account, pair, side, holds: held, done } of [...owners.values()].flat()) {
        for (const { currency, amount } of held) {
          change(holds, `account:${account}:held ${currency}`, smallest(amount))
        }
        // An order is in the history once it is over.
        if (done) addExecution(executed, { account, pair, side, ...done })
      }
      const owed = new Map<string, bigint>()
      for (const { account, amount } of [...debts.values()].flat()) {
        change(owed, `loans:${account} ${MONEY}`, -smallest(amount))
      }
      for (const [key, balance] of balances) {
        if (key.startsWith('loans:') && key.endsWith(MONEY) && balance !== (owed.get(key) ?? 0n)) {
          found.push(`${key} is not what positions owe, their interest and funding among it`)
        }
        const [place = '', currency = ''] = key.split(' ')
        if (smallest(balanceOf(place, currency)) !== balance)
          found.push(`the engine errs in ${key}`)
        if (place.endsWith(':held') && balance !== (holds.get(key) ?? 0n)) {
          found.push(`${key} is not what the open orders hold`)
        }
      }
      for (const [key, amount] of executed) {
        const [account = '', currency = ''] = key.split(' ')
        const own = (part: string): bigint =>
          balances.get(`account:${account}:${part} ${currency}`) ?? 0n
        if (own('free') + own('held') !== amount) {
          found.push(`the history of account ${account} does not lead to its ${currency}`)
        }
      }
      return found
    },
    get rows() {
      return rows
    },
  }
}

type LedgerRow = {
  cause: string
  postings: { place: string; currency: string; amount: string }[]
}
/** Every position is quoted in it. */
const MONEY = 'USDT'

type OwnerRow = {
  accountId: number
  orders?: OrderRow[]
  loan?: { currency: string; amount: string } | null
  interest?: string | { owed: string }
  deals?: { interest: string }[]
}
type Debt = { account: number; amount: string }

/** Loan of an open position, and its interest and funding. */
function debtsOf({ accountId: account, loan, interest, deals = [] }: OwnerRow): Debt[] {
  const charges = [
    typeof interest === 'object' ? interest.owed : (interest ?? '0'),
    ...deals.map((deal) => deal.interest),
  ]
  const borrowed = loan?.currency === MONEY ? [loan.amount] : []
  return [...borrowed, ...charges].map((amount) => ({ account, amount }))
}

type Moved = { units: string; total: string; fee: string }
type Execution = Moved & { account: number; pair: string; side: string }
type OrderRow = {
  account: number
  pair: string
  side: string
  holds: { currency: string; amount: string }[]
  /** Its executed part. */
  done: Moved | null
}
type HistoryRow = {
  account_id: number
  pair: string
  order: { side: string }
  filled: { units: string; total: string }
  commission: { amount: string; currency: string }
}

const PLACES = 30

/** An amount as a whole number of its smallest part. */
function smallest(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length > PLACES) throw new RangeError(`more than ${PLACES} places: ${amount}`)
  return BigInt(whole + fraction.padEnd(PLACES, '0'))
}

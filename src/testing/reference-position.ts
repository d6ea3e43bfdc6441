/** In units of 10⁻¹² of the quote currency: a lot of 10⁻⁵ coins at a price of one cent is 10⁵ of them. */
const LOT_CENT = 100_000n
/** A tenth of a percent of a lot at one cent. */
const FEE = 100n

export type Cost = { lots: bigint; total: bigint; fee: bigint }

const NOTHING: Cost = { lots: 0n, total: 0n, fee: 0n }

const halfEven = (value: bigint, by: bigint): bigint => {
  const whole = value / by
  const twice = 2n * (value - whole * by)
  return twice > by || (twice === by && whole % 2n === 1n) ? whole + 1n : whole
}

/**
 * The books of a position in whole numbers, apart from the engine's: what its open lots cost by their
 * moving average, and what it has moved in all.
 */
export function referencePosition(side: 'buy' | 'sell', hasEntryFee: boolean) {
  const sign = side === 'buy' ? 1n : -1n
  const entered = { ...NOTHING }
  const closed = { ...NOTHING }
  /** Open units after the last fill. */
  let basis = NOTHING
  let open = 0n

  const share = (amount: bigint, lots: bigint): bigint =>
    lots === basis.lots ? amount : halfEven(amount * lots, basis.lots)
  const costOf = (lots: bigint): Cost => ({
    lots,
    total: share(basis.total, lots),
    fee: share(basis.fee, lots),
  })

  function flow(lots: number, cents: number, hasFee = true): Cost {
    const traded = BigInt(lots) * BigInt(cents)
    return { lots: BigInt(lots), total: traded * LOT_CENT, fee: hasFee ? traded * FEE : 0n }
  }

  function grow(into: Cost, { lots, total, fee }: Cost): void {
    into.lots += lots
    into.total += total
    into.fee += fee
  }

  /** The average in 10⁻¹² of the quote currency a coin. */
  const perCoin = ({ lots, total }: Cost): bigint => halfEven(total * 100_000n, lots)

  return {
    entered,
    closed,
    get open() {
      return Number(open)
    },
    cost: (): Cost => costOf(open),
    average: (): bigint | undefined => (basis.lots > 0n ? perCoin(basis) : undefined),
    averageWithFee: (): bigint | undefined =>
      basis.lots > 0n ? perCoin({ ...basis, total: basis.total + sign * basis.fee }) : undefined,
    takeIn(lots: number, cents: number, isEntry: boolean): void {
      const fill = flow(lots, cents, !isEntry || hasEntryFee)
      const before = costOf(open)
      basis = {
        lots: before.lots + fill.lots,
        total: before.total + fill.total,
        fee: before.fee + fill.fee,
      }
      open += fill.lots
      grow(entered, fill)
    },
    /** Returns what the lots earn after the fees of both sides. */
    close(lots: number, cents: number): bigint {
      const fill = flow(lots, cents)
      const before = costOf(open)
      open -= fill.lots
      const after = costOf(open)
      grow(closed, fill)
      const gross = sign * (fill.total - (before.total - after.total))
      return gross - (before.fee - after.fee) - fill.fee
    },
    /** Proceeds of closing all open lots at a price. */
    resultAt(cents: number): bigint {
      const fill = flow(Number(open), cents)
      const cost = costOf(open)
      return sign * (fill.total - cost.total) - cost.fee - fill.fee
    },
    /** The nearest price in cents at which that is not negative. */
    breakEven(): number {
      const { total, fee } = costOf(open)
      const paid = total + sign * fee
      const each = open * (LOT_CENT - sign * FEE)
      return Number(sign > 0n ? (paid + each - 1n) / each : paid / each)
    },
    /** A price so many hundredths of a percent from the average, above for a positive number. */
    awayFrom(points: number): number | undefined {
      if (basis.lots === 0n) return undefined
      return Number(halfEven(perCoin(basis) * BigInt(10_000 + points), 10n ** 14n))
    },
    /** All that came in and went out; what is open counts at `cents`, and not at all once it is over. */
    profit(cents: number, isOver: boolean): bigint {
      const left = costOf(open)
      const worth = isOver ? 0n : open * BigInt(cents) * LOT_CENT
      const paid = isOver ? entered.total - left.total : entered.total
      const fees = closed.fee + (isOver ? entered.fee - left.fee : entered.fee)
      return sign * (closed.total + worth - paid) - fees
    },
  }
}

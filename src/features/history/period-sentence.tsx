import { isPrintedSum } from '#money/places-that-add-up.ts'
import { formatAmount } from '#money/format.ts'
import { plural } from '#money/words.ts'
import { Amount } from '#ui/amount.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import type { Coverage } from './loaded-rows.ts'
import { daysUpAndDown, profitOf, type ProfitSum, together } from './sums.ts'
import { NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

type PeriodSentenceProps = {
  name: string
  /** Sums of its days or months. */
  sums: readonly (ProfitSum | undefined)[]
  /** Name of the most profitable source. */
  best: string | undefined
  coverage: Coverage
  isSumKnown: boolean
}

/** "October 2026: +255.81 USD, 241 closing orders, best SOL dips". */
export function PeriodSentence({ name, sums, best, coverage, isSumKnown }: PeriodSentenceProps) {
  const whole = together(sums)
  const isRounded = !isPrintedSum(sums.map(profitOf), profitOf(whole), 2)
  return (
    <span className="block max-sm:min-h-10">
      {name}
      {coverage.isWhole && (
        <>
          :{' '}
          <Amount
            signed
            places={2}
            value={isSumKnown || whole.valued > 0 ? profitOf(whole) : undefined}
            unit="USD"
            reason={NO_PROFIT_GIVEN}
          />
          <span className="font-normal text-ink-2">
            , {[...restWords(whole, best), ...(isRounded ? ['rounded'] : [])].join(', ')}
          </span>
        </>
      )}
    </span>
  )
}

const restWords = (sum: ProfitSum, best: string | undefined): string[] => [
  plural(sum.closed, 'closing order'),
  ...(unvaluedText(sum) === undefined ? [] : [`${unvaluedText(sum)}`]),
  ...(best === undefined ? [] : [`best ${best}`]),
]

/** The sentence as a label, with its amount hidden if amounts are. */
export function sentenceText(
  name: string,
  sum: ProfitSum | undefined,
  { best, areAmountsHidden }: { best: string | undefined; areAmountsHidden: boolean },
): string {
  const whole = together([sum])
  const profit = profitOf(whole)
  const amount = areAmountsHidden
    ? 'hidden'
    : profit
      ? `${formatAmount(profit, { places: 2, signed: true })} USD`
      : 'profit not known'
  return `${name}: ${[amount, ...restWords(whole, best)].join(', ')}`
}

type UpAndDownProps = Pick<PeriodSentenceProps, 'sums' | 'coverage'> & { kind: 'day' | 'month' }

export function UpAndDown({ sums, coverage, kind }: UpAndDownProps) {
  if (!coverage.isWhole) return <Skeleton width={120} />
  const { up, down } = daysUpAndDown(sums)
  return `${plural(up, kind)} up, ${down} down`
}

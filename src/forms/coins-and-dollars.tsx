import { totalValue } from '#market/assets.ts'
import type { Sale } from '#market/sale.ts'
import { type Decimal, toNumber } from '#money/decimal.ts'

type CoinsAndDollarsProps = { before: Sale | undefined; after: Sale | undefined; isDone: boolean }

export function CoinsAndDollars({ before, after, isDone }: CoinsAndDollarsProps) {
  const bars = [before, after].map((sale) => sale && [sale.proceeds, totalValue(sale.stays)])
  const [first, last] = bars.map((parts) =>
    parts?.every((part): part is Decimal => part !== undefined) ? parts.map(toNumber) : undefined,
  )
  if (!first || !last) return null
  const most = Math.max(...[first, last].map((parts) => parts.reduce((a, b) => a + b, 0)))
  if (most <= 0) return null
  const names = isDone ? ['Before', 'Now'] : ['Now', 'After']
  return (
    <div aria-hidden="true" className="grid gap-1.5 text-caption text-ink-3">
      {[first, last].map((parts, index) => (
        <div key={names[index]} className="flex items-center gap-2">
          <span className="w-11 flex-none">{names[index]}</span>
          <span className="flex h-4 flex-1 gap-px">
            {parts.map((part, at) => (
              <span
                key={at}
                className={`border ${at === 0 ? 'border-accent bg-accent' : 'border-edge bg-active'}`}
                style={{ width: `${(part / most) * 100}%` }}
                hidden={part <= 0}
              />
            ))}
          </span>
        </div>
      ))}
      <p className="flex gap-4 pl-13">
        <Key className="border-accent bg-accent" name="coins" />
        <Key className="border-edge bg-active" name="dollars" />
      </p>
    </div>
  )
}

const Key = ({ className, name }: { className: string; name: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-2 border ${className}`} />
    {name}
  </span>
)

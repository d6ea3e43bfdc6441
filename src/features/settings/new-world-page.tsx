import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { MarketChoice } from '#contract/system.ts'
import { Problem } from '#forms/use-attempt.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { BackLink, Page } from '#ui/page.tsx'

import { useOpenWorld, worldNamed } from './open-world.ts'

const TITLE = 'New paper world'
const FACTS = [
  'Prices',
  'Pairs',
  'Time',
  'Charts go back',
  'If you go offline',
  'Leaves this machine',
  'Starts with',
  'Fee',
] as const

type Offer = {
  market: MarketChoice
  name: string
  kind: string
  facts: Readonly<Record<(typeof FACTS)[number], string>>
  summary: string
}

const liveOffer = (
  market: MarketChoice,
  name: string,
  { balance, fee }: { balance: string; fee: string },
): Offer => ({
  market,
  name,
  kind: 'Live prices',
  facts: {
    Prices: 'Real trades, as they happen',
    Pairs: 'All its spot pairs; no margin, no futures',
    Time: 'Real time only',
    'Charts go back': `As far as ${name} has`,
    'If you go offline': 'No fills until prices return; the gap is read afterwards',
    'Leaves this machine': 'Requests for public prices. No keys, no orders.',
    'Starts with': `One spot account, ${balance}`,
    Fee: `${fee} (${name} spot)`,
  },
  summary: `real ${name} prices, ${balance} to start, real time`,
})

const OFFERS: readonly Offer[] = [
  {
    market: 'demo',
    name: 'Demo market',
    kind: 'Invented prices',
    facts: {
      Prices: 'Realistic, repeatable from a seed',
      Pairs: 'Its own, with margin and futures',
      Time: 'Real time, or faster by a flag at the start',
      'Charts go back': 'A year and more',
      'If you go offline': 'Keeps running',
      'Leaves this machine': 'Nothing',
      'Starts with': 'Trades, bots and a history of a year',
      Fee: '0.10%',
    },
    summary: 'invented prices',
  },
  liveOffer('binance', 'Binance', { balance: '10,000.00 USDT', fee: '0.10%' }),
  liveOffer('kraken', 'Kraken', { balance: '10,000.00 USD', fee: '0.40%' }),
]

const COLUMNS = 'grid sm:grid-cols-[10rem_repeat(3,minmax(0,1fr))]'

/** Opens the paper world of another market, which is made when it is missing. */
export function NewWorldPage() {
  const { isOffered, openNow, others, open, problem, isBusy } = useOpenWorld()
  const inUse = worldNamed(openNow).market
  const [chosen, setChosen] = useState<MarketChoice>(inUse === 'demo' ? 'binance' : 'demo')
  const offer = OFFERS.find(({ market }) => market === chosen)
  const isKept = others.some(({ world }) => worldNamed(world).market === chosen)
  if (!isOffered) {
    return (
      <Page title={TITLE} back={<BackLink to="/settings" page="Settings" />}>
        <Empty title="No other world can be opened here.">
          Only Quarterdeck’s own service opens paper worlds.
        </Empty>
      </Page>
    )
  }
  return (
    <Page
      title={TITLE}
      back={<BackLink to="/settings" page="Settings" />}
      beside={
        <span className="text-ink-3">Your worlds are kept. The open one stops meanwhile.</span>
      }
      footer={
        <>
          <p className="min-w-0 flex-1 basis-60">
            <span className="font-semibold">Paper money, </span>
            {offer?.summary}
          </p>
          <Link to="/settings" className={buttonClass({ look: 'quiet' })}>
            Cancel
          </Link>
          <Button
            look="primary"
            isSending={isBusy}
            sendingLabel="Opening"
            reason={chosen === inUse ? 'This world is open.' : undefined}
            onClick={() => void open(chosen)}
          >
            {isKept ? 'Open world' : 'Create world'}
          </Button>
        </>
      }
    >
      <Problem className="pt-3">{problem}</Problem>
      <fieldset className={classNames(COLUMNS, 'border-b border-hairline-2')}>
        <legend className="pt-4 pb-2 font-semibold">Market</legend>
        <span className="max-sm:hidden" />
        {OFFERS.map(({ market, name, kind }) => (
          <label
            key={market}
            className="flex min-h-11 gap-2.5 px-4 py-3 has-checked:bg-panel has-checked:shadow-[inset_0_2px_0_var(--accent)] max-sm:px-2 max-sm:py-2"
          >
            <input
              type="radio"
              name="market"
              checked={market === chosen}
              onChange={() => setChosen(market)}
              className="mt-0.5 size-4 flex-none accent-accent-fill"
            />
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="block text-caption text-ink-3">
                {kind}
                {market === inUse && ', open now'}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <dl>
        {FACTS.map((fact) => (
          <div
            key={fact}
            className={classNames(COLUMNS, 'border-b border-hairline max-sm:grid-cols-2')}
          >
            <dt className="py-2.5 pr-3 text-ink-2">{fact}</dt>
            {OFFERS.map(({ market, name, facts }) => (
              <dd
                key={market}
                className={classNames(
                  'px-4 py-2.5 max-sm:px-2',
                  market === chosen ? 'bg-panel' : 'text-ink-2 max-sm:hidden',
                )}
              >
                <span className="sr-only">{name}: </span>
                {facts[fact]}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Page>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { balanceFault, DEFAULT_BALANCE, type MarketChoice } from '#contract/system.ts'
import { readAmount } from '#forms/amount-text.ts'
import { Problem } from '#forms/use-attempt.tsx'
import { toText } from '#money/decimal.ts'
import { groupedText } from '#money/format.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { BackLink, Page } from '#ui/page.tsx'
import { TextField } from '#ui/text-input.tsx'

import { useOpenWorld, worldNamed } from './open-world.ts'

const TITLE = 'New paper world'
const BALANCE = 'Starting balance'

type Offer = {
  market: MarketChoice
  name: string
  fee: string
  about: readonly string[]
  currency?: string
}

const liveOffer = (market: MarketChoice, name: string, currency: string, fee: string): Offer => ({
  market,
  name,
  fee,
  about: [
    `Real-time prices of all ${name} spot pairs. One spot account, no margin or futures.`,
    'Nothing fills while you are offline. Missed prices are read afterwards.',
    'Only requests for public prices leave this machine: no keys, no orders.',
  ],
  currency,
})

const OFFERS: readonly Offer[] = [
  {
    market: 'demo',
    name: 'Demo market',
    fee: '0.10%',
    about: [
      'Invented prices. Spot, margin and futures accounts.',
      'Starts with a year of trades and bots, and keeps running offline.',
      'Nothing leaves this machine.',
      'Price files: start with --market replay:FILE.',
    ],
  },
  liveOffer('binance', 'Binance', 'USDT', '0.10%'),
  liveOffer('kraken', 'Kraken', 'USD', '0.40%'),
]

/** Opens the paper world of another market, which is made when it is missing. */
export function NewWorldPage() {
  const { isOffered, openNow, others, open, problem, isBusy } = useOpenWorld()
  const inUse = worldNamed(openNow).market
  const [chosen, setChosen] = useState<MarketChoice>(inUse === 'demo' ? 'binance' : 'demo')
  const [typed, setTyped] = useState('')
  const offer = OFFERS.find(({ market }) => market === chosen)
  const isKept = others.some(({ world }) => worldNamed(world).market === chosen)
  const takesBalance = Boolean(offer?.currency) && !isKept && chosen !== inUse
  // Empty also opens a world that exists, but that this browser does not know.
  const isTyped = takesBalance && typed.trim() !== ''
  const balance = isTyped ? readAmount(typed) : undefined
  const fault = isTyped ? balanceFault(balance) : undefined
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
        <div className="flex flex-1 flex-wrap items-center justify-end gap-3">
          <Link to="/settings" className={buttonClass({ look: 'quiet' })}>
            Cancel
          </Link>
          <Button
            look="primary"
            isSending={isBusy}
            sendingLabel="Opening"
            reason={chosen === inUse ? 'This world is open.' : fault && `Check: ${BALANCE}`}
            onClick={() => void open(chosen, { balance })}
          >
            {isKept ? 'Open world' : 'Create world'}
          </Button>
        </div>
      }
    >
      <Problem className="pt-3">{problem}</Problem>
      <fieldset className="grid grid-cols-3 gap-x-4 medium:grid-cols-1">
        <legend className="pt-4 pb-2 font-semibold">Market</legend>
        {OFFERS.map(({ market, name, fee, about }) => (
          <label
            key={market}
            className="flex gap-2.5 border-t-2 border-hairline-2 px-4 py-3 has-checked:border-accent has-checked:bg-panel max-sm:px-2"
          >
            <input
              type="radio"
              name="market"
              checked={market === chosen}
              onChange={() => setChosen(market)}
              className="mt-0.5 size-4 flex-none accent-accent-fill"
            />
            <span className="min-w-0 flex-1">
              <span className="font-semibold">{name}</span>
              {market === inUse && <span className="text-ink-3"> · open now</span>}
              <span className="float-right text-ink-3">Fee {fee}</span>
              {about.map((sentence) => (
                <span key={sentence} className="block pt-0.5 text-pretty text-ink-2">
                  {sentence}
                </span>
              ))}
            </span>
          </label>
        ))}
      </fieldset>
      {takesBalance && (
        <div className="border-t border-hairline-2 py-4 *:max-w-60">
          <TextField
            label={BALANCE}
            isNumeric
            unit={offer?.currency}
            placeholder={groupedText(toText(DEFAULT_BALANCE))}
            value={typed}
            error={fault}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
    </Page>
  )
}

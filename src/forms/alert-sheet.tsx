import { useRef, useState } from 'react'

import { ApiError, isRefused } from '#client/api-error.ts'
import { type Alert, type AlertDraft, alertFaults } from '#contract/alerts.ts'
import { getPair } from '#contract/market.ts'
import { useAccounts } from '#market/accounts.ts'
import { PairText } from '#market/pair-text.tsx'
import { marketOn, useListedPairs, usePairNames, usePricedPair } from '#market/pairs.tsx'
import { compare, toText } from '#money/decimal.ts'
import { formatPrice } from '#money/format.ts'
import { useExtension } from '#query/service.tsx'
import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { alertWords } from '#trading/alerts.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { optionsOf } from '#ui/options.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'

import type { AlertSubject } from './alert-button.tsx'
import { AmountInput } from './amount-input.tsx'
import { WebhookFields, webhookIn } from './alert-webhook.tsx'
import { eventsIn, TradeEventFields, type TradeEventsDraft } from './trade-event-fields.tsx'
import { readAmount } from './amount-text.ts'
import { type AlertPlace, draftOf, useAlerts } from './use-alerts.ts'
import { Problem, useAttempt } from './use-attempt.tsx'

/** Needs no preview of the level. */
const LevelPicture = lazyPanel(async () => (await import('#market/level-picture.tsx')).LevelPicture)

type Direction = 'above' | 'below'

type AlertSheetProps = {
  of: AlertSubject
  before?: Alert | undefined
  onClose: () => void
}

const TITLES = {
  price: 'Price alert',
  stop_distance: 'Alert near the stop',
  out_of_range: 'Alert out of range',
  drawdown: 'Drawdown alert',
  trade_events: 'Trade events',
} as const

/** Creates or changes an alert. Alerts trade nothing, so there is no review. */
export function AlertSheet({ of, before, onClose }: AlertSheetProps) {
  const { place, save } = useAlerts()
  const settings = useSettings()
  const changeSettings = useChangeSettings()
  const [pair, setPair] = useState(of.kind === 'price' ? (of.pair ?? '') : '')
  const { exchanges, exchange, setExchange, isAsked, isMissing, on } = usePricedExchange(of, place)
  const last = useLastPrice(of, { exchange, pair })
  const [level, setLevel] = useState(before?.level ? toText(before.level) : '')
  const [percent, setPercent] = useState(
    before?.percent ? toText(before.percent) : of.kind === 'drawdown' ? '10' : '2',
  )
  const [direction, setDirection] = useState<Direction | undefined>(
    before?.direction === 'below' ? 'below' : before?.direction === 'above' ? 'above' : undefined,
  )
  const [tradeEvents, setTradeEvents] = useState<TradeEventsDraft>(() => {
    const scope = of.kind === 'trade_events' ? of.scope : {}
    const known = eventsIn(scope)
    const chosen = before?.events
    return {
      scope,
      events: chosen ? known.filter((kind) => chosen.includes(kind)) : known,
      with_amounts: before?.with_amounts ?? false,
    }
  })
  const [isEveryTime, setEveryTime] = useState(before?.every_time ?? false)
  const delivery = useRef<HTMLFormElement>(null)
  const [id] = useState(() => before?.id ?? crypto.randomUUID())
  const [faults, setFaults] = useState<Record<string, readonly string[]>>({})
  const { attempt, problem, isBusy } = useAttempt('The alert could not be kept.')

  const price = readAmount(level)
  const isBelow = price && last && compare(price, last) < 0
  const towards = direction ?? (isBelow ? 'below' : 'above')
  const share = readAmount(percent)
  const isOfPercent = of.kind === 'stop_distance' || of.kind === 'drawdown'
  const draftNow = (): AlertDraft => {
    const webhook = webhookIn(delivery.current, before?.webhook)
    return {
      ...(before && draftOf(before)),
      id,
      kind: of.kind,
      name: nameOf(of, pair),
      every_time: isEveryTime,
      is_on: true,
      ...(of.kind === 'price' && {
        ...(pair !== '' && { pair }),
        ...(exchange !== undefined && { exchange }),
        direction: towards,
        ...(price && { level: price }),
      }),
      ...(isOfPercent && share && { percent: share }),
      ...(of.kind === 'stop_distance' && { trade_id: of.tradeId }),
      ...(of.kind === 'out_of_range' && { bot_id: of.botId }),
      ...(of.kind === 'trade_events' && eventsOf(tradeEvents)),
      ...(webhook && { webhook }),
    }
  }

  const keep = async () => {
    const draft = draftNow()
    const found: Record<string, readonly string[]> = alertFaults(draft)
    if (of.kind === 'price' && pair === '') found['pair'] = ['Choose a pair.']
    if (of.kind === 'price' && price === undefined) found['level'] = ['Enter a price.']
    if (isMissing) found['exchange'] = ['Choose an exchange.']
    if ('percent' in found || (isOfPercent && share === undefined))
      found['percent'] = ['Enter a percentage above 0 and of at most 100.']
    setFaults(found)
    if (isMissing && !isAsked) throw new Error('The exchange of its price is unknown.')
    if (Object.keys(found).length > 0) return
    try {
      await save(draft)
    } catch (error) {
      if (error instanceof ApiError && isRefused(error)) setFaults(error.failure.attributes)
      throw error
    }
    // The page shows the alert too if the browser cannot.
    if (!settings.notices.includes('alert_fired')) {
      changeSettings({ notices: [...settings.notices, 'alert_fired'] })
    }
    if ('Notification' in globalThis && Notification.permission === 'default') {
      void Notification.requestPermission()
    }
    onClose()
  }
  const faultOf = (member: string): string | undefined => faults[member]?.[0]

  return (
    <Sheet
      isOpen
      onClose={onClose}
      width="stop"
      title={TITLES[of.kind]}
      statement={of.kind === 'price' && of.pair === undefined ? undefined : nameOf(of, pair)}
      cancelLabel="Cancel"
      isHeld={isBusy}
      above={problem !== undefined && <Problem>{problem}</Problem>}
      action={{
        step: 'save',
        label: before ? 'Save alert' : 'Set alert',
        look: 'primary',
        isSending: isBusy,
        sendingLabel: 'Saving',
        onClick: () => void attempt(keep),
      }}
    >
      <SheetSection>
        <div className="grid gap-3">
          {isAsked && (
            <Choice
              label="Exchange"
              none="Choose an exchange"
              value={exchange ?? ''}
              options={exchanges}
              onChange={(next) => {
                setExchange(next)
                if (of.kind === 'price' && of.pair === undefined) setPair('')
              }}
              error={faultOf('exchange')}
            />
          )}
          {of.kind === 'price' && of.pair === undefined && (
            <PairChoice on={on} value={pair} onChange={setPair} error={faultOf('pair')} />
          )}
          {of.kind === 'price' && pair !== '' && !isMissing && (
            <LevelPicture
              key={`${exchange} ${pair}`}
              pair={pair}
              exchange={exchange}
              level={price}
              last={last}
              onLevel={setLevel}
            />
          )}
          {of.kind === 'price' && (
            <>
              <AmountInput
                label="Price"
                value={level}
                onChange={setLevel}
                unit={pair === '' ? undefined : splitPair(pair).quote}
                help={last && <>last {formatPrice(last)}</>}
                error={faultOf('level')}
              />
              <Segmented
                label="Direction"
                isLabelVisible
                isFull
                size="tall"
                value={towards}
                options={optionsOf({ above: 'Rises to', below: 'Falls to' })}
                onChange={setDirection}
              />
            </>
          )}
          {isOfPercent && (
            <AmountInput
              label={of.kind === 'drawdown' ? 'Below the peak of 30 days' : 'Distance to the stop'}
              value={percent}
              onChange={setPercent}
              unit="%"
              error={faultOf('percent')}
            />
          )}
          {of.kind === 'trade_events' && (
            <TradeEventFields
              draft={tradeEvents}
              onChange={setTradeEvents}
              fault={faultOf('events')}
            />
          )}
          {of.kind !== 'trade_events' && (
            <p className="text-ink-2">
              Fires when {of.kind === 'price' && pair !== '' ? <PairText pair={pair} /> : 'it'}{' '}
              {alertWords({
                kind: of.kind,
                direction: towards,
                level: price,
                percent: share,
              })}
              .{before?.is_on === false && ' It is off. Saving it switches it on.'}
            </p>
          )}
          {of.kind !== 'trade_events' && (
            <Checkbox
              label="Notify every time, not at most once an hour"
              checked={isEveryTime}
              onChange={({ target }) => setEveryTime(target.checked)}
            />
          )}
        </div>
      </SheetSection>
      <SheetSection title="Delivery">
        <p className="text-caption text-ink-3">
          {place === 'service'
            ? 'The service checks it even with no tab open. An open tab shows a desktop notification.'
            : 'This browser checks once a minute while a tab is open. It misses a price that comes back between two readings.'}
        </p>
        {place === 'service' && (
          <form ref={delivery} onSubmit={(event) => event.preventDefault()}>
            <WebhookFields kept={before?.webhook} faultOf={faultOf} />
          </form>
        )}
      </SheetSection>
    </Sheet>
  )
}

const eventsOf = ({ scope, events, with_amounts }: TradeEventsDraft): Partial<AlertDraft> => ({
  trade_id: scope.trade_id ?? undefined,
  bot_id: scope.bot_id ?? undefined,
  dca_bot_id: scope.dca_bot_id,
  account_id: scope.account_id,
  events: [...events],
  with_amounts,
})

function nameOf(of: AlertSubject, pair: string): string {
  if (of.kind === 'price') return pair === '' ? 'Price' : toSlashPair(pair)
  return of.kind === 'drawdown' ? 'Portfolio' : of.name
}

/** A service with alerts has one price per pair; a browser needs a chosen exchange. */
function usePricedExchange(of: AlertSubject, place: AlertPlace) {
  const known = of.kind === 'price' ? of.exchange : undefined
  const isWanted = of.kind === 'price' && place === 'browser' && known === undefined
  const accounts = useAccounts({ isWanted })
  const [chosen, setExchange] = useState<string>()
  const isPricedApart = useExtension(getPair) === true
  const names = new Map<string, string[]>()
  for (const { exchange: code, name } of accounts) {
    if (code !== undefined) names.set(code, [...(names.get(code) ?? []), name])
  }
  const exchanges = [...names].map(([value, own]) => ({
    value,
    label: `${value}: ${own.join(', ')}`,
  }))
  const only = exchanges.length === 1 ? exchanges[0]?.value : undefined
  const exchange = known ?? (isWanted ? (chosen ?? only) : undefined)
  const isAsked = isWanted && exchanges.length > 1
  return {
    exchanges,
    exchange,
    setExchange,
    isAsked,
    isMissing: exchange === undefined && (isAsked || (isWanted && isPricedApart)),
    on: isAsked || (isWanted && isPricedApart) ? { exchange } : undefined,
  }
}

type Place = { exchange: string | undefined; pair: string }

function useLastPrice(of: AlertSubject, { exchange, pair }: Place) {
  const isWanted = of.kind === 'price' && of.last === undefined && pair !== ''
  const { pairs = [] } = useListedPairs({ isWanted, arePriced: true })
  const { priced } = usePricedPair(exchange, isWanted ? pair : undefined)
  if (of.kind !== 'price') return undefined
  const row =
    exchange === undefined
      ? pairs.find((one) => one.pair === pair)
      : marketOn(exchange, pair, pairs)
  return of.last ?? priced?.last ?? row?.last
}

type ChoiceProps = {
  label: string
  none: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  error: string | undefined
}

const Choice = ({ label, none, value, options, onChange, error }: ChoiceProps) => (
  <Field label={label} error={error}>
    {(wiring) => (
      <Select
        {...wiring}
        size="tall"
        value={value}
        options={[{ value: '', label: none }, ...options]}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

type PairChoiceProps = Pick<ChoiceProps, 'value' | 'onChange' | 'error'> & {
  on: { exchange: string | undefined } | undefined
}

function PairChoice({ on, ...rest }: PairChoiceProps) {
  const names = usePairNames(on && { on })
  const options = names.map((name) => ({ value: name, label: toSlashPair(name) }))
  return <Choice label="Pair" none="Choose a pair" options={options} {...rest} />
}

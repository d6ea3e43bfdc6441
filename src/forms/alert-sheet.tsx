import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'

import { ApiError, isRefused } from '#client/api-error.ts'
import {
  type Alert,
  type AlertDraft,
  alertFaults,
  getWebhookOrigins,
  WEBHOOK_KINDS,
  type WebhookDraft,
} from '#contract/alerts.ts'
import { PairText, useListedPairs, usePairNames } from '#market/pairs.tsx'
import { compare, toText } from '#money/decimal.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension } from '#query/service.tsx'
import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { alertWords } from '#trading/alerts.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Sheet, SheetSection } from '#ui/sheet.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { AlertSubject } from './alert-button.tsx'
import { AmountInput } from './amount-input.tsx'
import { readAmount } from './amount-text.ts'
import { draftOf, useAlerts } from './use-alerts.ts'

type Direction = 'above' | 'below'
type WebhookChoice = 'keep' | WebhookDraft['kind']

type AlertSheetProps = {
  of: AlertSubject
  /** The alert that is changed; without one, another is made. */
  before?: Alert | undefined
  onClose: () => void
}

const TITLES = {
  price: 'Price alert',
  stop_distance: 'Alert near the stop',
  out_of_range: 'Alert out of range',
  drawdown: 'Drawdown alert',
} as const

/** Makes or changes one alert. It trades nothing, so it is kept without a review. */
export function AlertSheet({ of, before, onClose }: AlertSheetProps) {
  const { place, save } = useAlerts()
  const settings = useSettings()
  const changeSettings = useChangeSettings()
  const [pair, setPair] = useState(of.kind === 'price' ? (of.pair ?? '') : '')
  const last = useLastPrice(of, pair)
  const [level, setLevel] = useState(before?.level ? toText(before.level) : '')
  const [percent, setPercent] = useState(
    before?.percent ? toText(before.percent) : of.kind === 'drawdown' ? '10' : '2',
  )
  const [direction, setDirection] = useState<Direction | undefined>(
    before?.direction === 'below' ? 'below' : before?.direction === 'above' ? 'above' : undefined,
  )
  const [isEveryTime, setEveryTime] = useState(before?.every_time ?? false)
  const webhook = useWebhook(before)
  const [id] = useState(() => before?.id ?? crypto.randomUUID())
  const [faults, setFaults] = useState<Record<string, readonly string[]>>({})
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const inFlight = useRef(false)

  const price = readAmount(level)
  const isBelow = price && last && compare(price, last) < 0
  const towards = direction ?? (isBelow ? 'below' : 'above')
  const share = readAmount(percent)
  const isOfPercent = of.kind === 'stop_distance' || of.kind === 'drawdown'
  const draft: AlertDraft = {
    ...(before && draftOf(before)),
    id,
    kind: of.kind,
    name: nameOf(of, pair),
    every_time: isEveryTime,
    is_on: true,
    ...(of.kind === 'price' && {
      ...(pair !== '' && { pair }),
      ...(of.exchange !== undefined && { exchange: of.exchange }),
      direction: towards,
      ...(price && { level: price }),
    }),
    ...(isOfPercent && share && { percent: share }),
    ...(of.kind === 'stop_distance' && { trade_id: of.tradeId }),
    ...(of.kind === 'out_of_range' && { bot_id: of.botId }),
    ...(webhook.draft && { webhook: webhook.draft }),
  }

  const keep = async () => {
    if (inFlight.current) return
    const found: Record<string, readonly string[]> = alertFaults(draft)
    if (of.kind === 'price' && price === undefined) found['level'] = ['Enter a price.']
    if ('percent' in found || (isOfPercent && share === undefined))
      found['percent'] = ['Enter a percentage above 0 and of at most 100.']
    setFaults(found)
    setProblem(undefined)
    if (Object.keys(found).length > 0) return
    inFlight.current = true
    setSaving(true)
    try {
      await save(draft)
      // It is told by the page too where the browser shows no notifications.
      if (!settings.notices.includes('alert_fired')) {
        changeSettings({ notices: [...settings.notices, 'alert_fired'] })
      }
      if ('Notification' in globalThis && Notification.permission === 'default') {
        void Notification.requestPermission()
      }
      onClose()
    } catch (error) {
      const refused = error instanceof ApiError && isRefused(error) ? error.failure : undefined
      setFaults(refused?.attributes ?? {})
      setProblem(error instanceof Error ? error.message : 'The alert could not be kept.')
    } finally {
      inFlight.current = false
      setSaving(false)
    }
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
      isHeld={isSaving}
      above={
        problem !== undefined && (
          <div role="alert">
            <FieldMessage isError>{problem}</FieldMessage>
          </div>
        )
      }
      action={
        <Button
          look="primary"
          size="large"
          isSending={isSaving}
          sendingLabel="Saving"
          onClick={() => void keep()}
        >
          {before ? 'Save alert' : 'Set alert'}
        </Button>
      }
    >
      <SheetSection>
        <div className="grid gap-3">
          {of.kind === 'price' && of.pair === undefined && (
            <PairChoice value={pair} onChange={setPair} error={faultOf('pair')} />
          )}
          {of.kind === 'price' && (
            <>
              <AmountInput
                label="Price"
                value={level}
                onChange={setLevel}
                unit={pair === '' ? undefined : toSlashPair(pair).split('/')[1]}
                help={last && <>last {toText(last)}</>}
                error={faultOf('level')}
              />
              <Segmented
                label="Direction"
                isLabelVisible
                isFull
                size="tall"
                value={towards}
                options={[
                  { value: 'above', label: 'Rises to it' },
                  { value: 'below', label: 'Falls to it' },
                ]}
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
          <Checkbox
            label="Every time, not at most once an hour"
            checked={isEveryTime}
            onChange={({ target }) => setEveryTime(target.checked)}
          />
        </div>
      </SheetSection>
      <SheetSection title="How you are told">
        <p className="text-caption text-ink-3">
          {place === 'service'
            ? 'The service watches, also when no tab is open. While one is, it shows a desktop notification.'
            : 'This browser watches once a minute while a tab of Quarterdeck is open. A price that comes back between two readings is missed.'}
        </p>
        {place === 'service' && <WebhookFields webhook={webhook} faultOf={faultOf} />}
      </SheetSection>
    </Sheet>
  )
}

function nameOf(of: AlertSubject, pair: string): string {
  if (of.kind === 'price') return pair === '' ? 'Price' : toSlashPair(pair)
  return of.kind === 'drawdown' ? 'Portfolio' : of.name
}

function useLastPrice(of: AlertSubject, pair: string) {
  const isWanted = of.kind === 'price' && of.last === undefined && pair !== ''
  const { pairs } = useListedPairs({ isWanted, arePriced: true })
  if (of.kind !== 'price') return undefined
  return of.last ?? pairs?.find((row) => row.pair === pair)?.last
}

type PairChoiceProps = {
  value: string
  onChange: (pair: string) => void
  error: string | undefined
}

function PairChoice({ value, onChange, error }: PairChoiceProps) {
  const names = usePairNames()
  return (
    <Field label="Pair" error={error}>
      {(wiring) => (
        <Select
          {...wiring}
          size="tall"
          value={value}
          options={[
            { value: '', label: 'Choose a pair' },
            ...names.map((name) => ({ value: name, label: toSlashPair(name) })),
          ]}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** What is typed of a webhook. Address and token are never read back, and never kept here. */
function useWebhook(before: Alert | undefined) {
  const [kind, setKind] = useState<WebhookChoice>(before?.webhook ? 'keep' : 'none')
  const [url, setUrl] = useState('')
  const [token, setToken] = useState('')
  const [chat, setChat] = useState('')
  const draft: WebhookDraft | undefined =
    kind === 'keep' || (kind === 'none' && !before?.webhook)
      ? undefined
      : {
          kind,
          ...(kind !== 'none' && kind !== 'telegram' && { url: url.trim() || ' ' }),
          ...(kind !== 'none' && token !== '' && { token: token.trim() }),
          ...(kind === 'telegram' && { chat_id: chat.trim() || ' ' }),
        }
  return {
    kind,
    // A token of the one kind is never sent to the address of another.
    setKind(next: WebhookChoice) {
      setKind(next)
      setToken('')
    },
    url,
    setUrl,
    token,
    setToken,
    chat,
    setChat,
    draft,
    kept: before?.webhook,
  }
}

const KIND_NAMES = {
  ntfy: 'ntfy',
  telegram: 'Telegram',
  url: 'Another address',
} as const

type WebhookFieldsProps = {
  webhook: ReturnType<typeof useWebhook>
  faultOf: (member: string) => string | undefined
}

function WebhookFields({ webhook, faultOf }: WebhookFieldsProps): ReactNode {
  const isOffered = useExtension(getWebhookOrigins) === true
  const { data } = useQuery({ ...endpointQuery(getWebhookOrigins, {}), enabled: isOffered })
  const { kind, kept } = webhook
  if (!data) return null
  if (data.origins.length === 0 && !kept) {
    return (
      <p className="mt-2 text-caption text-ink-3">
        To be told outside the browser too, start the service with the origin that it may call, such
        as <span className="font-mono">--notify-to https://ntfy.sh</span>.
      </p>
    )
  }
  const secret = {
    type: 'password',
    autoComplete: 'off',
    spellCheck: false,
  } as const
  return (
    <div className="mt-3 grid gap-3">
      <Field
        label="Webhook"
        hint={`Allowed: ${data.origins.join(', ') || 'none'}`}
        error={faultOf('webhook.kind')}
      >
        {(wiring) => (
          <Select
            {...wiring}
            size="tall"
            value={kind}
            options={[
              ...(kept ? [{ value: 'keep' as const, label: `As it is set: ${kept.origin}` }] : []),
              { value: 'none', label: 'None' },
              ...WEBHOOK_KINDS.map((value) => ({ value, label: KIND_NAMES[value] })),
            ]}
            onChange={({ target }) => webhook.setKind(target.value as WebhookChoice)}
          />
        )}
      </Field>
      {(kind === 'ntfy' || kind === 'url') && (
        <Field
          label={kind === 'ntfy' ? 'Address of the topic' : 'Address'}
          error={faultOf('webhook.url')}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              size="tall"
              autoComplete="off"
              spellCheck={false}
              placeholder={kind === 'ntfy' ? 'https://ntfy.sh/your-topic' : 'https://'}
              value={webhook.url}
              onChange={({ target }) => webhook.setUrl(target.value)}
            />
          )}
        </Field>
      )}
      {kind === 'telegram' && (
        <Field label="Chat" error={faultOf('webhook.chat_id')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              size="tall"
              autoComplete="off"
              placeholder="-1001234567890 or @channel"
              value={webhook.chat}
              onChange={({ target }) => webhook.setChat(target.value)}
            />
          )}
        </Field>
      )}
      {kind !== 'none' && kind !== 'keep' && (
        <Field
          label={kind === 'telegram' ? 'Token of the bot' : 'Access token, if it needs one'}
          hint="Stored encrypted by the service and never shown again."
          error={faultOf('webhook.token')}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              {...secret}
              size="tall"
              value={webhook.token}
              onChange={({ target }) => webhook.setToken(target.value)}
            />
          )}
        </Field>
      )}
    </div>
  )
}

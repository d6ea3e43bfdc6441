import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import {
  type Alert,
  getWebhookOrigins,
  WEBHOOK_KINDS,
  type WebhookDraft,
} from '#contract/alerts.ts'
import { knownWord } from '#contract/value-of-word.ts'
import { textOr } from '#money/format.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension } from '#query/service.tsx'
import { Field } from '#ui/field.tsx'
import { textFrom } from '#ui/form-text.ts'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-input.tsx'

type WebhookChoice = 'keep' | WebhookDraft['kind']

/** Webhook of a form. Address and token are read only on submit, and never enter state. */
export function webhookIn(
  form: HTMLFormElement | null,
  kept: Alert['webhook'] | undefined,
): WebhookDraft | undefined {
  const text = (name: string) => (form ? textFrom(form, name).trim() : '')
  const kind = knownWord(['none', ...WEBHOOK_KINDS], text('kind'))
  if (kind === undefined || (kind === 'none' && !kept)) return undefined
  if (kind === 'none') return { kind }
  return {
    kind,
    ...(kind === 'telegram'
      ? { chat_id: textOr(text('chat'), ' ') }
      : { url: textOr(text('url'), ' ') }),
    ...(text('token') !== '' && { token: text('token') }),
  }
}

const KIND_NAMES = {
  ntfy: 'ntfy',
  telegram: 'Telegram',
  discord: 'Discord',
  slack: 'Slack',
  url: 'Another address',
} as const

const ADDRESSES = {
  ntfy: 'https://ntfy.sh/your-topic',
  discord: 'https://discord.com/api/webhooks/…',
  slack: 'https://hooks.slack.com/services/…',
  url: 'https://',
} as const

/** Webhooks of these contain their password. */
const hasSecretAddress = (kind: WebhookChoice): boolean => kind === 'discord' || kind === 'slack'

const SECRET = 'Stored encrypted by the service and never shown again.'

type WebhookFieldsProps = {
  kept: Alert['webhook'] | undefined
  faultOf: (member: string) => string | undefined
}

export function WebhookFields({ kept, faultOf }: WebhookFieldsProps): ReactNode {
  const isOffered = useExtension(getWebhookOrigins) === true
  const { data } = useQuery({ ...endpointQuery(getWebhookOrigins, {}), enabled: isOffered })
  const [kind, setKind] = useState<WebhookChoice>(kept ? 'keep' : 'none')
  if (!data) return null
  if (data.origins.length === 0 && !kept) {
    return (
      <p className="mt-2 text-caption text-ink-3">
        For alerts outside the browser, allow a webhook origin in Settings, or start the service
        with <span className="font-mono">--notify-to https://ntfy.sh</span> (Telegram:
        https://api.telegram.org, Discord: https://discord.com, Slack: https://hooks.slack.com).
      </p>
    )
  }
  return (
    <div className="mt-3 grid gap-3">
      <Field
        label="Webhook"
        hint={`Allowed: ${textOr(data.origins.join(', '), 'none')}`}
        error={faultOf('webhook.kind')}
      >
        {(wiring) => (
          <Select
            {...wiring}
            name="kind"
            size="tall"
            value={kind}
            options={[
              ...(kept ? [{ value: 'keep' as const, label: `As it is set: ${kept.origin}` }] : []),
              { value: 'none', label: 'None' },
              ...WEBHOOK_KINDS.map((value) => ({ value, label: KIND_NAMES[value] })),
            ]}
            onChange={({ target }) => setKind(target.value as WebhookChoice)}
          />
        )}
      </Field>
      {kind !== 'none' && kind !== 'keep' && kind !== 'telegram' && (
        <TextField
          label={kind === 'ntfy' ? 'Address of the topic' : 'Address'}
          error={faultOf('webhook.url')}
          size="tall"
          name="url"
          placeholder={ADDRESSES[kind]}
          hint={hasSecretAddress(kind) && SECRET}
        />
      )}
      {kind === 'telegram' && (
        <TextField
          label="Chat"
          error={faultOf('webhook.chat_id')}
          size="tall"
          name="chat"
          placeholder="-1001234567890 or @channel"
        />
      )}
      {kind !== 'none' && kind !== 'keep' && !hasSecretAddress(kind) && (
        <TextField
          // Resets the inputs, so that no token goes to another kind's address.
          key={kind}
          label={kind === 'telegram' ? 'Token of the bot' : 'Access token, if it needs one'}
          hint={SECRET}
          error={faultOf('webhook.token')}
          type="password"
          name="token"
          size="tall"
        />
      )}
    </div>
  )
}

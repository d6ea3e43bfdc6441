import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import {
  type Alert,
  getWebhookOrigins,
  WEBHOOK_KINDS,
  type WebhookDraft,
} from '#contract/alerts.ts'
import { textOr } from '#money/words.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension } from '#query/service.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-input.tsx'

type WebhookChoice = 'keep' | WebhookDraft['kind']

/** What is typed of a webhook. Address and token are never read back, and never kept here. */
export function useWebhook(before: Alert | undefined) {
  const kept = before?.webhook
  const [typed, setTyped] = useState({ kind: firstKind(before), url: '', token: '', chat: '' })
  const { kind, url, token, chat } = typed
  const draft: WebhookDraft | undefined =
    kind === 'keep' || (kind === 'none' && !kept)
      ? undefined
      : {
          kind,
          ...(kind !== 'none' && kind !== 'telegram' && { url: textOr(url.trim(), ' ') }),
          ...(kind !== 'none' && token !== '' && { token: token.trim() }),
          ...(kind === 'telegram' && { chat_id: textOr(chat.trim(), ' ') }),
        }
  return {
    ...typed,
    // A token of the one kind is never sent to the address of another.
    type: (change: Partial<typeof typed>) =>
      setTyped((now) => ({ ...now, ...(change.kind && { token: '' }), ...change })),
    draft,
    kept,
  }
}

const firstKind = (before: Alert | undefined): WebhookChoice => (before?.webhook ? 'keep' : 'none')

const KIND_NAMES = {
  ntfy: 'ntfy',
  telegram: 'Telegram',
  url: 'Another address',
} as const

type WebhookFieldsProps = {
  webhook: ReturnType<typeof useWebhook>
  faultOf: (member: string) => string | undefined
}

/** By which webhook the service tells of an alert, or that it may call none. */
export function WebhookFields({ webhook, faultOf }: WebhookFieldsProps): ReactNode {
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
        hint={`Allowed: ${textOr(data.origins.join(', '), 'none')}`}
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
            onChange={({ target }) => webhook.type({ kind: target.value as WebhookChoice })}
          />
        )}
      </Field>
      {(kind === 'ntfy' || kind === 'url') && (
        <TextField
          label={kind === 'ntfy' ? 'Address of the topic' : 'Address'}
          error={faultOf('webhook.url')}
          size="tall"
          autoComplete="off"
          spellCheck={false}
          placeholder={kind === 'ntfy' ? 'https://ntfy.sh/your-topic' : 'https://'}
          value={webhook.url}
          onChange={({ target }) => webhook.type({ url: target.value })}
        />
      )}
      {kind === 'telegram' && (
        <TextField
          label="Chat"
          error={faultOf('webhook.chat_id')}
          size="tall"
          autoComplete="off"
          placeholder="-1001234567890 or @channel"
          value={webhook.chat}
          onChange={({ target }) => webhook.type({ chat: target.value })}
        />
      )}
      {kind !== 'none' && kind !== 'keep' && (
        <TextField
          label={kind === 'telegram' ? 'Token of the bot' : 'Access token, if it needs one'}
          hint="Stored encrypted by the service and never shown again."
          error={faultOf('webhook.token')}
          {...secret}
          size="tall"
          value={webhook.token}
          onChange={({ target }) => webhook.type({ token: target.value })}
        />
      )}
    </div>
  )
}

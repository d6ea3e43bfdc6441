import { useQuery, useQueryClient } from '@tanstack/react-query'

import { changeWebhookOrigin, getWebhookOrigins } from '#contract/alerts.ts'
import { Problem, useAttempt } from '#forms/use-attempt.tsx'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { textFrom } from '#ui/form-text.ts'
import { TextInput } from '#ui/text-input.tsx'

import { Setting } from './setting.tsx'

/** Origins that the service's webhooks may call; its owner changes them on its own computer. */
export function WebhookOrigins() {
  const { client } = useService()
  const queryClient = useQueryClient()
  const query = endpointQuery(getWebhookOrigins, {})
  const { data } = useQuery({ ...query, enabled: useExtension(changeWebhookOrigin) === true })
  const { attempt, problem, isBusy } = useAttempt()
  const change = async (origin: string, is_allowed: boolean) => {
    const answer = await client.call(changeWebhookOrigin, { body: { origin, is_allowed } })
    queryClient.setQueryData(query.queryKey, answer)
  }
  const allow = async (form: HTMLFormElement) => {
    const text = textFrom(form, 'origin').trim()
    // The rest of a webhook's address is often its password.
    await change(URL.canParse(text) ? new URL(text).origin : text, true)
    form.reset()
  }
  if (!data?.added) return null
  const { origins, added, may_change: mayChange } = data
  return (
    <>
      <Setting
        name="Webhook origins"
        detail={
          mayChange
            ? 'Sites that alerts may call. Change them on this computer; those of --notify-to stay.'
            : 'Sites that alerts may call. Add one on the computer of the service, or start it with --notify-to https://ntfy.sh.'
        }
      >
        {mayChange && (
          <form
            className="flex flex-wrap gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              const form = event.currentTarget
              void attempt(() => allow(form))
            }}
          >
            <TextInput
              name="origin"
              required
              aria-label="Webhook origins"
              placeholder="https://ntfy.sh"
            />
            <Button type="submit" isSending={isBusy} sendingLabel="Saving">
              Allow
            </Button>
          </form>
        )}
      </Setting>
      <Problem>{problem}</Problem>
      {origins.map((origin) => (
        <Setting key={origin} name={origin}>
          {mayChange && added.includes(origin) && (
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove ${origin}`}
              onClick={() => void attempt(() => change(origin, false))}
            >
              Remove
            </Button>
          )}
        </Setting>
      ))}
    </>
  )
}

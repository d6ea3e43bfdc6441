import { useState } from 'react'

import type { NoticeEvent } from '#session/settings.ts'
import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Switch } from '#ui/checkbox.tsx'
import { Section } from '#ui/page.tsx'

const EVENTS: readonly { event: NoticeEvent; name: string; detail: string }[] = [
  {
    event: 'trade_ended',
    name: 'A SmartTrade ended',
    detail: 'A target or the stop was reached, or it was cancelled or failed.',
  },
  {
    event: 'bot_stopped',
    name: 'A grid bot stopped',
    detail: 'Only where the service lists grid bots.',
  },
  {
    event: 'outcome_unknown',
    name: 'An outcome is unknown',
    detail: 'A request was sent and its result is not known.',
  },
  {
    event: 'connection_lost',
    name: 'The connection is lost',
    detail: 'The service can no longer be reached.',
  },
  { event: 'alert_fired', name: 'An alert fired', detail: 'An alert of the Alerts page.' },
  { event: 'needs_you', name: 'Something needs you', detail: 'A new row on Portfolio.' },
]

/** Desktop notices as long as a tab of the page is open. Only trade events may include amounts. */
export function DesktopNotices() {
  const { notices } = useSettings()
  const [permission, setPermission] = useState(permissionNow)
  const set = useChangeSettings()
  const isPossible = permission === 'default' || permission === 'granted'
  const turn = async (event: NoticeEvent, isOn: boolean) => {
    const others = notices.filter((one) => one !== event)
    if (!isOn) return set({ notices: others })
    const answer = await Notification.requestPermission()
    setPermission(answer)
    if (answer === 'granted') set({ notices: [...others, event] })
  }
  return (
    <Section
      title="Desktop notifications"
      caption="While a tab is open; amounts only if an alert includes them"
    >
      {isPossible ? (
        EVENTS.map(({ event, name, detail }) => (
          <Switch
            key={event}
            label={name}
            help={detail}
            checked={permission === 'granted' && notices.includes(event)}
            onChange={({ target }) => void turn(event, target.checked)}
            className="border-t border-hairline py-1.5"
          />
        ))
      ) : (
        <p className="border-t border-hairline py-2 text-ink-2">{IMPOSSIBLE[permission]}</p>
      )}
    </Section>
  )
}

const IMPOSSIBLE = {
  denied: 'This browser blocks notifications of this page. Allow them in its site settings.',
  missing: 'This browser cannot show notifications.',
} as const

const permissionNow = (): NotificationPermission | 'missing' =>
  'Notification' in globalThis ? Notification.permission : 'missing'

import { useState } from 'react'

import type { NoticeEvent } from '#session/settings.ts'
import { useChangeSettings, useSettings } from '#session/use-session.ts'

import { Choice } from './setting.tsx'

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

/** Which events are shown as desktop notices, without amounts, as long as a tab of the page is open. */
export function NoticeSettings() {
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
    <>
      <p className={`text-caption text-ink-3 ${isPossible ? 'pt-3.5 pb-1' : 'py-3.5'} medium:pt-0`}>
        {isPossible
          ? 'Shown while a tab of Quarterdeck is open, also in the background. Notifications show no amounts.'
          : IMPOSSIBLE[permission]}
      </p>
      {isPossible &&
        EVENTS.map(({ event, name, detail }) => (
          <Choice
            key={event}
            name={name}
            detail={detail}
            value={permission === 'granted' && notices.includes(event) ? 'on' : 'off'}
            options={{ off: 'Off', on: 'On' }}
            onChange={(next) => void turn(event, next === 'on')}
          />
        ))}
    </>
  )
}

const IMPOSSIBLE = {
  denied: 'This browser blocks notifications of this page. Allow them in its site settings.',
  missing: 'This browser cannot show notifications.',
} as const

const permissionNow = (): NotificationPermission | 'missing' =>
  'Notification' in globalThis ? Notification.permission : 'missing'

import { type ReactNode, useId } from 'react'

import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Page } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'

import { ContractReport } from './contract-report.tsx'
import { DataExport } from './data-export.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { OwnWorld } from './own-world.tsx'
import { PairDevice } from './pair-device.tsx'
import { Setting, SettingChoice } from './setting.tsx'
import { SettingsImport } from './settings-import.tsx'

/** Everything that can be set; the connections come from their own area. */
export function SettingsPage({ connections }: { connections: ReactNode }) {
  return (
    <Page title="Settings">
      <div className="max-w-240 pt-2">
        <Group id="connections" title="Connections">
          {connections}
          <PairDevice />
        </Group>
        <Group title="Appearance">
          <AppearanceSettings />
        </Group>
        <Group title="Numbers and time">
          <DisplaySettings />
        </Group>
        <Group title="Orders">
          <SettingChoice
            of="orderRefs"
            name="Reference in the note"
            detail="Adds eight digits to the note of each new SmartTrade. They identify the trade if the answer to its order is lost."
            options={ON_OR_OFF}
          />
        </Group>
        <Group title="Desktop notifications">
          <NoticeSettings />
        </Group>
        <Group title="Data">
          <RequestBudget />
          <OwnWorld />
          <DataExport />
          <SettingsImport />
          <div className="py-1.5">
            <ContractReport />
          </div>
        </Group>
        <Group title="Trading mode">
          <ModeSwitch />
        </Group>
      </div>
    </Page>
  )
}

type GroupProps = { id?: string; title: string; children: ReactNode }

/** Settings that belong together: their title left of them, or above where there is no room. */
function Group({ id, title, children }: GroupProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid scroll-mt-16 grid-cols-[11rem_minmax(0,1fr)] gap-x-8 border-hairline-2 py-4 not-first:border-t medium:grid-cols-[minmax(0,1fr)]"
    >
      <h2 id={titleId} className="py-3 font-semibold medium:pt-0 medium:pb-1">
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

const ON_OR_OFF = [
  [false, 'Off'],
  [true, 'On'],
] as const

function AppearanceSettings() {
  return (
    <>
      <SettingChoice
        of="theme"
        name="Theme"
        options={[
          ['system', 'System'],
          ['dark', 'Dark'],
          ['light', 'Light'],
        ]}
      />
      <SettingChoice
        of="direction"
        name="Gain and loss"
        detail="A sign and an arrow show it too."
        options={[
          ['green-up', 'Green up'],
          ['red-up', 'Red up'],
          ['safe', 'Blue up'],
        ]}
      />
      <SettingChoice
        of="density"
        name="Density"
        options={[
          ['compact', 'Compact'],
          ['standard', 'Standard'],
          ['comfortable', 'Comfortable'],
        ]}
      />
    </>
  )
}

function DisplaySettings() {
  return (
    <>
      <SettingChoice
        of="hideAmounts"
        name="Amounts"
        options={[
          [false, 'Shown'],
          [true, 'Hidden'],
        ]}
      />
      <SettingChoice
        of="timeZone"
        name="Time zone"
        detail="Days in History and Portfolio begin at midnight in this time zone."
        options={[
          ['local', 'Local'],
          ['utc', 'UTC'],
        ]}
      />
      <SettingChoice
        of="firstDay"
        name="First day of the week"
        detail="For the calendar and the profit by week."
        options={[
          ['monday', 'Monday'],
          ['sunday', 'Sunday'],
          ['saturday', 'Saturday'],
        ]}
      />
    </>
  )
}

const BY_SERVICE = 'service'
const BUDGETS = [30, 60, 90, 120, 240, 480]

function RequestBudget() {
  const { readsAMinute } = useSettings()
  const changeSettings = useChangeSettings()
  const budgets = [...new Set([...BUDGETS, ...(readsAMinute === undefined ? [] : [readsAMinute])])]
  return (
    <Setting
      id="budget"
      name="Request budget"
      detail="The most read requests per minute, for all tabs together. “Automatic” uses 80% of the limit that the service states or documents, or 60 where there is none."
    >
      <Select
        aria-label="Request budget"
        value={readsAMinute === undefined ? BY_SERVICE : String(readsAMinute)}
        options={[
          { value: BY_SERVICE, label: 'Automatic' },
          ...budgets.map((value) => ({ value: String(value), label: `${value} per minute` })),
        ]}
        onChange={({ target: { value } }) =>
          changeSettings({ readsAMinute: value === BY_SERVICE ? undefined : Number(value) })
        }
      />
    </Setting>
  )
}

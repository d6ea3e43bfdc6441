import type { ReactNode } from 'react'

import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Page, Section } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'

import { ContractReport } from './contract-report.tsx'
import { DataExport } from './data-export.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { Choice, Setting } from './setting.tsx'

/** Everything that can be set; the connections come from their own area. */
export function SettingsPage({ connections }: { connections: ReactNode }) {
  return (
    <Page title="Settings">
      <div className="flex max-w-180 flex-col gap-6 pt-3">
        <div id="connections" className="scroll-mt-16">
          <Section title="Connections">{connections}</Section>
        </div>
        <Section title="Mode" hasLine>
          <ModeSwitch />
        </Section>
        <Section title="Appearance" hasLine>
          <AppearanceSettings />
        </Section>
        <Section title="Numbers, time and requests" hasLine>
          <DisplaySettings />
        </Section>
        <Section title="Orders" hasLine>
          <OrderSettings />
        </Section>
        <Section title="Desktop notices" hasLine>
          <NoticeSettings />
        </Section>
        <Section title="Data" hasLine>
          <DataExport />
        </Section>
        <Section title="Contract report" hasLine>
          <ContractReport />
        </Section>
      </div>
    </Page>
  )
}

function AppearanceSettings() {
  const { theme, direction, density } = useSettings()
  const set = useChangeSettings()
  return (
    <>
      <Choice
        name="Theme"
        value={theme}
        options={[
          ['system', 'System'],
          ['dark', 'Dark'],
          ['light', 'Light'],
        ]}
        onChange={(next) => set({ theme: next })}
      />
      <Choice
        name="Gain and loss"
        detail="Sign and glyph say it too, whatever the colours."
        value={direction}
        options={[
          ['green-up', 'Green up'],
          ['red-up', 'Red up'],
          ['safe', 'Blue up'],
        ]}
        onChange={(next) => set({ direction: next })}
      />
      <Choice
        name="Density"
        value={density}
        options={[
          ['compact', 'Compact'],
          ['standard', 'Standard'],
          ['comfortable', 'Comfortable'],
        ]}
        onChange={(next) => set({ density: next })}
      />
    </>
  )
}

const AS_TOLD = 'told'
const BUDGETS = [30, 60, 90, 120, 240, 480]

function DisplaySettings() {
  const { hideAmounts, timeZone, firstDay, readsAMinute } = useSettings()
  const set = useChangeSettings()
  const budgets = [...new Set([...BUDGETS, ...(readsAMinute === undefined ? [] : [readsAMinute])])]
  return (
    <>
      <Choice
        name="Amounts"
        value={hideAmounts ? 'hidden' : 'shown'}
        options={[
          ['shown', 'Shown'],
          ['hidden', 'Hidden'],
        ]}
        onChange={(next) => set({ hideAmounts: next === 'hidden' })}
      />
      <Choice
        name="Times"
        detail="Days of the history and of the portfolio begin at midnight of this zone."
        value={timeZone}
        options={[
          ['local', 'Local'],
          ['utc', 'UTC'],
        ]}
        onChange={(next) => set({ timeZone: next })}
      />
      <Choice
        name="First day of the week"
        detail="In the calendar and in profit by week."
        value={firstDay}
        options={[
          ['monday', 'Monday'],
          ['sunday', 'Sunday'],
          ['saturday', 'Saturday'],
        ]}
        onChange={(next) => set({ firstDay: next })}
      />
      <Setting
        id="budget"
        name="Request budget"
        detail="Reads a minute, shared by all tabs of a connection. Left to the service, it is what its answers tell, less a fifth, and 60 where they tell nothing."
      >
        <Select
          aria-label="Request budget"
          value={readsAMinute === undefined ? AS_TOLD : String(readsAMinute)}
          options={[
            { value: AS_TOLD, label: 'As the service tells' },
            ...budgets.map((value) => ({ value: String(value), label: `${value} a minute` })),
          ]}
          onChange={({ target: { value } }) =>
            set({ readsAMinute: value === AS_TOLD ? undefined : Number(value) })
          }
        />
      </Setting>
    </>
  )
}

function OrderSettings() {
  const { orderRefs } = useSettings()
  const set = useChangeSettings()
  return (
    <Choice
      name="Ref in the note"
      detail="Ends each new SmartTrade’s note with eight digits, so that an order whose answer was lost is found for certain."
      value={orderRefs ? 'on' : 'off'}
      options={[
        ['off', 'Off'],
        ['on', 'On'],
      ]}
      onChange={(next) => set({ orderRefs: next === 'on' })}
    />
  )
}

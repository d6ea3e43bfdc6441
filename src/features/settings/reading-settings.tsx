import { sessionHome } from '#session/home.ts'
import { useSettings } from '#session/use-session.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'

import { Setting } from './setting.tsx'

const BUDGETS = ['30', '60', '90', '120', '240']

export function ReadingSettings() {
  const { hideAmounts, timeZone, firstDay, requestBudget } = useSettings()
  const { set } = sessionHome().settings
  return (
    <>
      <Setting name="Amounts">
        <Segmented
          label="Amounts"
          value={hideAmounts ? 'hidden' : 'shown'}
          options={[
            { value: 'shown', label: 'Shown' },
            { value: 'hidden', label: 'Hidden' },
          ]}
          onChange={(next) => set({ hideAmounts: next === 'hidden' })}
        />
      </Setting>
      <Setting name="Times" detail="Days begin at midnight of this zone.">
        <Segmented
          label="Times"
          value={timeZone}
          options={[
            { value: 'local', label: 'Local' },
            { value: 'utc', label: 'UTC' },
          ]}
          onChange={(next) => set({ timeZone: next })}
        />
      </Setting>
      <Setting name="First day of the week" detail="In the calendar and in profit by week.">
        <Segmented
          label="First day of the week"
          value={firstDay}
          options={[
            { value: 'monday', label: 'Monday' },
            { value: 'sunday', label: 'Sunday' },
            { value: 'saturday', label: 'Saturday' },
          ]}
          onChange={(next) => set({ firstDay: next })}
        />
      </Setting>
      <Setting name="Request budget" detail="Reads a minute, shared by all tabs of a connection.">
        <Select
          aria-label="Request budget"
          value={String(requestBudget)}
          options={[...new Set([...BUDGETS, String(requestBudget)])].map((value) => ({
            value,
            label: `${value} a minute`,
          }))}
          onChange={(event) => set({ requestBudget: Number(event.target.value) })}
        />
      </Setting>
    </>
  )
}

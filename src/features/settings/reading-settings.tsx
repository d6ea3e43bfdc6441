import { sessionHome } from '#session/home.ts'
import { useSettings } from '#session/use-session.ts'
import { Select } from '#ui/select.tsx'

import { Choice } from './choice.tsx'
import { Setting } from './setting.tsx'

const BUDGETS = ['30', '60', '90', '120', '240']

export function ReadingSettings() {
  const { hideAmounts, timeZone, firstDay, requestBudget } = useSettings()
  const { set } = sessionHome().settings
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

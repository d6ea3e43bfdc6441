import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Select } from '#ui/select.tsx'

import { Choice } from './choice.tsx'
import { Setting } from './setting.tsx'

const AS_TOLD = 'told'
const BUDGETS = [30, 60, 90, 120, 240, 480]

export function DisplaySettings() {
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

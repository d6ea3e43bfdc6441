import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useSyncExternalStore } from 'react'

import type { DriftEntry } from '#client/drift.ts'
import { plural } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Page } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'
import { Table, Td, Th } from '#ui/table.tsx'

import { ModeSwitch } from './mode-switch.tsx'
import { OwnWorld } from './own-world.tsx'
import { PairDevice } from './pair-device.tsx'
import { Setting, SettingChoice } from './setting.tsx'
import { DataExport, SettingsImport } from './settings-import.tsx'
import { BUDGET_NAME, budgetWords } from './settings-words.ts'
import { WebhookOrigins } from './webhook-origins.tsx'

export function SettingsPage({ connections }: { connections: ReactNode }) {
  return (
    <Page title="Settings">
      <div className="max-w-240 pt-2">
        <Group id="connections" title="Connections">
          {connections}
          <PairDevice />
        </Group>
        <Group title="Appearance">
          <SettingChoice of="theme" />
          <SettingChoice of="direction" />
          <SettingChoice of="density" />
        </Group>
        <Group title="Numbers and time">
          <SettingChoice of="hideAmounts" />
          <SettingChoice of="timeZone" />
          <SettingChoice of="firstDay" />
        </Group>
        <Group title="Orders">
          <SettingChoice of="orderRefs" />
        </Group>
        <Group title="Notifications">
          <p className="py-3 text-ink-2">
            On this desktop and by webhook:{' '}
            <Link to="/alerts" className="link underline">
              Alerts
            </Link>
          </p>
          <WebhookOrigins />
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
        <Group title="About">
          <About />
        </Group>
      </div>
    </Page>
  )
}

type GroupProps = { id?: string; title: string; children: ReactNode }

/** Related settings with a title on the left, or above in a narrow space. */
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

const BY_SERVICE = 'service'
const BUDGETS = [30, 60, 90, 120, 240, 480]

function RequestBudget() {
  const { readsAMinute } = useSettings()
  const changeSettings = useChangeSettings()
  const budgets = [...new Set([...BUDGETS, ...(readsAMinute === undefined ? [] : [readsAMinute])])]
  return (
    <Setting
      id="budget"
      name={BUDGET_NAME}
      detail="Maximum reads per minute, all tabs combined. “Automatic” follows the service’s limit."
    >
      <Select
        aria-label={BUDGET_NAME}
        value={readsAMinute === undefined ? BY_SERVICE : String(readsAMinute)}
        options={[
          { value: BY_SERVICE, label: budgetWords(undefined) },
          ...budgets.map((value) => ({ value: String(value), label: budgetWords(value) })),
        ]}
        onChange={({ target: { value } }) =>
          changeSettings({ readsAMinute: value === BY_SERVICE ? undefined : Number(value) })
        }
      />
    </Setting>
  )
}

declare const QUARTERDECK_VERSION: string

/** Version, changes and licences. The licence of the price charts requires a link. */
export const About = () => (
  <p className="max-w-160 py-3 text-ink-2">
    Quarterdeck {QUARTERDECK_VERSION} (
    <a className="link underline" href={`${import.meta.env.BASE_URL}changelog.txt`}>
      changes
    </a>
    ) is free software under the Apache License 2.0. It holds{' '}
    <a className="link underline" href={`${import.meta.env.BASE_URL}third-party-notices.txt`}>
      packages of others under their own licences
    </a>
    . Price charts: TradingView Lightweight Charts™, Copyright 2025 TradingView, Inc.,{' '}
    <a className="link underline" href="https://www.tradingview.com/" rel="noreferrer">
      https://www.tradingview.com/
    </a>
  </p>
)

function ContractReport() {
  const { drift } = useService()
  const entries = useSyncExternalStore(drift.subscribe, drift.entries)
  const queryClient = useQueryClient()
  // Evaluated again after each answer.
  useIsFetching()
  const isAnyRead = queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.dataUpdateCount > 0)
  return (
    <Disclosure title="API report" caption={captionOf(isAnyRead, entries.length)}>
      {entries.length === 0 ? (
        <p className="text-ink-2">
          Answers of the service that differ from its API description appear here.
        </p>
      ) : (
        <Differences entries={entries} />
      )}
    </Disclosure>
  )
}

function captionOf(isAnyRead: boolean, differences: number): string {
  if (!isAnyRead) return 'No answer read yet'
  return differences === 0 ? 'Every answer matches the API' : plural(differences, 'difference')
}

function Differences({ entries }: { entries: readonly DriftEntry[] }) {
  return (
    <Table caption="Differences from the API description" isTight>
      <thead>
        <tr>
          <Th>Endpoint</Th>
          <Th>Field</Th>
          <Th>Expected</Th>
          <Th>Got</Th>
          <Th isNumeric>Times</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={JSON.stringify(entry)}>
            <Td>{entry.endpoint}</Td>
            <Td>{entry.path}</Td>
            <Td>{entry.expected}</Td>
            <Td>{entry.got}</Td>
            <Td isNumeric>{entry.count}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

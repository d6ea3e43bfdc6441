import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { DriftEntry } from '#client/drift.ts'

import { plural } from '#money/words.ts'
import { useService } from '#query/service.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Table, Td, Th } from '#ui/table.tsx'

export function ContractReport() {
  const { drift } = useService()
  const entries = useSyncExternalStore(drift.subscribe, drift.entries)
  const queryClient = useQueryClient()
  // Judged again whenever an answer has come.
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

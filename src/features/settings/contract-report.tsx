import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { useService } from '#query/service.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'

/** Where the service's answers differ from the contract: what it expected, what came, how often. */
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
  if (!isAnyRead) return <p className="text-ink-2">No answer has been read yet.</p>
  if (entries.length === 0) {
    return <p className="text-ink-2">Every answer so far matches the contract.</p>
  }
  return (
    <Table caption="Differences from the contract" isTight>
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
          <Tr key={JSON.stringify(entry)}>
            <Td>{entry.endpoint}</Td>
            <Td>{entry.path}</Td>
            <Td>{entry.expected}</Td>
            <Td>{entry.got}</Td>
            <Td isNumeric>{entry.count}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

import type { ReactNode } from 'react'

import { legiblePlaces, widestLegible } from '#money/legible.ts'
import { Amount } from '#ui/amount.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import type { Asset } from '../balances/assets.ts'

type AssetListProps = { label: string; assets: readonly Asset[]; total?: ReactNode }

/** Assets with their amount and worth, for a sheet. */
export function AssetList({ label, assets, total }: AssetListProps) {
  const padTo = widestLegible(assets.map(({ amount }) => amount))
  return (
    <Table caption={label} rowHeight={28} isTight>
      <thead>
        <tr>
          <Th>Asset</Th>
          <Th isNumeric>Amount</Th>
          <Th isNumeric>Value, USD</Th>
        </tr>
      </thead>
      <tbody>
        {assets.map(({ code, amount, value }, index) => (
          <Tr key={code ?? index}>
            <Th scope="row">{code ?? <UnknownValue />}</Th>
            <Td isNumeric>
              <Amount value={amount} places={amount && legiblePlaces(amount)} padTo={padTo} />
            </Td>
            <Td isNumeric>
              <Amount value={value} places={2} reason="The service names no price for it." />
            </Td>
          </Tr>
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>
            <td />
            <Td isNumeric colSpan={2}>
              {total}
            </Td>
          </tr>
        </tfoot>
      )}
    </Table>
  )
}

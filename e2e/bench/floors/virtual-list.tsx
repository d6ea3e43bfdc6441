// The least that scrolls a long list with React: only the rows in sight, all of one height.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Row = Record<string, string>

const HEIGHT = 36
const answer = fetch('/data.json').then((response) => response.json() as Promise<Row[]>)

function List() {
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    void answer.then(setRows)
  }, [])
  // oxlint-disable-next-line react/incompatible-library
  const { getVirtualItems, getTotalSize } = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => HEIGHT,
    overscan: 12,
  })
  const shown = getVirtualItems()
  return (
    <table style={{ tableLayout: 'fixed', width: '100%', borderSpacing: 0 }}>
      <tbody>
        <tr aria-hidden style={{ height: shown[0]?.start ?? 0 }} />
        {shown.map(({ index }) => (
          <tr key={index} style={{ height: HEIGHT }}>
            {Object.values(rows[index] ?? {}).map((value, column) => (
              <td key={column}>{value}</td>
            ))}
          </tr>
        ))}
        <tr aria-hidden style={{ height: getTotalSize() - (shown.at(-1)?.end ?? 0) }} />
      </tbody>
    </table>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<List />)

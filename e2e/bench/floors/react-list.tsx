// The least that shows the rows of an answer with React: no router, no cache, no schema.
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

type Row = Record<string, unknown>

const answer = fetch('/data.json').then((response) => response.json() as Promise<Row[]>)

function List() {
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    void answer.then(setRows)
  }, [])
  return (
    <table>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {Object.values(row)
              .slice(0, 8)
              .map((value, column) => (
                <td key={column}>{typeof value === 'object' ? '…' : JSON.stringify(value)}</td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<List />)

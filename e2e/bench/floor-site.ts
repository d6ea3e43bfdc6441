import { createServer } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { build } from 'vite'

const FLOORS = join(import.meta.dirname, 'floors')

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

/** A floor page and the data it shows, brotli from memory, on a port of its own. */
export async function floorSite(data: string, page = 'index.html') {
  const outDir = mkdtempSync(join(tmpdir(), 'quarterdeck-floor-'))
  await build({
    configFile: false,
    root: FLOORS,
    logLevel: 'error',
    plugins: [react()],
    // One page at a time: pages built together would share their scripts and load more of them.
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(FLOORS, page) } },
  })
  const kept = new Map<string, Buffer>([['/data.json', brotliCompressSync(data)]])
  const fileOf = (path: string): Buffer => {
    const found = kept.get(path) ?? brotliCompressSync(readFileSync(join(outDir, path)))
    kept.set(path, found)
    return found
  }
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url === '/' ? `/${page}` : (incoming.url ?? '')
    try {
      const body = fileOf(path)
      const type = TYPES[extname(path)] ?? 'text/plain'
      outgoing.writeHead(200, {
        'Content-Type': type,
        'Content-Encoding': 'br',
        'Cache-Control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      })
      outgoing.end(body)
    } catch {
      outgoing.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}

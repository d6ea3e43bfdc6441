import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { freePort } from '../paper-service.ts'
import { type Launcher, until } from './driver.ts'

const DRIVER = 'WebKitWebDriver'
const DISPLAY = 'xvfb-run'

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** The bar of GTK's small browser is wider than a phone otherwise. */
const NARROW_BAR = 'button, entry, headerbar, toolbar * { min-width: 0; padding: 0; margin: 0 }'

/** WebKitGTK, over the WebDriver protocol. */
export const webkit: Launcher = {
  name: 'WebKitGTK',
  missing() {
    const lacking = [DRIVER, DISPLAY].filter((program) => !isInstalled(program))
    if (lacking.length === 0) return undefined
    return `WebKitGTK is not driven without ${lacking.join(' and ')}: apt-get install webkit2gtk-driver xvfb xauth.`
  },
  async launch() {
    const settings = mkdtempSync(join(tmpdir(), 'quarterdeck-webkit-'))
    mkdirSync(join(settings, 'gtk-3.0'))
    writeFileSync(join(settings, 'gtk-3.0', 'gtk.css'), NARROW_BAR)
    const port = await freePort()
    const screen = ['-a', '-s', '-screen 0 1600x1200x24']
    const child = spawn(DISPLAY, [...screen, DRIVER, `--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, XDG_CONFIG_HOME: settings },
      // With a group of its own, since the display ends with no single process.
      detached: true,
    })
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
      rmSync(settings, { recursive: true, force: true })
    }

    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      })
      const { value } = (await answer.json()) as { value: T & { message?: string } }
      if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`)
      return value
    }
    type Session = { sessionId: string; capabilities: { browserVersion: string } }
    try {
      await until('answer of WebKitWebDriver', () =>
        call<object>('GET', '/status').catch(() => undefined),
      )
      const { sessionId, capabilities } = await call<Session>('POST', '/session', {
        capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
      })
      const session = `/session/${sessionId}`
      const evaluate = (expression: string) =>
        call<unknown>('POST', `${session}/execute/sync`, {
          script: `return ${expression}`,
          args: [],
        })
      const act = (type: string, actions: object[]) =>
        call<void>('POST', `${session}/actions`, { actions: [{ type, id: type, actions }] })
      const view = async () => (await evaluate('[innerWidth, innerHeight]')) as [number, number]
      // The window is higher than the view, and by how much is known once it has its width.
      const [wide, high] = [1000, 800]
      await call('POST', `${session}/window/rect`, { width: wide, height: high })
      const bar = await until('window', async () => {
        const [width, height] = await view()
        return width === wide ? high - height : undefined
      })
      return {
        browser: `WebKitGTK ${capabilities.browserVersion}`,
        open: (url) => call('POST', `${session}/url`, { url }),
        async resize(width, height) {
          await call('POST', `${session}/window/rect`, { width, height: height + bar })
          await until(`view of ${width} × ${height}`, async () => {
            const [wide, high] = await view()
            return wide === width && high === height ? true : undefined
          })
        },
        evaluate,
        press: (x, y) =>
          act('pointer', [
            { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ]),
        type: (text) =>
          act(
            'key',
            Array.from(text).flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          ),
        picture: async () =>
          Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
        async close() {
          await call('DELETE', session)
          end()
        },
      }
    } catch (error) {
      end()
      throw error
    }
  },
}

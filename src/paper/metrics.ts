import type { IncomingMessage } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

import type { Health } from './health.ts'
import { type Answer, jsonAnswer } from './http/answer.ts'
import { splitTarget } from './http/raw-request.ts'

/** In seconds. Most answers take milliseconds; the longest wait for a world is a second. */
const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus figures of process, endpoints and all worlds, without users, ids or keys. */
export function createMetrics(health: () => Promise<Health>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges with names of counters: the figures by type have the same numbers.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  }
  const registers = [registry]
  const durations = new Histogram({
    name: 'quarterdeck_request_duration_seconds',
    help: 'Time from a whole request to its answer, by endpoint and status.',
    labelNames: ['endpoint', 'status'] as const,
    buckets: BUCKETS,
    registers,
  })
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `quarterdeck_${name}`, help, labelNames, registers })
  const info = gauge('info', 'Always 1, with version and build.', ['service', 'version', 'build'])
  const healthy = gauge('healthy', '1 where all worlds trade in time and the disk takes writes.')
  const worlds = gauge('worlds', 'Worlds in memory.')
  const behind = gauge('world_behind_seconds', 'How far the world that is furthest behind is.')
  const troubled = gauge('worlds_in_trouble', 'Worlds in which nothing is traded.')
  const disk = gauge('disk_trouble', '1 where nothing can be stored for now.')

  return {
    answered: (endpoint: string, status: number, seconds: number): void =>
      durations.observe({ endpoint, status: String(status) }, seconds),
    async answer(): Promise<Answer> {
      const { service, version, build, status, details } = await health()
      info.set({ service, version, build }, 1)
      healthy.set(status === 'ok' ? 1 : 0)
      if (details) {
        worlds.set(details.worlds.length)
        behind.set(Math.max(0, ...details.worlds.map(({ behind_s }) => behind_s)))
        troubled.set(details.worlds.filter(({ trouble }) => trouble !== null).length)
        disk.set(details.disk === 'ok' ? 0 : 1)
      }
      return jsonAnswer(200, await registry.metrics(), { 'Content-Type': registry.contentType })
    },
  }
}

/** Outside the API; only for programs on this machine. */
export const isMetricsRequest = ({ url = '/', method }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && splitTarget(url).path === '/metrics'

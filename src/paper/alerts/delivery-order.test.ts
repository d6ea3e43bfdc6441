import { expect, it } from 'vitest'

import { ALERT_IDS, alertingService, arrived, openReceiver } from '#testing/alerting-service.ts'
import { eventually } from '#testing/eventually.ts'

const [FIRST, SECOND, THIRD] = ALERT_IDS

it('a message that could not be sent goes out before a later one to its address', async () => {
  const receiver = await openReceiver()
  const waiting: (() => void)[] = []
  const { paper, trader } = await alertingService(receiver, {
    later: (_milliseconds, run) => {
      waiting.push(run)
      return () => undefined
    },
  })
  const test = (id: string) => trader.post(`/api/v1/alerts/${id}/test`, {})
  const topics = [
    [FIRST, 'one'],
    [SECOND, 'one'],
    [THIRD, 'two'],
  ] as const
  for (const [id, topic] of topics) {
    const { status } = await trader.post('/api/v1/alerts', {
      id,
      kind: 'drawdown',
      name: 'Portfolio',
      percent: 10,
      webhook: { kind: 'url', url: `${receiver.origin}/${topic}` },
    })
    expect(status).toBe(200)
  }
  receiver.answer.status = 503
  await test(FIRST)
  await eventually(() => expect(waiting).toHaveLength(1))
  receiver.answer.status = 200
  await test(SECOND)
  await test(THIRD)
  // Another address does not wait.
  await arrived(receiver, 2)
  waiting.shift()?.()
  await arrived(receiver, 4)
  const idOf = (body: string) => (JSON.parse(body) as { alert_id: string }).alert_id
  expect(receiver.received.map(({ body }) => idOf(body))).toEqual([FIRST, THIRD, FIRST, SECOND])
  await paper.close()
  await receiver.close()
})

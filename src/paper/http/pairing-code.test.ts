import { afterAll, expect, it } from 'vitest'

import { PERMISSIONS } from '#contract/endpoint.ts'
import { makePairingCode, pairBrowser } from '#contract/system.ts'
import { aKeyPair } from '#testing/a-paired-connection.ts'
import { openLiveService } from '#testing/live-service.ts'
import { openTestService } from '#testing/open-test-service.ts'

const paper = await openTestService({ publicOrigin: 'https://desk.example' })
afterAll(() => paper.close())

it('a code that pairs one more browser is good once, within ten minutes, and names where other machines find the service', async () => {
  const { code, expires_at, origin } = await paper.client.call(makePairingCode, {})
  expect(origin).toBe('https://desk.example')
  expect(expires_at).toBe(paper.clock.now + 10 * 60_000)
  const { publicPem } = await aKeyPair()
  const use = () => paper.client.call(pairBrowser, { body: { code, public_key: publicPem } })
  expect(await use()).toMatchObject({ user: 'trader' })
  await expect(use()).rejects.toThrow('used already')
})

it('a code of a container at localhost names no address for other machines', async () => {
  const container = await openTestService({ publicOrigin: 'http://localhost:4780' })
  const { origin } = await container.client.call(makePairingCode, {})
  await container.close()
  expect(origin).toBeNull()
})

it('a code that pairs one more browser is refused to a key that lacks any permission, since the browser gets them all', async () => {
  for (const missing of PERMISSIONS) {
    const permissions = PERMISSIONS.filter((one) => one !== missing)
    const client = paper.clientFor(await paper.addKey({ permissions }))
    await expect(client.call(makePairingCode, {})).rejects.toThrow(
      `This key lacks the permission ${missing}.`,
    )
  }
})

it('a code that pairs one more browser is refused to a key that expires, since the key of the browser does not', async () => {
  const client = paper.clientFor(await paper.addKey({ expiresAt: paper.clock.now + 60_000 }))
  await expect(client.call(makePairingCode, {})).rejects.toThrow('expires')
})

it('pairs the browser with the user who asked', async () => {
  const client = paper.clientFor(await paper.addKey({ user: 'ann' }))
  const { code } = await client.call(makePairingCode, {})
  const { publicPem } = await aKeyPair()
  const paired = await paper.client.call(pairBrowser, { body: { code, public_key: publicPem } })
  expect(paired.user).toBe('ann')
})

it.each([false, true])(
  'a code names the world that the browser pairs with (--strict: %s)',
  async (strict) => {
    const { publicPem } = await aKeyPair()
    const worldOf = async (service: typeof paper) => {
      const body = { code: await service.process.pairingCode(), public_key: publicPem }
      return (await service.client.call(pairBrowser, { body })).world
    }
    const services = [
      await openTestService({ strict }),
      await openLiveService({ strict, isUp: false }),
    ]
    expect(await Promise.all(services.map(worldOf))).toEqual(['demo', 'Binance'])
    for (const service of services) await service.close()
  },
)

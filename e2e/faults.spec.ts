import { proofSize } from '../src/testing/proof-size.ts'
import { callSender, openBrowserSender } from './browser-sender.ts'
import { arrives, type Fault, FAULTS, openFaultProxy } from './fault-proxy.ts'
import { expect, test } from './fixtures.ts'
import { newKey, type PaperService } from './paper-service.ts'

const WAITS = { patience: 600, delays: [50, 150, 400], twinDelays: [50, 150] }

// Without remembered keys: the service that a duplicate hurts.
test.use({ world: 'untidy', flags: ['--strict'] })

async function settingsOf(service: PaperService): Promise<object> {
  const { api_key: apiKey, secret_key: secret } = await newKey(service)
  return { ...WAITS, apiKey, secret }
}

/**
 * What may be shown in the end. A browser repeats by itself what dies on a kept connection before
 * an answer begins, and whether the connection was kept is its own affair: one order or two then.
 */
const SHOWN = {
  closed: (fault: Fault) => [arrives(fault) ? 'placed' : 'unknown'],
  kept: (fault: Fault) =>
    arrives(fault) || fault === 'reset before the service' ? ['placed', 'duplicated'] : ['unknown'],
}

for (const connections of ['closed', 'kept'] as const) {
  test(`the outcome of an order is shown correctly after every fault, on ${connections} connections`, async ({
    page,
    service,
  }) => {
    test.setTimeout(3_600_000)
    const proxy = await openFaultProxy(service.origin, { keepsAlive: connections === 'kept' })
    await openBrowserSender(page, proxy.origin, await settingsOf(service))
    const account = String(await callSender(page, 'account()'))
    const seen = new Set<string>()

    for (const fault of FAULTS) {
      for (let run = 1; run <= proofSize(1, 200); run += 1) {
        const note = `${fault}, run ${run}`
        const before = proxy.writes()
        // A read, so that there is a connection that the browser may have kept.
        await callSender(page, 'account()')
        proxy.next(fault)
        const id = String(await callSender(page, `send(${account}, '${note}')`))
        let kind = String(await callSender(page, `shown('${id}')`))
        // Unknown is never wrong, but what is there is found, at the latest when it is looked for again.
        for (let looks = 0; looks < 5 && kind === 'unknown' && arrives(fault); looks += 1) {
          await callSender(page, `reconcile('${id}')`)
          kind = String(await callSender(page, `shown('${id}')`))
        }
        const count = await callSender(page, `count('${note}')`)

        seen.add(kind)
        expect(SHOWN[connections](fault), note).toContain(kind)
        const copies =
          kind === 'duplicated' ? await callSender(page, `copies('${id}')`) : COUNTS[kind]
        expect({ note, count }).toEqual({ note, count: copies })
        // Or the next one would be held back.
        if (kind === 'unknown') await callSender(page, `layAside('${id}')`)
        if (connections === 'closed') expect(proxy.writes() - before).toBe(1)
      }
    }
    // The unknown outcome is listed.
    expect(seen).toContain(connections === 'closed' ? 'unknown' : 'duplicated')
    await proxy.close()
  })
}

const COUNTS: Record<string, number> = { placed: 1, refused: 0, unknown: 0 }

test('three tabs that send the same order at once place it once, and so do twenty calls in one task', async ({
  page,
  service,
}) => {
  await test.step('three tabs', async () => {
    test.setTimeout(600_000)
    const proxy = await openFaultProxy(service.origin)
    const settings = await settingsOf(service)
    const pages = [page, await page.context().newPage(), await page.context().newPage()]
    // The Web Lock alone can tell them apart then.
    for (const tab of pages)
      await openBrowserSender(tab, proxy.origin, { ...settings, writing: 150 })
    const account = String(await callSender(page, 'account()'))
    for (let run = 1; run <= proofSize(3, 100); run += 1) {
      const note = `tabs ${run}`
      const before = proxy.writes()
      const kinds = await Promise.all(
        pages.map((tab) => callSender(tab, `shown(sender.send(${account}, '${note}'))`)),
      )
      expect(kinds.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual([
        'held',
        'held',
        'placed',
      ])
      expect(proxy.writes() - before).toBe(1)
      expect(await callSender(page, `count('${note}')`)).toBe(1)
    }
    await proxy.close()
  })

  await test.step('twenty calls', async () => {
    test.setTimeout(600_000)
    const proxy = await openFaultProxy(service.origin)
    await openBrowserSender(page, proxy.origin, await settingsOf(service))
    const account = String(await callSender(page, 'account()'))
    for (let run = 1; run <= proofSize(3, 100); run += 1) {
      const note = `storm ${run}`
      const before = proxy.writes()
      const ids = await page.evaluate(
        `Promise.all(Array.from({ length: 20 }, () => sender.send(${account}, '${note}')).map((id) => sender.shown(id).then(() => id)))`,
      )
      expect(new Set(ids as string[]).size).toBe(1)
      expect(proxy.writes() - before).toBe(1)
      expect(await callSender(page, `count('${note}')`)).toBe(1)
    }
    await proxy.close()
  })
})

test('a reload while sending leaves one order, first unknown and then found', async ({
  page,
  service,
}) => {
  test.setTimeout(600_000)
  const proxy = await openFaultProxy(service.origin)
  const settings = await settingsOf(service)
  await openBrowserSender(page, proxy.origin, settings)
  const account = String(await callSender(page, 'account()'))
  for (let run = 1; run <= proofSize(3, 100); run += 1) {
    const note = `reload ${run}`
    const before = proxy.writes()
    proxy.next('hang')
    const id = String(await callSender(page, `send(${account}, '${note}')`))
    await expect.poll(() => proxy.writes() - before).toBe(1)
    await openBrowserSender(page, proxy.origin, settings)

    expect(await callSender(page, `shown('${id}')`)).toBe('placed')
    expect(proxy.writes() - before).toBe(1)
    expect(await callSender(page, `count('${note}')`)).toBe(1)
  }
  await proxy.close()
})

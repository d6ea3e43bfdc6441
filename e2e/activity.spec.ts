import { expect, test } from './fixtures.ts'
import { countOfIntents, everyEnd, seedJournal } from './journal.ts'
import { expectAccessible, openPage } from './pages.ts'
import { signedCalls } from './signed-calls.ts'

test.use({ world: 'untidy', sharedService: true })

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

test('Activity lists every outcome, the unknown one first, until its connection is removed', async ({
  trader,
}) => {
  await seedJournal(trader, everyEnd(1))
  await openPage(trader, 'Activity')
  const rows = trader
    .getByRole('table', { name: 'What was sent from this browser' })
    .getByRole('row')
  await expect(rows).toHaveCount(7)
  await expect(rows.nth(1)).toContainText('Unknown')
  await expect(rows.filter({ hasText: 'Stop a grid bot' })).toContainText('Accepted')
  await expect(rows.filter({ hasText: 'Create a SmartTrade' }).last()).toContainText('Placed')
  await expect(trader.getByText('1 result is unknown. Do not send it')).toBeVisible()
  // Beside an open one it is looked at on the desktop.
  await trader.setViewportSize(PHONE)
  await expect(trader.getByRole('button', { name: /More/ })).toHaveAccessibleName(
    /^1 with an unknown outcome/,
  )
  await trader.setViewportSize(DESKTOP)

  await rows.filter({ hasText: 'Unknown' }).first().getByRole('link').click()
  const detail = trader.getByRole('complementary', { name: 'Create a SmartTrade' })
  await expect(
    detail.getByText('Not found in 8 checks. It was most likely not carried out.'),
  ).toBeVisible()
  await detail.getByText('Signing inspector', { exact: true }).click()
  await detail.getByRole('tab', { name: 'Bytes' }).click()
  await expect(detail.getByLabel('Bytes that were signed', { exact: true })).toContainText(
    '0000  2f 61 70 69',
  )
  await expectAccessible(trader, 'an unknown one')
  await detail.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(detail.getByText('You marked it as resolved at')).toBeVisible()
  await expect(trader.getByText('1 result is unknown. Do not send it')).toHaveCount(0)

  await rows.filter({ hasText: 'Delivered twice' }).getByRole('link').click()
  await expect(detail.getByRole('link', { name: 'SmartTrade 13' })).toBeVisible()

  await openPage(trader, 'Settings')
  await trader.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(trader.getByText('This browser deletes the key')).toBeVisible()
  expect(await countOfIntents(trader)).toBe(6)
  await trader.getByRole('button', { name: 'Remove connection' }).click()
  await expect.poll(() => countOfIntents(trader)).toBe(0)
})

type Trade = { id: number; account: { id: number }; status: { type: string } }

test(
  'the copies of an order are listed, and all but one are cancelled, each by its own request',
  { tag: '@writes' },
  async ({ trader, service }) => {
    const calls = await signedCalls(service)
    const [known] = await calls.read<Trade[]>('/api/v1/smart_trades?pair=USDT_BTC&per_page=1')
    const order = {
      account_id: known?.account.id,
      pair: 'USDT_BTC',
      position: {
        type: 'buy',
        order_type: 'limit',
        units: { value: '0.001' },
        price: { value: 20_000 },
      },
    }
    const ids: number[] = []
    for (let copy = 1; copy <= 3; copy += 1) {
      ids.push((await calls.post<Trade>('/api/v1/smart_trades', order)).id)
    }
    const path = '/api/v1/smart_trades'
    await seedJournal(trader, [
      {
        name: 'createSmartTrade',
        path,
        body: JSON.stringify(order),
        outcome: { kind: 'duplicated', ids },
        looked: { checks: 3, endedAt: Date.now() },
      },
    ])

    await openPage(trader, 'Activity')
    const rows = trader
      .getByRole('table', { name: 'What was sent from this browser' })
      .getByRole('row')
    await rows.filter({ hasText: 'Delivered 3 times' }).getByRole('link').click()
    const detail = trader.getByRole('complementary', { name: 'Create a SmartTrade' })
    for (const id of ids) {
      await expect(detail.getByRole('link', { name: `SmartTrade ${id}` })).toBeVisible()
    }
    await detail.getByRole('button', { name: 'Cancel all but one' }).click()
    const sheet = trader.getByRole('dialog', { name: 'Cancel all but one' })
    await expect(sheet.getByText('Nothing has been sent.')).toBeVisible()
    await sheet.getByText(String(ids[1]), { exact: true }).click()
    await expect(sheet.getByText(`SmartTrade ${ids[1]}`, { exact: true })).toBeVisible()
    await expect(sheet.getByLabel('Requests', { exact: true })).toHaveText(
      `DELETE ${path}/${ids[0]}\nDELETE ${path}/${ids[2]}`,
    )
    await expectAccessible(trader, 'the review of cancelling copies')
    // A crash after sending must not forget what was sent.
    const durabilities = await trader.evaluateHandle(() => {
      const seen: string[] = []
      // oxlint-disable-next-line typescript/unbound-method -- the proxy calls it on its database
      IDBDatabase.prototype.transaction = new Proxy(IDBDatabase.prototype.transaction, {
        apply(open, database, args) {
          const opened = Reflect.apply(open, database, args) as IDBTransaction
          if (opened.mode === 'readwrite') seen.push(opened.durability)
          return opened
        },
      })
      return seen
    })
    await sheet.getByRole('button', { name: 'Cancel 2 SmartTrades' }).click()
    await expect(sheet.getByText('Accepted', { exact: true })).toHaveCount(2)
    const written = await durabilities.jsonValue()
    expect(written.length).toBeGreaterThanOrEqual(4)
    expect(new Set(written)).toEqual(new Set(['strict']))
    await sheet.getByRole('button', { name: 'Close' }).click()

    await expect(rows.filter({ hasText: 'Cancel a SmartTrade' })).toHaveCount(2)
    const stateOf = async (id = 0) => {
      const trades = await calls.read<Trade[]>(`${path}?pair=USDT_BTC&per_page=100`)
      return trades.find((trade) => trade.id === id)?.status.type
    }
    await expect.poll(() => stateOf(ids[0])).toBe('cancelled')
    await expect.poll(() => stateOf(ids[2])).toBe('cancelled')
    expect(await stateOf(ids[1])).not.toMatch(/cancel/)
  },
)

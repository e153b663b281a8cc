/** Tests cards with a bleed: their colours extend over the edges at which the card is cut. */
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Layout, layouts, type PrintOptions } from '#domain/cards'
import { cardsPdf } from '../../server/print/cards-pdf.ts'
import { inThisThread } from '../support/cards.ts'
import { aDraft } from '../support/pilots.ts'

async function pdfOf(options: PrintOptions): Promise<string> {
  const pilot = { id: '7K3Q9XW2M4TB', photo: null, ...aDraft() }
  const pdf = cardsPdf(
    [pilot],
    async () => undefined,
    { address: 'http://192.168.1.20:4780', ...options },
    inThisThread,
  )
  return (await buffer(pdf)).toString('latin1')
}

test.each(['card', 'a7', 'a6'] as Layout[])(
  'a page of %s is 6 mm larger, and names the card inside it',
  async (layout) => {
    const { width, height } = layouts[layout].card
    const pdf = await pdfOf({ layout, bleed: true })
    const boxes = (name: string) =>
      new RegExp(`/${name} \\[([\\d. ]+)\\]`)
        .exec(pdf)?.[1]
        ?.split(' ')
        .map((length) => (Number(length) * 25.4) / 72)
    const close = (lengths: number[]) => lengths.map((length) => expect.closeTo(length, 3))
    expect(boxes('MediaBox')).toEqual(close([0, 0, width + 6, height + 6]))
    expect(boxes('TrimBox')).toEqual(close([3, 3, width + 3, height + 3]))
  },
)

test('a sheet has none, because its cards touch each other', async () => {
  await expect(pdfOf({ layout: 'sheet', bleed: true })).rejects.toThrow('Las tarjetas de una hoja se tocan')
  expect(await pdfOf({ layout: 'card' })).not.toContain('TrimBox')
})

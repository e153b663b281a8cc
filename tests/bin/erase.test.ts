/** Tests of `pilotos erase`, with and without a server, and of what a restore says afterwards. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFolder } from '../../server/store/open.ts'
import { lacks } from '../support/abilities.ts'
import { pilotos, serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft, complete } from '../support/pilots.ts'
import { onTerminal } from '../support/terminal.ts'
import { tracesIn } from '../support/traces.ts'

const [ana, luz] = ['0000000000AA', '0000000000BB']
const needles = ['Anastasia', '76543210', ana]

/** Returns a folder with a rider whose document was mistyped as 20000001 once. */
async function corrected(): Promise<string> {
  const data = await twoRiders()
  const stores = await openFolder(data)
  const { name, lastname, dni, ...rest } = complete(await stores.pilots.get(ana))
  await stores.pilots.update(ana, { ...rest, name, lastname, dni: 20000001 })
  await stores.pilots.update(ana, { ...rest, name, lastname, dni })
  await stores.close()
  return data
}

/** Returns a folder with two riders, of whom one is removed with `isRemoved`. */
async function twoRiders({ isRemoved = false } = {}): Promise<string> {
  const data = await aFolder()
  const rows = [
    { ...aDraft({ name: 'Anastasia', lastname: 'Rojas', dni: 76543210 }), id_driver: ana },
    { ...aDraft({ name: 'Luz', lastname: 'Rojas' }), id_driver: luz },
  ]
  await pilotos(['import', '-', '--data', data], { input: JSON.stringify(rows) })
  if (isRemoved) await pilotos(['remove', ana, '--yes', '--data', data])
  return data
}

test('a removed rider is erased by the document, and a restore of an older backup says that one was left out', async () => {
  const data = await twoRiders()
  const place = await aFolder()
  const copy = join(place, 'copia.tar.gz')
  await pilotos(['backup', copy, '--data', data])
  await pilotos(['remove', ana, '--yes', '--data', data])
  expect(await pilotos(['erase', '76.543.210', '--yes', '--data', data])).toMatchObject({
    code: 0,
    stdout: 'Se borró para siempre a 1 persona\n',
    stderr: expect.stringContaining('como un USB, no se tocaron'),
  })
  expect(await tracesIn(data, needles)).toEqual([])
  expect(await pilotos(['erase', '76543210', '--yes', '--data', data])).toMatchObject({
    code: 1,
    stderr: 'pilotos: Nadie tiene ni tuvo el código o documento 76543210\n',
  })
  const restored = await pilotos(['restore', copy, '--force', '--data', data])
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 piloto y 0 fotos de /) })
  expect(restored.stderr).toContain('1 persona que se borró para siempre: no volvió\n')
  expect(await tracesIn(data, needles)).toEqual([])
})

test('a person is erased while a kiosk holds the folder', async () => {
  const data = await twoRiders()
  const server = await serve(['--data', data])
  expect(await pilotos(['erase', ana, '--yes', '--data', data])).toMatchObject({ code: 0 })
  expect(await pilotos(['show', ana, '--data', data])).toMatchObject({ code: 1 })
  await server.stop()
  expect(await tracesIn(data, needles)).toEqual([])
  const stores = await openFolder(data)
  expect((await stores.pilots.list()).pilots.map(({ name }) => name)).toEqual(['Luz'])
  await stores.close()
})

test('a document that was corrected, and that nobody has now, erases nobody with --yes; an earlier code does', async () => {
  const data = await corrected()
  const total = () => pilotos(['list', '--data', data])
  expect(await pilotos(['erase', '20000001', '--yes', '--data', data])).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'pilotos: Nadie tiene ahora el documento 20000001: lo tuvo Anastasia Rojas, cuyo documento es 76543210. No se borró a nadie: si es esa persona, repita con 76543210\n',
  })
  expect((await total()).stdout).toContain('Anastasia')
  // A rider who was removed still has the document.
  await pilotos(['remove', ana, '--yes', '--data', data])
  expect(await pilotos(['erase', '20000001', '--yes', '--data', data])).toMatchObject({ code: 1 })
  expect(await pilotos(['erase', '76543210', '--yes', '--data', data])).toMatchObject({ code: 0 })
})

describe.skipIf(lacks('script(1)'))('in a terminal', () => {
  test('without --yes, a document that nobody has now names who had it before it asks', async () => {
    const data = await corrected()
    const shown = await onTerminal(['erase', '20000001', '--data', data], undefined, {
      answers: [
        ['¿Borrar para siempre a Anastasia Rojas, 76543210', 's\r'],
        ['escriba su documento, 76543210', '20000001\r'],
      ],
    })
    expect(shown).toContain('No se borró nada.')
  })

  test('without --yes it asks twice, and the document must be the right one', async () => {
    const data = await twoRiders()
    const wrong = await onTerminal(['erase', ana, '--data', data], undefined, {
      answers: [
        ['¿Borrar para siempre a Anastasia Rojas, 76543210', 's\r'],
        ['escriba su documento, 76543210', '76543211\r'],
      ],
    })
    expect(wrong).toContain('No se borró nada.')
    const right = await onTerminal(['erase', ana, '--data', data], undefined, {
      answers: [
        ['¿Borrar para siempre a Anastasia Rojas, 76543210', 's\r'],
        ['escriba su documento, 76543210', '76543210\r'],
      ],
    })
    expect(right).toContain('Se borró para siempre a 1 persona')
    expect(await tracesIn(data, needles)).toEqual([])
  })
})

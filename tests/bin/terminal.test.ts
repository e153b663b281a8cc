/** Tests that no data reaches a terminal as control characters. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStores } from '../../server/store/open.ts'
import { lacks } from '../support/abilities.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { messyCsv } from '../support/messy-sheet.ts'
import { aDraft } from '../support/pilots.ts'
import { onTerminal } from '../support/terminal.ts'

const id = '7K3Q9XW2M4TB'
/** Sets a title, rings the bell, colours by a C1 character, reverses the text, and deletes. */
const hostile = '\u001b]0;x\u0007\u009b31m\u202e\u007f'
const obeyed = ['\u001b]', '\u0007', '\u009b', '\u202e', '\u007f']

/** Returns the control characters of `hostile` that a terminal has received. */
function obeyedOf(sent: string): string[] {
  return obeyed.filter((characters) => sent.includes(characters))
}

/** Returns a folder whose texts all contain control characters for a terminal. */
async function hostileFolder(): Promise<string> {
  const data = await aFolder()
  const draft = aDraft({ name: `Ana${hostile}`, lastname: `Quispe${hostile}`, club: `Uno${hostile}` })
  const stores = await openStores(data)
  await stores.pilots.import([{ line: 1, values: { id_driver: id, ...draft } }])
  await stores.pilots.update(id, { ...draft, club: `Dos${hostile}` }, { by: `marta${hostile}` })
  await stores.accounts.put({ user: `marta${hostile}`, password: 'x' })
  await stores.close()
  return data
}

describe.skipIf(lacks('script(1)'))('a terminal', () => {
  test.each([
    { words: ['export'] },
    { words: ['export', '--plain'] },
    { words: ['export', '--format', 'json'] },
    { words: ['list'] },
    { words: ['list', '--json'] },
    { words: ['show', id] },
    { words: ['show', id, '--json'] },
    { words: ['history', id] },
    { words: ['history', id, '--json'] },
    { words: ['staff', 'list'] },
    { words: ['show', `${id}${hostile}`] },
    { words: ['staff', 'remove', `luis${hostile}`] },
  ])('receives no control character from the data in $words', async ({ words }) => {
    const sent = await onTerminal([...words, '--data', await hostileFolder()])
    expect(sent).toMatch(/Quispe|marta|7K3Q|luis/)
    expect(obeyedOf(sent)).toEqual([])
  })

  test('of 60 columns gets the report of an import in lines that end at words', async () => {
    const data = await aFolder()
    const file = join(data, 'inscritos.csv')
    await writeFile(file, messyCsv())
    const words = ['import', file, '--dry-run', '--set', 'participacion=Sin historial', '--data', data]
    const sent = await onTerminal(words, undefined, { columns: 60 })
    const lines = sent.split(/\r?\n/)
    expect(lines.filter((line) => line.length > 60 && !line.includes('--'))).toEqual([])
    expect(sent).toContain('25 filas con Celular: hay más de uno: líneas 8, 28, 48 y\r\n  22 más\r\n')
    expect(sent).toContain('--replace "club:Motoclub Cusco=Motoclub Cuzco"')
  })

  test('receives no control character from a file in an import or a question', async () => {
    const data = await hostileFolder()
    const file = join(data, 'planilla.csv')
    await writeFile(file, `Nombres;Sobra${hostile}\nAna${hostile};1\n`)
    const preview = await onTerminal(['import', file, '--update', '--data', data])
    expect(preview).toContain('Sobra')
    expect(obeyedOf(preview)).toEqual([])
    const rejected = JSON.stringify([{ ...aDraft(), licencia: `Anual${hostile}` }])
    await writeFile(file, rejected)
    const rejections = await onTerminal(['import', file, '--data', data])
    expect(rejections).toContain('no es una opción')
    expect(obeyedOf(rejections)).toEqual([])
    const asked = await onTerminal(['remove', id, '--data', data], '¿Borrar a Ana')
    expect(asked).toContain('No se borró nada')
    expect(obeyedOf(asked)).toEqual([])
    const answer = await onTerminal(['call', 'GET /api?list=all', '--data', data])
    expect(answer).toContain('Ana')
    expect(obeyedOf(answer)).toEqual([])
  })

  test('gets an answer only with Enter, after s or n and nothing else', async () => {
    const data = await hostileFolder()
    const words = ['call', `POST /api/pilots/${id}/revoke`, '--data', data]
    const unclear = await onTerminal(words, '¿Hacer', { keys: ['y', '\r', '\u0003'] })
    expect(unclear).toContain('Escriba s o n')
    expect(unclear).toContain('No se hizo nada')
    expect(await onTerminal(words, '¿Hacer', { keys: ['n', '\r'] })).toContain('No se hizo nada')
    expect(await onTerminal(words, '¿Hacer', { keys: ['s', '\r'] })).toContain('id_driver')
  })

  test('receives no file that is no text', async () => {
    const sent = await onTerminal(['call', 'GET /api/report.pdf', '--data', await aFolder()])
    expect(sent).toContain('la terminal no muestra ese archivo')
    expect(sent).not.toContain('%PDF')
  })

  test('receives a QR in colours, with the name of its pilot as plain text', async () => {
    const sent = await onTerminal(['qr', id, '--data', await hostileFolder()])
    expect(sent).toContain('\u001b[')
    expect(sent).toContain('Ana')
    expect(obeyedOf(sent)).toEqual([])
  })
})

test('a pipe receives every character unchanged', async () => {
  const { stdout } = await pilotos(['list', '--json', '--data', await hostileFolder()])
  expect(JSON.parse(stdout)).toMatchObject([{ name: `Ana${hostile}`, club: `Dos${hostile}` }])
})

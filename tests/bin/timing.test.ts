/** Tests of `pilotos export --for`: the files of riders for timing programs, and the warnings about them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstEventId } from '#domain/events/event'
import { openEvent } from '#domain/events/events'
import { readBook } from '../../server/spreadsheets/formats/xlsx-book.ts'
import { openFolder } from '../../server/store/open.ts'
import { expectEnd, pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft } from '../support/pilots.ts'

async function aFilledFolder(): Promise<string> {
  const folder = await aFolder()
  const inigo = { name: 'Íñigo', lastname: 'Peña', npiloto: '27', transponder: '=1+1' }
  const riders = [
    { ...inigo, club: 'Sur, "MX"', nlicencia: 'FM-1' },
    { name: 'Luz', lastname: 'Sur', npiloto: '027', transponder: '0012', club: 'Norte', nlicencia: 'FM-2' },
    { name: 'Ana', lastname: 'Paz', npiloto: 'S/N', club: 'Norte', nlicencia: 'FM-3' },
  ]
  await withStores(folder, async ({ pilots }) => {
    for (const one of riders)
      await pilots.register(aDraft({ modalidad: 'MOTOCROSS', ciudad: 'Tacna', ...one }))
  })
  return folder
}

test('a file for Orbits is CSV in capitals, and warnings on the error output name the riders', async () => {
  const folder = await aFilledFolder()
  const out = join(folder, 'carrera.csv')
  const { code, stdout, stderr } = await pilotos(['export', out, '--for', 'orbits', '--data', folder])
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toContain('1 piloto sin número: el programa no los reconoce: «Ana Paz, ')
  expect(stderr).toContain('El 27 de MOTOCROSS lo tienen 2 pilotos: «Íñigo Peña, ')
  expect(stderr).toContain('3 pilotos para MYLAPS Orbits en ')
  const [head, ...lines] = (await readFile(out, 'utf8')).split('\r\n')
  expect(head).toMatch(/^No,Class,LastName,FirstName,CarRegistration,/)
  expect(lines).toEqual([
    `27,MOTOCROSS,PENA,INIGO,,FM1,'=1+1,,"SUR, ""MX""",TACNA,,,,,,`,
    '027,MOTOCROSS,SUR,LUZ,,FM2,0012,,NORTE,TACNA,,,,,,',
    'S/N,MOTOCROSS,PAZ,ANA,,FM3,,,NORTE,TACNA,,,,,,',
    '',
  ])
})

test('the list in the terminal shows who is entered in the open event, and who is not', async () => {
  const folder = await aFilledFolder()
  const run = async (...args: string[]) => pilotos(['list', ...args, '--data', folder])
  expect((await run('--entered', 'si')).stderr).toBe('Ningún piloto queda con esos filtros.\n')
  await withStores(folder, async ({ pilots }) => {
    const [ana] = (await pilots.list({ search: 'ana paz' })).pilots
    await pilots.changeEntries({ kind: 'enter', ids: [ana?.id ?? ''] }, openEvent())
  })
  const others = await run('--entered', 'no')
  expect([others.stdout.includes('Luz Sur'), others.stdout.includes('Ana Paz'), others.stderr]).toEqual([
    true,
    false,
    '\n2 pilotos\n',
  ])
  expect((await run('--entered', 'si', '--search', 'paz')).stderr).toBe('\n1 piloto\n')
  expect((await run('--entered', 'nadie')).code).toBe(2)
  expect((await run('--category', '85')).stderr).toContain('El evento abierto no tiene categorías')
})

test('the list in the terminal and on paper shows who is entered in a category, by its name, and names the others for an unknown one', async () => {
  const folder = await aFilledFolder()
  const stores = await openFolder(folder)
  const categories = [
    { id: 'mx-1', modalidad: 'MOTOCROSS', name: 'MX1', numbers: '100-199' },
    { id: 'mx-85', modalidad: 'MOTOCROSS', name: '85 cc' },
  ]
  const event = { ...openEvent(), categories }
  await stores.settings.change({ events: { [firstEventId]: event } })
  for (const [search, id] of [
    ['luz', 'mx-85'],
    ['íñigo', null],
  ] as const) {
    const ids = (await stores.pilots.list({ search })).pilots.map((pilot) => pilot.id)
    await stores.pilots.changeEntries({ kind: 'enter', ids, categories: { MOTOCROSS: { id } } }, event)
  }
  await stores.close()
  const run = async (...args: string[]) => pilotos(['list', ...args, '--data', folder])
  const found = await run('--category', '85')
  expect([found.stdout.includes('Luz Sur'), found.stderr]).toEqual([true, '\n1 piloto\n'])
  const [id = ''] = found.stdout.match(/^\S+(?= +Luz Sur)/m) ?? []
  expect((await pilotos(['show', id, '--data', folder])).stdout).toMatch(/^Inscrito con +027 85 cc$/m)
  expect((await run('--entered', 'sin-categoria')).stdout).toContain('Íñigo Peña')
  expect((await run('--category', 'mx 1')).stderr).toBe('Ningún piloto queda con esos filtros.\n')
  expect(await run('--category', 'MX3')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'No hay una categoría «MX3». Las que hay: MOTOCROSS · MX1 y MOTOCROSS · 85 cc',
    ),
  })
  expect((await run('--category', 'MX1', '--entered', 'no')).code).toBe(2)
  const out = join(folder, 'lista.xlsx')
  expect((await run('--category', '85 cc', '--out', out)).stderr).toContain(
    '1 piloto inscrito en MOTOCROSS · 85 cc',
  )
})

test('a workbook for CrossMgr has the riders, and its sheet of categories with their numbers', async () => {
  const folder = await aFilledFolder()
  const out = join(folder, 'carrera.xlsx')
  expect((await pilotos(['export', out, '--for', 'crossmgr', '--data', folder])).code).toBe(0)
  const sheets = await readBook(await readFile(out))
  expect(sheets.map(({ name }) => name)).toEqual(['Pilotos', '--CrossMgr-Categories'])
  const [riders = [], categories = []] = sheets.map(({ rows }) => [...rows.values()])
  expect(riders.map((row) => [row[0], row[1], row[7], row[13]])).toEqual([
    ['Bib#', 'LastName', 'Category', 'Tag'],
    [27, 'Peña', 'MOTOCROSS', '=1+1'],
    ['027', 'Sur', 'MOTOCROSS', '0012'],
    ['S/N', 'Paz', 'MOTOCROSS', null],
  ])
  expect(categories[1]?.slice(0, 5)).toEqual(['Wave', 'MOTOCROSS', 'Open', '27,27', '00:00:00'])
})

test('a text for Webscorer has tabs, and a wrong name or option is a mistake that says what to do', async () => {
  const folder = await aFilledFolder()
  const { stdout } = await pilotos(['export', '--for', 'webscorer', '--data', folder])
  expect(stdout.split('\r\n')[1]).toMatch(/^27\tÍñigo\tPeña\t"Sur, ""MX"""\tMOTOCROSS\t\d+\tTacna\t\t'=1\+1$/)
  await expectEnd(
    pilotos(['export', 'carrera.xlsx', '--for', 'orbits', '--data', folder]),
    2,
    'MYLAPS Orbits lee un archivo .csv',
  )
  const both = await pilotos(['export', '--for', 'orbits', '--plain', '--data', folder])
  expect(both.stderr).toContain('--for ya dice la forma del archivo')
})

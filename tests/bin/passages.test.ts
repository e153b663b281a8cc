/** Tests of `pilotos passages`, and of the gates in `pilotos settings`. */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readContent } from '../../server/spreadsheets/table-reader.ts'
import { openFolder } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder, sharedFolder } from '../support/folder.ts'
import { aReceivedScan, at } from '../support/passages.ts'
import { aDraft } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

/** A folder with three passages: an entry, a second entry that a device let through offline, and an unknown text. */
const filled = sharedFolder(async (folder) => {
  const stores = await openFolder(folder)
  const { id } = await stores.pilots.register(
    aDraft({ dni: 40123456, name: 'Ana', lastname: 'Ñato', npiloto: '7' }),
  )
  await stores.passages.record(
    [
      aReceivedScan({ pilot: id, scanned: id }),
      aReceivedScan({ pilot: id, scanned: id, at: at('09:30'), gate: 'Sur', offline: true }),
      aReceivedScan({ pilot: undefined, status: undefined, scanned: '=HOY();\n"x"', at: at('09:00', 22) }),
    ],
    'after-exit',
  )
  await stores.close()
})

test('the passages are listed as a table that fits the terminal, the last ones first', async () => {
  const { stdout, stderr } = await pilotos(['passages', 'list', '--data', filled()])
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^LECTURA +CUÁNDO +PUERTA +SENTIDO +RESULTADO +PILOTO +N° +QUIÉN +NOTAS$/),
    expect.stringMatching(
      /^3 +22\/11\/2026, 09:00 +Norte +Entrada +NO ES UNA CREDENCIAL +=HOY\(\); "x" +ana$/,
    ),
    expect.stringMatching(
      /^2 +21\/11\/2026, 09:30 +Sur +Entrada +YA ENTRÓ +Ana Ñato +7 +ana +incidencia y sin conexión$/,
    ),
    expect.stringMatching(/^1 +21\/11\/2026, 09:00 +Norte +Entrada +PASE +Ana Ñato +7 +ana$/),
  ])
  expect(stderr).toBe('\n3 lecturas\n')
  expect((await pilotos(['passages', 'list', '--data', await aFolder()])).stderr).toBe('No hay lecturas.\n')
})

test('--json prints one object a passage, and the filters select, with and without a running server', async () => {
  const numbers = async (...args: string[]) => {
    const { stdout } = await pilotos(['passages', 'list', '--json', '--data', filled(), ...args])
    return JSON.parse(stdout).map(({ number }: { number: number }) => number)
  }
  for (const isOpen of [false, true]) {
    if (isOpen) await startTestServer({ folder: filled() })
    expect(await numbers()).toEqual([3, 2, 1])
    expect(await numbers('--limit', '2')).toEqual([3, 2])
    expect(await numbers('--incidents')).toEqual([2])
    expect(await numbers('--gate', 'Norte', '--to', '21/11/2026')).toEqual([1])
    expect(await numbers('--from', '2026-11-22')).toEqual([3])
    expect(await numbers('--result', 'ya-entro')).toEqual([2])
    // The value of earlier versions is accepted too.
    expect(await numbers('--result', 'again')).toEqual([2])
    expect(await numbers('--pilot', '40.123.456')).toEqual([2, 1])
  }
  const { stdout } = await pilotos(['passages', 'list', '--json', '--limit', '1', '--data', filled()])
  expect(JSON.parse(stdout)).toEqual([
    {
      number: 3,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scanned: '=HOY();\n"x"',
      gate: 'Norte',
      direction: 'in',
      at: at('09:00', 22),
      received: at('09:00', 22),
      offline: false,
      cardless: false,
      override: false,
      by: 'ana',
      device: 'Android',
      result: 'unknown',
      admitted: false,
      corrected: false,
      incident: false,
    },
  ])
})

test('an incident is settled and opened again in the terminal, with and without a running server', async () => {
  const folder = await aFolder()
  await cp(filled(), folder, { recursive: true })
  const data = ['--data', folder]
  const run = (...args: string[]) => pilotos(['passages', ...args, ...data])
  for (const isOpen of [false, true]) {
    if (isOpen) await startTestServer({ folder })
    expect(await run('settle', '2', '--reason', 'Entró con su padre')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Lectura 2: resuelta por la terminal: Entró con su padre.\n',
    })
    expect((await run('list', '--incidents')).stdout).toBe('')
    expect((await run('list', '--settled')).stdout).toMatch(
      /sin conexión y resuelta por la terminal: Entró con su padre\n$/,
    )
    expect((await run('settle', '2', '--undo')).stderr).toBe('Lectura 2: la incidencia está sin resolver.\n')
    expect((await run('list', '--incidents')).stdout).toMatch(/\n2 +21/)
    expect((await run('list', '--settled')).stdout).toBe('')
  }
  expect(await run('settle', '1', '--reason', 'Nada')).toMatchObject({
    code: 1,
    stderr: 'pilotos: Esa lectura no es una incidencia: no hay nada que resolver\n',
  })
  expect((await run('settle', '4', '--reason', 'Nada')).stderr).toBe(
    'pilotos: No hay una lectura 4 en el registro\n',
  )
  for (const args of [['2'], ['2', '--undo', '--reason', 'Nada'], ['dos', '--undo']])
    expect((await run('settle', ...args)).code).toBe(2)
})

test('the passages are exported as CSV, Excel and JSON, the oldest first, and no cell is a formula', async () => {
  const folder = await aFolder()
  const write = async (name: string, ...args: string[]) => {
    const path = join(folder, name)
    const { code, stderr } = await pilotos(['passages', 'export', path, '--data', filled(), ...args])
    expect([code, stderr]).toEqual([0, `3 lecturas en ${path}\n`])
    return readFile(path)
  }
  const plain = (await write('lecturas.csv', '--plain')).toString()
  const [head, first, , ...last] = plain.split('\n')
  expect(head).toMatch(/^Lectura,Fecha y hora,Puerta,Sentido,Resultado,Pasó,Piloto,/)
  expect(first).toMatch(/^1,2026-11-21 09:00:00,Norte,Entrada,PASE,sí,Ana Ñato,7,/)
  expect(last.join('\n')).toContain(`"'=HOY();\n""x""",`)
  expect((await write('excel.csv')).toString()).toMatch(/^\ufeffLectura;Fecha y hora;/)

  const { sheets } = await readContent(await write('lecturas.xlsx'))
  const rows = Array.from(sheets[0]?.lines ?? [], ({ cells }) => cells)
  expect(rows.map(([number]) => number)).toEqual(['Lectura', 1, 2, 3])
  expect(rows[3]).toContain('=HOY();\n"x"')

  const records = JSON.parse((await write('lecturas.json')).toString())
  expect(records.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3])
  expect((await pilotos(['passages', 'export', 'lecturas.doc', '--data', filled()])).code).toBe(2)
})

test('the gates are named, and the meaning of a second entry is chosen, in the terminal', async () => {
  const data = ['--data', await aFolder()]
  const changed = await pilotos(['settings', '--gates', 'Norte, Sur', '--again', 'daily', ...data])
  expect(changed.stdout).toContain('Norte, Sur')
  expect(changed.stdout).toContain('una entrada por día')
  const { stdout } = await pilotos(['settings', '--again', 'after-exit', '--json', ...data])
  expect(JSON.parse(stdout).gate).toEqual({ again: 'after-exit', gates: ['Norte', 'Sur'] })
  const renamed = await pilotos(['settings', '--rename-gate', 'Norte, Boxes', '--json', ...data])
  expect(JSON.parse(renamed.stdout).gate).toEqual({ again: 'after-exit', gates: ['Boxes', 'Sur'] })
  const unknown = await pilotos(['settings', '--rename-gate', 'Este,Oeste', ...data])
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'pilotos: No hay una puerta Este que cambie de nombre\n',
  ])
  for (const names of ['Boxes', 'Boxes,Sur,Este', ',Sur'])
    expect((await pilotos(['settings', '--rename-gate', names, ...data])).code).toBe(
      names.startsWith(',') ? 1 : 2,
    )
  for (const gates of ['', 'Norte,Norte', 'x'.repeat(61), 'Norte,NORTE', 'Nor\u200bte', 'Nor\nte']) {
    const refused = await pilotos(['settings', '--gates', gates, ...data])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/puerta|carácter que no se ve/)])
  }
})

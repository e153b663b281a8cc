/** Tests of the commands about validity: settings, terms, suspend, renew, and the status in list and show. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addDays, formatDate, today } from '#domain/text/date'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft, aRow } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

const id = '7K3Q9XW2M4TB'
const endOfYear = `31/12/${today().slice(0, 4)}`
const nextYear = Number(today().slice(0, 4)) + 1

async function storesWithOne(): Promise<string> {
  const data = await aFolder()
  const values = { id_driver: id, ...aDraft({ name: 'Ana', lastname: 'Quispe', dni: 7 }) }
  await withStores(data, ({ pilots }) => pilots.import([aRow(0, values), aRow(1)]))
  return data
}

test('settings prints the rules and changes those of some licences, also of a running server', async () => {
  const data = await storesWithOne()
  const run = (...args: string[]) => pilotos(['settings', ...args, '--data', data])
  expect((await run()).stdout).toMatch(/Anual +hasta el 31 de diciembre del año de emisión\n/)
  const changed = await run('--regional', '90 días')
  expect([changed.code, changed.stderr]).toEqual([
    0,
    '\nQuedó guardado. Ninguna credencial cambió de estado.\n',
  ])
  expect(changed.stdout).toMatch(/Regional +90 días desde la emisión\n/)
  expect(JSON.parse((await run('--json')).stdout)).toEqual({
    validity: { Anual: { kind: 'year' }, Regional: { kind: 'days', days: 90 } },
    gate: { again: 'warn', gates: ['Puerta principal'] },
  })
  const wrong = await run('--anual', 'siempre')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('de 1 a 3660 días, o una fecha')])

  const server = await startTestServer({ folder: data })
  const expiring = await run('--anual', '29/02/2020')
  expect(expiring.stderr).toBe('\nQuedó guardado. 2 credenciales pasaron de VIGENTE a VENCIDA.\n')
  const { data: records } = await (await fetch(`${server.url}/api?list=${id}`)).json()
  expect(records[0].status).toEqual({ kind: 'expired', until: '2020-02-29' })
})

test('list, show and terms print the status as JSON, which an import reads without using it', async () => {
  const data = await storesWithOne()
  const run = (...args: string[]) => pilotos([...args, '--data', data])
  const read = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  const expired = { id_driver: id, valida_hasta: '2020-01-31', estado: 'vencida' }
  expect(await read('terms', id, '--until', '31/01/2020')).toEqual([expect.objectContaining(expired)])
  const [other] = await read('list', '--status', 'vigente')
  await run('suspend', other.id_driver, '--reason', 'Deuda')
  const words = (await read('list')).map(({ estado }: { estado: string }) => estado)
  expect(words.sort()).toEqual(['suspendida', 'vencida'])
  const listed = await run('list', '--status', 'vencida', '--json')
  expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining(expired)])
  await run('terms', id, '--until', '')
  expect(await read('show', id)).toEqual([expect.objectContaining({ estado: 'vigente' })])

  const restored = ['import', '-', '--data', data, '--update']
  const again = await pilotos(restored, { input: listed.stdout })
  expect([again.code, again.stdout]).toEqual([0, '0 registrados, 1 actualizado, 0 rechazados\n'])
  expect(await read('show', id)).toEqual(JSON.parse(listed.stdout))
})

test('terms and suspend change what list and show print, and renew gives a later day after a preview', async () => {
  const data = await storesWithOne()
  const run = (...args: string[]) => pilotos([...args, '--data', data])
  const shown = await run('show', id)
  expect(shown.stdout).toMatch(new RegExp(`Credencial +VIGENTE hasta ${endOfYear}\n`))
  const terms = await run('terms', '7', '--until', '31/01/20', '--medical', '28 feb 2099')
  expect(terms.stdout).toMatch(/^Ana Quispe\n\nCredencial +VENCIDA el 31\/01\/2020\n/)
  expect(terms.stdout).toMatch(/\nCertificado médico hasta +28\/02\/2099\n/)
  expect((await run('terms', id)).stdout).toBe(terms.stdout)
  const table = await run('list')
  expect(table.stdout).toMatch(/ESTADO/)
  expect(table.stdout).toMatch(/Ana Quispe.*VENCIDA/)
  const expired = await run('list', '--status', 'vencida')
  expect([expired.stdout.includes('Ana Quispe'), expired.stderr]).toEqual([true, '\n1 piloto\n'])
  expect((await run('list', '--status', 'suspendida')).stderr).toBe(
    'Ningún piloto con credencial suspendida.\n',
  )

  const preview = await run('renew', '--all', '--dry-run')
  expect(preview.stderr).toBe(
    `1 piloto: del 31/01/2020 al ${endOfYear}\n1 piloto: sin cambio, porque renovar no daría una fecha posterior\n`,
  )
  expect((await run('list', '--status', 'vencida')).stderr).toBe('\n1 piloto\n')
  expect((await run('renew', id)).code).toBe(2)
  const renewed = await run('renew', id, '--yes', '--json')
  expect(renewed.stderr).toContain('Se renovó 1 credencial.')
  expect(JSON.parse(renewed.stdout)).toMatchObject({ total: 1, renewed: 1 })
  const without = await run('terms', id, '--medical', '')
  expect([without.code, without.stdout.includes('médico')]).toEqual([0, false])

  const suspended = await run('suspend', id, '--reason', 'Pago pendiente', '--from', '01/01/2020')
  expect(suspended.stderr).toBe(
    'Ana Quispe: suspensión desde 01/01/2020: Pago pendiente. Hoy está SUSPENDIDA.\n',
  )
  const after = await run('renew', '--search', 'quispe', '--dry-run')
  expect(after.stderr).toContain(`Quedan sin vigencia: 1 piloto\n  ${id}  Ana Quispe: SUSPENDIDA\n`)
  const lifted = await run('suspend', id, '--lift')
  expect(lifted.stderr).toBe(`Ana Quispe no tiene suspensión: está VIGENTE hasta ${endOfYear}.\n`)
  const history = await run('history', id)
  for (const text of [
    'Válida hasta: «según la licencia» → «31/01/2020»',
    'Renovada',
    `Emitida: «al registrarse» → «${formatDate(today())}»`,
    'Suspendida desde 01/01/2020: Pago pendiente',
    'Suspensión levantada',
  ])
    expect(history.stdout).toContain(text)
})

test('a policy that has expired ends a credential, and a renewal says so', async () => {
  const data = await storesWithOne()
  const run = (...args: string[]) => pilotos([...args, '--data', data])
  const file = ['import', '-', '--update', '--data', data]
  const [pilot] = JSON.parse((await run('show', id, '--json')).stdout)
  const input = JSON.stringify([{ ...pilot, 'vencimiento poliza': '05/03/2020' }])
  expect((await pilotos(file, { input })).stdout).toContain('1 actualizado')
  expect((await run('terms', id)).stdout).toMatch(
    /\nCredencial +VENCIDA el 05\/03\/2020\n(?:.*\n)*Póliza vigente hasta +05\/03\/2020\n/,
  )
  const shown = (await run('show', id)).stdout
  expect(shown.match(/Póliza vigente hasta +05\/03\/2020/g)).toHaveLength(1)
  expect((await run('list', '--status', 'vencida')).stdout).toContain('Ana Quispe')
  expect((await run('renew', id, '--dry-run')).stderr).toContain(
    `${id}  Ana Quispe: VENCIDA el 05/03/2020, por el seguro\n`,
  )
})

test('suspend from a later day leaves the suspension that runs today', async () => {
  const data = await storesWithOne()
  const run = (...args: string[]) => pilotos(['suspend', id, ...args, '--data', data])
  await run('--reason', 'Pago pendiente')
  const later = ['--reason', 'Sanción', '--from', formatDate(addDays(today(), 9))]
  const refused = await run(...later)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Ya está suspendido hasta que se levante: levante antes esa suspensión'),
  ])
  const shown = await pilotos(['show', id, '--data', data])
  expect(shown.stdout).toMatch(/Credencial +SUSPENDIDA\n/)
  const corrected = await run('--reason', 'Pago pendiente', '--to', formatDate(addDays(today(), 9)))
  expect([corrected.code, corrected.stderr]).toEqual([
    0,
    expect.stringContaining('Hoy está SUSPENDIDA hasta'),
  ])
  expect((await run('--lift')).code).toBe(0)
  expect((await run(...later)).code).toBe(0)
})

test('renew gives another day of issue, which renews for the next year', async () => {
  const data = await storesWithOne()
  const run = (...args: string[]) => pilotos([...args, '--data', data])
  const preview = await run('renew', id, '--issued', `01/01/${nextYear}`, '--dry-run')
  expect(preview.stderr).toBe(`1 piloto: del ${endOfYear} al 31/12/${nextYear}\n`)
  expect((await run('renew', id, '--issued', `01/01/${nextYear}`, '--yes')).code).toBe(0)
  expect((await run('terms', id)).stdout).toContain(`VIGENTE hasta 31/12/${nextYear}\n`)
})

test('an import leaves a suspension that is not over, says so, and replaces it only with the option', async () => {
  const data = await storesWithOne()
  await pilotos(['suspend', id, '--reason', 'Antidopaje', '--data', data])
  const path = join(await aFolder(), 'padron.csv')
  await writeFile(path, `id_driver;club;suspendida_desde;suspendida_motivo\n${id};Otro;01/05/2026;Pago\n`)
  const run = (...args: string[]) => pilotos(['import', path, '--update', ...args, '--data', data])
  const shown = async () => (await pilotos(['show', id, '--data', data])).stdout
  const given = 'En el archivo: desde 01/05/2026: Pago\n'
  const kept = await run()
  expect([kept.code, kept.stdout]).toEqual([0, '0 registrados, 1 actualizado, 0 rechazados\n'])
  expect(kept.stderr).toContain(
    '1 piloto con una suspensión que sigue y otra en el archivo: queda la que está (--replace-suspensions usa las del archivo):\n',
  )
  expect(kept.stderr).toContain(`desde ${formatDate(today())}: Antidopaje. ${given}`)
  expect(await shown()).toMatch(/Suspendida +desde .*: Antidopaje\n/)
  expect(await shown()).toMatch(/Club +Otro\n/)
  const replaced = await run('--replace-suspensions')
  expect(replaced.stderr).toContain(`se usa la del archivo:\n`)
  expect(replaced.stderr).toContain(given)
  expect(await shown()).toMatch(/Suspendida +desde 01\/05\/2026: Pago\n/)
  const change = /undo-import (\d+)/.exec(replaced.stderr)?.[1] ?? ''
  expect((await pilotos(['undo-import', change, '--yes', '--data', data])).code).toBe(0)
  expect(await shown()).toMatch(/Suspendida +desde .*: Antidopaje\n/)
})

test('an import says which column may have last days, and the printed option imports it', async () => {
  const path = join(await aFolder(), 'padron.csv')
  const head =
    'DNI;Nombre;Apellidos;Correo;Celular;Nacimiento;N° Lic.;N° moto;Tipo Lic.;Modalidad;Club;Sangre;Historial'
  const rider = '40000001;Ana;Paz;ana@ejemplo.pe;987654321;28/02/1994;L-1;93;Anual;RALLY;Sur;A+;Campeona'
  await writeFile(path, `${head};F. Vencimiento\n${rider};30/06/${nextYear % 100}\n`)
  const data = await aFolder()
  const { code, stderr } = await pilotos(['import', path, '--dry-run', '--data', data])
  const option = '"F. Vencimiento=valida_hasta"'
  expect(code).toBe(0)
  expect(stderr).toContain(`«F. Vencimiento» parece Válida hasta. Para usarla: --map ${option}\n`)
  await pilotos(['import', path, '--map', option.slice(1, -1), '--data', data])
  expect((await pilotos(['terms', '40000001', '--data', data])).stdout).toContain(
    `VIGENTE hasta 30/06/${nextYear}`,
  )
})

test.each([
  [['suspend', id], 2, 'falta --reason'],
  [
    ['suspend', id, '--reason', 'x'.repeat(201)],
    1,
    'Hay datos por corregir: El motivo tiene hasta 200 letras',
  ],
  [['suspend', id, '--lift', '--reason', 'x'], 2, '--lift va sin otras opciones'],
  [
    ['suspend', id, '--reason', 'x', '--from', '02/05/2026', '--to', '01/05/2026'],
    2,
    'termina antes de empezar',
  ],
  [['terms', id, '--until', '29/02/2027'], 2, 'No es un día del calendario'],
  [['terms', '0000000000ZZ', '--until', '28/02/2027'], 1, 'No existe un piloto'],
  [['renew'], 2, 'diga de quiénes'],
  [['renew', id, '--all'], 2, 'diga de quiénes'],
  [['renew', id, '--issued', '29/02/2027'], 2, 'No es un día del calendario'],
  [['list', '--status', 'anulada'], 2, 'elija entre vigente, vencida, suspendida'],
])('pilotos %j ends with %i and says %s', async (args, code, text) => {
  const data = await storesWithOne()
  const run = await pilotos([...args, '--data', data])
  expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(text)])
})

/** Tests of the validity of credentials in the terminal: the status in list and show, and imports. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TermsChange } from '#domain/credential/calls'
import type { PilotId } from '#domain/pilots/pilot-id'
import { formatDate, today } from '#domain/text/date'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { withStores } from '../support/opened-stores.ts'
import { aDraft, aRow } from '../support/pilots.ts'

const id: PilotId = '7K3Q9XW2M4TB'
const endOfYear = `31/12/${today().slice(0, 4)}`

async function storesWithOne(): Promise<string> {
  const data = await aFolder()
  const values = { id_driver: id, ...aDraft({ name: 'Ana', lastname: 'Quispe', dni: 7 }) }
  await withStores(data, ({ pilots }) => pilots.import([aRow(0, values), aRow(1)]))
  return data
}

const changeTerms = (data: string, change: TermsChange, pilot: PilotId = id) =>
  withStores(data, ({ pilots }) => pilots.changeTerms([pilot], change, 'marta'))

test('list and show print the status of a credential', async () => {
  const data = await storesWithOne()
  const run = (...args: string[]) => pilotos([...args, '--data', data])
  const shown = await run('show', id)
  expect(shown.stdout).toMatch(new RegExp(`Credencial +VIGENTE hasta ${endOfYear}\n`))
  await changeTerms(data, { until: '2020-01-31' })
  const table = await run('list')
  expect(table.stdout).toMatch(/ESTADO/)
  expect(table.stdout).toMatch(/Ana Quispe.*VENCIDA/)
  const expired = await run('list', '--status', 'vencida')
  expect([expired.stdout.includes('Ana Quispe'), expired.stderr]).toEqual([true, '\n1 piloto\n'])
  expect((await run('list', '--status', 'suspendida')).stderr).toBe(
    'Ningún piloto con credencial suspendida.\n',
  )
  await changeTerms(data, { suspension: { from: '2020-01-01', to: null, reason: 'Pago pendiente' } })
  const history = await run('history', id)
  for (const text of [
    'Válida hasta: «según la licencia» → «31/01/2020»',
    'Suspendida desde 01/01/2020: Pago pendiente',
  ])
    expect(history.stdout).toContain(text)
})

test('an import leaves a suspension that is not over, says so, and replaces it only with the option', async () => {
  const data = await storesWithOne()
  await changeTerms(data, { suspension: { from: today(), to: null, reason: 'Antidopaje' } })
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

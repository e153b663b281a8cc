/** Tests that the spreadsheets of federations are imported by the command, with the arguments that it names. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pilotos } from '../support/command.ts'
import { makeFederationFiles, typicalFiles } from '../support/federations.ts'
import { aFolder, sharedFolder } from '../support/folder.ts'
import { messyCsv } from '../support/messy-sheet.ts'

const files = sharedFolder(makeFederationFiles)

test.each(typicalFiles)(
  '$file goes in whole: $holds',
  async ({ file, args, riders, aside = 0, unsure = 0 }) => {
    const data = await aFolder()
    const path = join(await files(), file)
    const { code, stdout, stderr } = await pilotos(['import', path, ...args, '--data', data])
    expect([code, stdout]).toEqual([0, `${riders} registrados, 0 rechazados\n`])
    expect(Number(/(\d+) filas? sin piloto/.exec(stderr)?.[1] ?? 0)).toBe(aside)
    expect(Number(/(\d+) nombres? por revisar/.exec(stderr)?.[1] ?? 0)).toBe(unsure)
  },
)

/** Imports a file of the federations into a new folder. */
async function importing(file: string, ...args: string[]) {
  const data = await aFolder()
  const path = join(await files(), file)
  const run = (...more: string[]) => pilotos(['import', path, ...args, ...more, '--data', data])
  return { data, path, run }
}

test('a refusal prints the command that works, and that command imports the file', async () => {
  const { data, run } = await importing('club-valle.csv')
  const { code, stderr } = await run()
  expect(code).toBe(1)
  const [, printed = ''] = /Así se importa:\n {2}pilotos (.*)/.exec(stderr) ?? []
  expect(printed).toContain('--set licencia=Anual --set "participacion=Sin historial"')
  const args = [...printed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  expect(await pilotos(args)).toMatchObject({ code: 0, stdout: '12 registrados, 0 rechazados\n' })
  expect(args).toContain(data)
})

test('the sheets of riders that were not read are named at the end, with the option that reads one', async () => {
  const { run } = await importing('hojas-por-region.xlsx', '--sheet', 'Cusco')
  expect((await run()).stderr).toMatch(
    /Sin leer quedan .*«Arequipa» \(14 pilotos\).*: se importan con --sheet \S+\nPara deshacer esta importación: pilotos undo-import 1\n$/,
  )
})

test('a mapping is remembered for the next file with the same header, unless --forget is given', async () => {
  const { data, run } = await importing('inscritos-fecha-1.xlsx', '--map', 'Cód. Fed.=nlicencia')
  expect(await run()).toMatchObject({ code: 0 })
  const next = join(await files(), 'inscritos-fecha-2.xlsx')
  expect((await pilotos(['import', next, '--forget', '--data', data])).stderr).toContain(
    'Al archivo le faltan columnas: Numero de Licencia',
  )
  const { code, stdout, stderr } = await pilotos(['import', next, '--data', data])
  expect([code, stdout]).toEqual([0, '9 registrados, 0 rechazados\n'])
  expect(stderr).toContain('Se usa lo que se eligió para un archivo anterior con este encabezado')
})

test('the report of a messy sheet of 500 riders names the options that store all good rows, each once', async () => {
  const data = await aFolder()
  const file = join(await aFolder(), 'inscritos.csv')
  await writeFile(file, messyCsv())
  const run = (...args: string[]) => pilotos(['import', file, ...args, '--data', data])
  const optionsIn = (text: string) =>
    [...text.matchAll(/(--(?:set|replace|first)) (?:"([^"]*)"|(\S+))/g)].map(
      ([, option = '', quoted, plain]) => [option, quoted ?? plain ?? ''] as const,
    )
  const refused = optionsIn((await run('--dry-run')).stderr).flat()
  const dry = await run('--dry-run', ...refused)
  expect(dry.stderr).toContain('56 filas sin tipo de sangre: líneas 4, 13, 22 y 53 más\n')
  expect(dry.stderr).toContain('25 filas con Celular: hay más de uno: líneas 8, 28, 48 y 22 más\n')
  expect(dry.stderr.split('\n').length).toBeLessThan(70)
  const named = optionsIn(dry.stderr).map(([option, text]) => [option, text])
  // Only a person knows what this text means, so that no option is printed for it.
  named.push(['--replace', 'modalidad:Enduro Ind.=ENDURO CROSS'])
  expect(new Set(named.map(String)).size).toBe(named.length)
  expect(named.length).toBeLessThanOrEqual(12)
  const { stdout, stderr } = await run(...refused, ...named.flat())
  expect(stdout).toBe('497 registrados, 3 rechazados\n')
  expect(stderr).not.toMatch(/--(?:set|replace|first) /)
})

test('the same file twice changes nothing, and an import that changes more than 50 pilots is preceded by a backup', async () => {
  const data = await aFolder()
  const file = join(await aFolder(), 'cien.csv')
  const header =
    'Apellidos y Nombres;DNI;F. Nac.;Cel.;Mail;N° Lic.;Nº;Tipo Lic.;Categoría;Equipo;RH;Historial\n'
  const riders = (club: string) =>
    Array.from(
      { length: 100 },
      (_, n) =>
        `QUISPE MAMANI, ANA;${40_000_000 + n};5-mar-94;987654321;ana${n}@ejemplo.org;L-${n};${n + 7};Anual 2026;RALLY;${club};O+;no\n`,
    ).join('')
  const run = (...args: string[]) => pilotos(['import', file, ...args, '--data', data])
  const backups = async () =>
    (await readdir(join(data, 'backups')).catch(() => [])).filter((name) =>
      name.startsWith('antes-de-importar-'),
    )
  await writeFile(file, header + riders('Norte'))
  expect((await run()).stdout).toBe('100 registrados, 0 rechazados\n')
  expect((await run('--update')).stdout).toBe('0 registrados, 100 sin cambios, 0 rechazados\n')
  expect(await backups()).toEqual([])
  await writeFile(file, header + riders('Sur'))
  const { stdout, stderr } = await run('--update')
  expect(stdout).toBe('0 registrados, 100 actualizados, 0 rechazados\n')
  const [backup = ''] = await backups()
  expect(stderr).toContain(`Lo que había quedó en ${join(data, 'backups', backup)}`)
  const old = await aFolder()
  await pilotos(['restore', join(data, 'backups', backup), '--data', old])
  expect((await pilotos(['list', '--search', 'norte', '--json', '--data', old])).stdout).toContain('"Norte"')
})

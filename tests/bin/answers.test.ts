/** The answers of the commands to the usual arguments, one after the other on one folder, as an earlier program gave them. */
import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openFolder } from '../../server/store/open.ts'
import { stopClock } from '../support/clock.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aReceivedScan } from '../support/passages.ts'
import { aDraft } from '../support/pilots.ts'
import { root } from '../support/root.ts'

/** The commands, of which C1 to C9 are codes, FILES is a folder, and `GET_/` begins a call. */
const commands = `
import FILES/pilotos.json
import FILES/pilotos.json
import FILES/cambios.csv --dry-run
import FILES/cambios.csv --update
undo-import 2 --yes
undo-import 2 --yes
import FILES/cambios.csv --update
import FILES/cambios.csv
list
list --search quispe
list --sort lastname --limit 5
list --status vencida --json
show C1
show C2 --json
show 7K3Q9XW2M4TB
call POST_/api/pilots/C5/revoke --yes
show C5
history C1
history C3 --json
remove C6 C7 --yes
removed
removed --json
remove C6 --undo
history C6
remove C5 --yes
list --status suspendida
call GET_/api/settings
call GET_/api/passages
call GET_/api/passages?gate=Sur --json
call GET_/api/passages/export?plain=1
report
report --json
staff add marta
staff add luis --role mesa
staff role luis puerta
staff list
staff remove marta
staff remove luis
staff remove luis
export --plain --search quispe
export --format json --search quispe
export FILES/todos.xlsx
export-person C8 FILES/persona.zip
undo-import 4 --yes
undo-import 1 --yes
backup FILES/copia.tar.gz
erase 49999999 --yes
erase 41000009 --yes
show C9
history C9
list --limit 3
restore FILES/copia.tar.gz
restore FILES/copia.tar.gz --force
merge FILES/copia.tar.gz --dry-run
merge FILES/copia.tar.gz
doctor
list --json --limit 2
`

const codeOf = (number: number | string) => `7K3Q9XW2M4T${number}`

const riders = [
  'Ana Quispe',
  'José Núñez',
  'Zoë Ñahui',
  'Luis Quispe',
  'Íñigo Peña',
  'Eva Ruiz',
  'Leo Ruiz',
  'Rosa Díaz',
  'Saúl Díaz',
].map((rider, index) => {
  const [name, lastname] = rider.split(' ')
  const licencia = index % 2 === 0 ? ('Anual' as const) : ('Regional' as const)
  const club = index % 3 === 0 ? null : 'Cóndor'
  const values = aDraft({ name, lastname, licencia, club, npiloto: String(index), dni: 41_000_001 + index })
  return { id_driver: codeOf(index + 1), ...values, ...(index === 1 && { alergias: 'Polen' }) }
})

/** A rider who is there with another club, a new one, and one with a bad document. */
const changes = `name,lastname,email,celular,dni,fechanac,nlicencia,npiloto,licencia,modalidad,club,tiposangre,participacion
Ana,Quispe,ana@ejemplo.org,987654321,41000001,1994-02-28,FM-1,7,Anual,RALLY,Otro,O-,no
Beto,Soto,beto@ejemplo.org,987654322,41000010,1990-01-31,FM-2,8,Anual,RALLY,Otro,O-,no
Caro,Soto,caro@ejemplo.org,987654323,x,1990-01-31,FM-3,9,Anual,RALLY,Otro,O-,no
`

test('the commands answer as they did', async () => {
  stopClock()
  const [data, files] = [await aFolder(), await aFolder()]
  await writeFile(join(files, 'pilotos.json'), JSON.stringify(riders))
  await writeFile(join(files, 'cambios.csv'), changes)
  const stores = await openFolder(data)
  const scan = (number: number, others: object) =>
    aReceivedScan({
      id: `00000000-0000-4000-8000-00000000000${number}`,
      scanned: codeOf(number),
      pilot: codeOf(number),
      at: new Date().toISOString(),
      ...others,
    })
  await stores.passages.record(
    [scan(1, {}), scan(2, { gate: 'Sur', status: 'expired', offline: true, admitted: true })],
    'warn',
  )
  await stores.close()

  const start = Date.now()
  const codes: string[] = []
  const plain = (text: string) =>
    text
      .replaceAll(files, 'FILES')
      .replaceAll(data, 'DATA')
      .replace(/(FILES|DATA)\S+/g, (path) => path.replaceAll('\\', '/'))
      // Windows has no file modes that the doctor could check.
      .replace(/^.*Solo su dueño puede leer los datos\n/m, '')
      .replaceAll(hostname(), 'DESK')
      .replace(/pilotos-[\d-]+\.tar\.gz/g, 'pilotos.tar.gz')
      .replace(/Quedan [\d.]+ MB/, 'Quedan 0 MB')
      .replace(/^(version +)\S+$/gm, '$1VERSION')
      .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => `t${(Date.parse(time) - start) / 1000}`)
      .replace(/7K3Q-?9XW2-?M4T(\d)/g, 'C$1')
      .replace(/\b([0-9A-HJKMNP-TV-Z]{4}-?){3}\b(?!\.jpg)/g, (code) => {
        const known = code.replaceAll('-', '')
        if (!/[A-Z]/.test(known)) return code
        if (!codes.includes(known)) codes.push(known)
        return `N${codes.indexOf(known) + 1}`
      })
  const answers: string[] = []
  for (const command of commands.trim().split('\n')) {
    vi.setSystemTime(Date.now() + 60_000)
    const args = command
      .replace(/\bC(\d)\b/g, (_, number) => codeOf(number))
      .replace('FILES', files)
      .split(' ')
      .map((word) => word.replace('_/', ' /'))
    const env = { PILOTOS_PASSWORD: 'una clave larga', PILOTOS_DATA: data }
    const { code, stdout, stderr } = await pilotos(args, { env })
    const parts = [
      `$ pilotos ${command}`,
      plain(stdout),
      stderr && `stderr: ${plain(stderr)}`,
      code !== 0 && `exit code: ${code}`,
    ]
    answers.push(
      parts
        .filter(Boolean)
        .map((part) => String(part).trimEnd())
        .join('\n'),
    )
  }
  await expect(`${answers.join('\n\n')}\n`).toMatchFileSnapshot(join(root, 'tests/fixtures/commands.txt'))
})

/** Tests that an import tells what the form tells, and that no row stops for it. */
import { expect, test } from 'vitest'
import { planImport } from '#domain/import/plan'
import { existingAmong } from '#domain/pilots/existing'
import type { Pilot } from '#domain/pilots/pilot'
import { remarksOf } from '../../../server/import/preview.ts'
import { aDraft, aRow } from '../../support/pilots.ts'
import { tableOf } from '../../support/table.ts'

const now = '2026-11-21T10:00:00.000Z'
const ana: Pilot = {
  id: '7K3Q9XW2M4TB',
  photo: null,
  ...aDraft({
    name: 'Ana',
    lastname: 'Paz',
    dni: 41234567,
    nlicencia: 'FM-42',
    npiloto: '7',
    transponder: '55',
  }),
}

/** Returns the warnings of an import of riders who differ from a usual one in these values. */
function warningsOf(changes: readonly object[], update = false, stored: Pilot = ana) {
  let made = 0
  const rows = changes.map((change, at) =>
    aRow(at, {
      ...aDraft({ name: `Luz ${at}`, lastname: 'Ríos', nlicencia: `N-${at + 1}`, npiloto: `${at + 100}` }),
      ...change,
    }),
  )
  const pilots = existingAmong([stored], [])
  const { report } = planImport({ rows, pilots, options: { update }, newId: () => `ID${++made}`, now })
  expect(report.rejected).toEqual([])
  const { warnings = {} } = report
  return Object.entries(warnings).flatMap(([kind, { listed }]) =>
    listed.map(({ line, text }) => `${kind} ${line}: ${text}`),
  )
}

test.each<[what: string, changes: object[], string[]]>([
  [
    'the same person with a digit changed',
    [{ name: 'ANA', lastname: 'Paz', dni: 41234568 }],
    [
      'person 2: con la misma fecha de nacimiento está también el documento 41234567, que difiere en una cifra',
    ],
  ],
  [
    'the same person twice in the file',
    [
      { name: 'Eva', dni: 51234567 },
      { name: 'Eva', dni: 51234576 },
    ],
    [
      'person 3: con la misma fecha de nacimiento está también el documento 51234567, que difiere en una cifra',
    ],
  ],
  [
    'the licence, the number and the transponder of somebody else',
    [{ nlicencia: 'fm-0042', npiloto: '07', transponder: '55' }],
    [
      'held 2: La licencia fm-0042 ya es de Ana Paz',
      'held 2: El número 07 ya es de Ana Paz',
      'held 2: El transponder 55 ya es de Ana Paz',
    ],
  ],
  [
    'a licence twice in the file',
    [{ nlicencia: 'X-1' }, { nlicencia: 'X-1' }],
    ['held 3: La licencia X-1 ya es de Luz 0 Ríos'],
  ],
  [
    'a number of another modalidad, or twice in the file',
    [{ npiloto: '7', modalidad: 'MOTOCROSS' }, { npiloto: '9' }, { npiloto: '9' }],
    [],
  ],
  [
    'a check digit that is not that of its number',
    [
      { dni: null, tipodoc: 'RUT', documento: '123456784', paisdoc: 'CL' },
      { dni: 926687857, paisdoc: 'EC' },
      { dni: 926687856, paisdoc: 'EC' },
    ],
    [
      'unlikely 2: RUT 12.345.678-4: El dígito verificador no es el de ese número (RUT): compárelo con el documento',
      'unlikely 3: Documento 0926687857: El dígito verificador no es el de ese número (cédula): compárelo con el documento',
    ],
  ],
  [
    'births this year and in 1900, and a short telephone',
    [{ fechanac: '01/02/2026' }, { fechanac: '1900-01-01' }, { celular: 12345 }],
    [
      'unlikely 2: Fecha de Nacimiento 01/02/2026: Nació este año: revise la fecha',
      'unlikely 3: Fecha de Nacimiento 01/01/1900: Cumple 126 años este año: revise la fecha',
      'unlikely 4: Celular 12345: Tiene solo 5 cifras: revise el número',
    ],
  ],
])('an import tells %s, and stores the rows', (_what, changes, texts) => {
  expect(warningsOf(changes)).toEqual(texts)
})

test('an update tells only what it changes', () => {
  const same = { ...ana, club: 'Otro' }
  expect(warningsOf([same], true)).toEqual([])
  const doubtful = { ...aDraft(), id: ana.id, photo: null, dni: 926687857, paisdoc: 'EC' as const }
  expect(warningsOf([{ ...doubtful, club: 'Otro' }], true, doubtful)).toEqual([])
  expect(warningsOf([{ ...same, fechanac: '1900-01-01' }], true)).toHaveLength(1)
})

test('a mail whose domain nearly is a frequent one is offered with it', async () => {
  const table = await tableOf(
    'nombres,apellidos,dni,correo\nAna,Paz,1001,ana@gmial.com\nEva,Paz,1002,eva@ejemplo.org',
  )
  expect(remarksOf(table, []).meantTexts).toEqual([
    { field: 'email', text: 'ana@gmial.com', meant: 'ana@gmail.com', rows: 1 },
  ])
})

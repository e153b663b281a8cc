/** Tests of the messages for files that are not readable tables. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { requireColumns } from '../../server/import/preview.ts'
import { root } from '../support/root.ts'
import { tableOf } from '../support/table.ts'

test.each([
  ['', 'El archivo está vacío'],
  [' \n \n', 'El archivo está vacío'],
  ['Ana,López,ana@ejemplo.org\n', 'El archivo no tiene un encabezado'],
  ['Nombre;D.N.I.;DNI\n', '«D.N.I.» y «DNI» son la misma columna'],
  [
    'name,dni\nEva,0\n"Ana,1\nLuis,2\n',
    'La fila que empieza en la línea 3 abre una comilla que no se cierra',
  ],
  ['{"data": 1}', 'El JSON debe ser una lista'],
  ['[{"name": ', 'El archivo no es un JSON válido'],
  ['[{"nombre_raro": "Ana"}]', 'El archivo no tiene un encabezado'],
  ['PK\u0003\u0004', 'El archivo no es un libro de Excel (.xlsx), o está dañado'],
  ['\u0000\u0001\u0002', 'El archivo no es una planilla'],
])('%j is refused: %s', async (text, message) => {
  const reading = tableOf(text).then((table) => requireColumns(table, {}))
  await expect(reading).rejects.toThrow(message)
})

test.each([
  [
    'a workbook with a password',
    () => readFile(join(root, 'tests/fixtures/con-clave.xlsx')),
    'protegido con contraseña',
  ],
  [
    'a workbook in the old format',
    async () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'Excel antiguo (.xls)',
  ],
  ['another kind of ZIP', async () => Buffer.from('504b0304', 'hex'), 'dañado'],
  ['a picture', async () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'no es una planilla'],
  ['200 MB', async () => Buffer.alloc(200 * 1024 * 1024), 'pesa más de 100 MB'],
  ['an empty workbook', () => writeXlsxFile([[null]]).toBuffer(), 'está vacío'],
])('%s is refused with a message in Spanish', async (_, bytes, message) => {
  await expect(bytes().then(tableOf)).rejects.toThrow(message)
})

/** Tests of files that are no spreadsheets of the kind that their names say. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { root } from '../../support/root.ts'
import { tableOf } from '../../support/table.ts'

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const zip = (...paths: string[]) => zipSync(Object.fromEntries(paths.map((path) => [path, strToU8('x')])))
const compound = (...more: number[]) => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, ...more])

const page =
  'El archivo es una página web, aunque su nombre sea de Excel: ábralo en Excel y guárdelo como libro'
const excel2003 =
  '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="H"/></Workbook>'
const table = '<table border="1"><tr><td>Nombres</td><td>DNI</td></tr></table>'

test.each<[string, string | Uint8Array, string]>([
  ['a page of a report', `<html><body>${table}</body></html>`, page],
  [
    'a page with a type and a remark',
    `\n<!-- Reporte -->\n<!DOCTYPE html PUBLIC "-//W3C//DTD"><html>${table}`,
    page,
  ],
  ['a table without a page', table, page],
  ['a page that Excel has saved', `<html xmlns:x="urn:schemas-microsoft-com:office:excel">${table}`, page],
  ['a page in UTF-16', utf16(`<html>${table}</html>`), page],
  ['a page in one file (MHT)', `MIME-Version: 1.0\nContent-Type: multipart/related\n\n${table}`, page],
  [
    'XML of Excel 2003',
    `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n${excel2003}`,
    'XML de Excel 2003',
  ],
  ['XML of Excel 2003 in UTF-16', utf16(`<?xml version="1.0"?>${excel2003}`), 'XML de Excel 2003'],
  [
    'XML of another program',
    '<?xml version="1.0"?><pilotos><piloto/></pilotos>',
    'El archivo es XML, que no se importa',
  ],
  [
    'a flat document of LibreOffice',
    '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">',
    'LibreOffice (.ods)',
  ],
  [
    'a document of LibreOffice',
    zip('mimetype', 'content.xml', 'META-INF/manifest.xml'),
    'LibreOffice (.ods)',
  ],
  [
    'a sheet of Numbers',
    zip('Index/Document.iwa', 'Metadata/Properties.plist'),
    'El archivo es de Numbers: ábralo y elija Archivo > Exportar a > Excel',
  ],
  ['an old sheet of Numbers', zip('Index.zip', 'preview.jpg'), 'El archivo es de Numbers'],
  ['a binary workbook', zip('xl/workbook.bin'), '.xlsb'],
  ['a document of Word', zip('word/document.xml'), 'documento de Word'],
  ['a packed workbook', zip('inscritos.xlsx'), 'comprimido (.zip): descomprímalo'],
  ['a ZIP of something else', zip('a.png'), 'no es un libro de Excel (.xlsx), o está dañado'],
  ['an old workbook', compound(0xa1, 0xb1), 'Excel antiguo (.xls)'],
  ['a workbook from before 1997', Buffer.from([9, 8, 8, 0, 0, 5]), 'Excel antiguo (.xls)'],
  [
    'a backup or another packed file',
    Buffer.from([0x1f, 0x8b, 8, 0]),
    'una copia de PilotOS se une o se restaura',
  ],
  ['a PDF', '%PDF-1.7\n%âãÏÓ', 'El archivo es un PDF'],
  ['a text document', '{\\rtf1\\ansi Nombres}', 'documento de texto (.rtf)'],
])('%s is named for what it is', async (_name, content, message) => {
  await expect(tableOf(content)).rejects.toThrow(message)
})

test('a workbook with a password is named for it', async () => {
  const book = await readFile(join(root, 'tests/fixtures/con-clave.xlsx'))
  await expect(tableOf(book)).rejects.toThrow('protegido con contraseña')
})

test('a CSV with a mark of lesser in its first cell is a CSV', async () => {
  const { rows } = await tableOf('<DNI>;Club\n40000001;Sol\n')
  expect(rows.map(({ values }) => values.club)).toEqual(['Sol'])
})

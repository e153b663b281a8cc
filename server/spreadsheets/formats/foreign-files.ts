/** Recognizes files of other kinds, whatever their names say, and tells a person how to make a spreadsheet of them. */

const asBook = 'y guárdelo como libro de Excel (.xlsx) o CSV'
const openDocument = `El archivo es de LibreOffice (.ods): ábralo ${asBook}`
const oldBook = `El libro es de un Excel antiguo (.xls): ábralo ${asBook}`
const webPage = `El archivo es una página web, aunque su nombre sea de Excel: ábralo en Excel ${asBook}`

/** Returns the message for a file that its first bytes show to be of another kind. */
export function foreignBytes(bytes: Uint8Array): string | undefined {
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return isLocked(bytes) ? locked : oldBook
  return firstBytes.find(({ start }) => beginsWith(bytes, start))?.message
}

const locked =
  'El libro de Excel está protegido con contraseña: ábralo, quítele la contraseña y guárdelo otra vez'

const packed = 'descomprímalo e importe la planilla que contiene'

/** The kinds that begin with these bytes: a workbook before 1997 ([MS-XLS], section 2.4.21), archives and documents. */
const firstBytes: readonly { start: readonly number[]; message: string }[] = [
  ...[0, 2, 4, 8].map((version) => ({ start: [9, version], message: oldBook })),
  {
    start: [0x1f, 0x8b],
    message: `El archivo está comprimido (.gz): una copia de PilotOS se une o se restaura. Si es otro, ${packed}`,
  },
  { start: [0x37, 0x7a, 0xbc, 0xaf], message: `El archivo está comprimido (.7z): ${packed}` },
  { start: ascii('Rar!'), message: `El archivo está comprimido (.rar): ${packed}` },
  {
    start: ascii('%PDF'),
    message: 'El archivo es un PDF: pida la planilla de la que se hizo, en Excel o CSV',
  },
]

/**
 * Returns true for a locked workbook: a compound file that names its encrypted part in UTF-16 ([MS-OFFCRYPTO],
 * section 2.3.4.4).
 */
function isLocked(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
}

/** Returns true if a file begins with these bytes. */
export function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0))
}

/** Returns the message for a text that is no CSV or JSON. */
export function foreignText(text: string): string | undefined {
  const start = text.slice(0, 2000).trimStart()
  if (start.startsWith('<')) return markup(start)
  if (/^mime-version:|^content-type: *multipart/i.test(start)) return webPage
  if (start.startsWith('{\\rtf'))
    return `El archivo es un documento de texto (.rtf): copie su tabla a un libro de Excel`
  return undefined
}

/** Returns the message for a page or a document with tags. Any other text with `<` may be a CSV. */
function markup(start: string): string | undefined {
  if (/<(?:!doctype html|html|head|body|meta|table|style|div)\b/i.test(start)) return webPage
  if (!/^<(?:\?xml|\w+:?Workbook)\b/.test(start)) return undefined
  if (start.includes('urn:schemas-microsoft-com:office:spreadsheet'))
    return `El archivo es una hoja de cálculo XML de Excel 2003: ábralo en Excel ${asBook}`
  if (start.includes('urn:oasis:names:tc:opendocument')) return openDocument
  return 'El archivo es XML, que no se importa: pida la planilla como libro de Excel (.xlsx) o CSV'
}

/** The kinds of ZIP that a part shows. The first one that suits holds. */
const zips: readonly { part: RegExp; message: string }[] = [
  { part: /^xl\/workbook\.bin$/, message: `El libro de Excel es binario (.xlsb): ábralo ${asBook}` },
  {
    part: /\.iwa$|^Index\.zip$|^index\.apxl$/,
    message: 'El archivo es de Numbers: ábralo y elija Archivo > Exportar a > Excel',
  },
  { part: /^content\.xml$/, message: openDocument },
  { part: /^word\//, message: 'El archivo es un documento de Word: copie su tabla a un libro de Excel' },
  { part: /^ppt\//, message: 'El archivo es una presentación: copie su tabla a un libro de Excel' },
  { part: /\.(?:xlsx|xls|csv|ods|txt|json)$/i, message: `El archivo está comprimido (.zip): ${packed}` },
]

/** Returns the message for a ZIP that is no workbook, by the paths of its parts. */
export function foreignZip(paths: Iterable<string>): string | undefined {
  const all = [...paths]
  return zips.find(({ part }) => all.some((path) => part.test(path)))?.message
}

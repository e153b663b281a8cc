/** Tests the data that the build makes of the manual, and the search in it. */
import { describe, expect, test } from 'vitest'
import { readHelp, readManual, sectionsOf } from '../../../bin/manual.js'
import { cutAround, divided, patternOf, searchManual, searchWords } from '../../../client/help/manual.ts'

const manual = await readManual()
const help = await readHelp()

const find = (text: string) => searchManual(manual, searchWords(text))

describe('the search in the manual', () => {
  test.each(['credencial perdida', 'CREDENCIALES PERDIDAS', 'una credencial perdida', 'créd perd'])(
    'finds the section about a lost card with %s',
    (text) => {
      const [first] = find(text).hits
      expect(first).toMatchObject({ section: { id: 'una-credencial-perdida' }, chapter: 'En la mesa' })
    },
  )

  test.each([
    ['carnet perdido', 'Una credencial perdida', 'una-credencial-perdida'],
    ['chip perdido', 'Un chip perdido', 'chips'],
    ['reembolso', 'Devolver dinero', 'cobrar'],
    ['anular un recibo', 'Devolver dinero', 'cobrar'],
    ['cuota', 'Cobrar', 'cobrar'],
    ['cambiar número', 'Cambiar el número o la categoría', 'inscribir'],
    ['dorsal repetido', 'Cambiar el número o la categoría', 'inscribir'],
    ['inscribir', 'Inscribir en el evento', 'inscribir'],
    ['categorías', 'Categorías', 'categorías'],
    ['transponder', 'Prestar y recibir chips', 'chips'],
    ['descargo firma', 'Firmar el deslinde', 'el-deslinde'],
    ['orden de largada', 'Listas de salida', 'listas-de-salida'],
    ['arqueo', 'Cerrar una caja', 'caja'],
    ['fin del día', 'Fin del día', 'cerrar-el-día'],
    ['respaldo', 'Copias', 'copias'],
    ['ambulancia', 'Un accidente', 'contacto-de-emergencia'],
  ])('finds by %s the task, and the section that says more', (text, task, section) => {
    const [first] = searchManual(help, searchWords(text)).hits
    expect(first?.section).toMatchObject({ title: task, about: section })
    expect(find(text).hits.map(({ section: { id } }) => id)).toContain(section)
  })

  test('finds words in lists, tables and commands, and answers with the line that has them', () => {
    const excerptOf = (text: string, id: string) =>
      find(text).hits.find(({ section }) => section.id === id)?.excerpt
    expect(excerptOf('reja', 'qué-hacer-con-cada-respuesta')).toContain('por encima de la reja')
    expect(excerptOf('no inscrito', 'qué-hacer-con-cada-respuesta')).toMatch(/^NO INSCRITO · /)
    expect(excerptOf('undo-import', 'importar-con-órdenes')).toContain('pilotos undo-import')
  })

  test('has nothing for words that no section has, and the nearest sections if none has all of them', () => {
    expect(find('xyzzy')).toEqual({ hits: [], hasAll: false })
    expect(find('')).toEqual({ hits: [], hasAll: true })
    const { hits, hasAll } = find('xyzzy consentimiento')
    expect(hasAll).toBe(false)
    expect(hits[0]?.section.id).toBe('el-consentimiento')
  })

  test('marks whole words that begin with a searched one, with their accents', () => {
    const pattern = patternOf(searchWords('lineas')) as RegExp
    expect(divided('Las líneas del Ecolínea: una LÍNEA.', pattern)).toEqual([
      { piece: 'Las ', isFound: false },
      { piece: 'líneas', isFound: true },
      { piece: ' del Ecolínea: una ', isFound: false },
      { piece: 'LÍNEA', isFound: true },
      { piece: '.', isFound: false },
    ])
    expect(patternOf([])).toBeUndefined()
    expect(cutAround(`${'antes '.repeat(60)}la línea${' después'.repeat(60)}`, pattern)).toMatch(
      /^… (antes )+la línea( después)+ …$/,
    )
  })
})

test('Markdown that the pages do not show fails the build: HTML, quotes and code without a fence of their own', () => {
  for (const text of [
    '<b>Hola</b>',
    'Hola <script>alert(1)</script>',
    '> Cita',
    'Texto ![foto](a.webp) y texto',
    '---',
  ])
    expect(() => sectionsOf(`# Título\n\n${text}\n`), text).toThrow('The manual cannot show this')
  expect(sectionsOf('# Título\n\nUno & `a<b` [dos](otro.md#x) [tres](manual.md#y)\n')).toEqual([
    {
      id: 'título',
      level: 1,
      title: 'Título',
      blocks: [
        {
          kind: 'text',
          parts: [
            'Uno & ',
            { kind: 'code', text: 'a<b' },
            ' ',
            'dos',
            ' ',
            { kind: 'link', id: 'y', parts: ['tres'] },
          ],
        },
      ],
    },
  ])
})

test('the chapters are those of the weekend, and no two sections have one identifier', () => {
  expect(manual.filter(({ level }) => level === 1).map(({ title }) => title)).toEqual([
    'El viernes',
    'En la mesa',
    'En la puerta',
    'Al cerrar',
    'En la terminal',
    'Datos personales',
  ])
  const ids = manual.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

/** Tests of the commands: their output, their errors and their exit codes. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type FlatPilot, flatPilots } from '#domain/import/flat-pilots'
import { fields, requiredNames } from '#domain/pilots/fields'
import type { ListQuery } from '#domain/pilots/search/list-query'
import { openFolder, openStores } from '../../server/store/open.ts'
import { lacks, stopped } from '../support/abilities.ts'
import { expectEnd, pilotos, pilotosProcess, serve } from '../support/command.ts'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { aFolder, sharedFolder } from '../support/folder.ts'
import { machineUrl } from '../support/machine.ts'
import { restore } from '../support/merges.ts'
import { withStores } from '../support/opened-stores.ts'
import { register } from '../support/page.ts'
import { aDraft, aForeigner, aPicture } from '../support/pilots.ts'
import { readQr } from '../support/qr-reader.ts'
import { root } from '../support/root.ts'
import { orderHeaders } from '../support/sent-orders.ts'
import { formRequest, publicUrl, startTestServer } from '../support/server.ts'

const example = join(root, 'data', 'example.csv')

/** A folder with the pilots of the example. No test changes it. */
const examples = sharedFolder((data) => pilotos(['import', example, '--data', data]))

/** Returns the pilots of a folder in the form of `pilotos list --json`. */
async function flat(data: string, query: ListQuery = {}): Promise<FlatPilot[]> {
  return flatPilots((await withStores(data, ({ pilots }) => pilots.list(query))).pilots)
}

/** Waits for a file that another program writes, and returns its text. */
async function appeared(path: string): Promise<string> {
  await expect.poll(() => existsSync(path)).toBe(true)
  return readFile(path, 'utf8')
}

describe('import', () => {
  test('registers the example: 40 pilots with all options and special characters', async () => {
    const data = await aFolder()
    const outcome = await pilotosProcess(['import', example, '--data', data])
    expect(outcome).toMatchObject({ code: 0, stdout: '40 registrados, 0 rechazados\n' })
    const pilots = await flat(data)
    expect(pilots).toHaveLength(40)
    for (const name of ['licencia', 'modalidad', 'tiposangre'] as const) {
      expect(new Set(pilots.map((pilot) => pilot[name]))).toEqual(new Set(fields[name].options))
    }
    const text = JSON.stringify(pilots)
    for (const mark of ['ñ', 'Í', ',', '\\"', '\\n']) expect(text).toContain(mark)
  })

  test('registers the valid rows, prints the problems of the others, and exits with 1', async () => {
    const data = await aFolder()
    const outcome = await pilotos(['import', '-', '--data', data], { input: mixed })
    expect(outcome).toEqual({
      code: 1,
      stdout: '1 registrado, 2 rechazados\n',
      stderr: expect.stringMatching(
        /^CSV separado por comas, UTF-8\n\nCOLUMNA .*\nname +Nombres +Íñigo +Íñigo/,
      ),
    })
    expect(outcome.stderr.split('\n\n').at(-1)).toBe(
      '2 filas con un número repetido: 93 de ENDURO CROSS en las líneas 2 y 3\n' +
        'línea 3, email: correo electronico invalido (no)\n' +
        '  «no»: ¿quiso decir No tiene?\n' +
        '    en esa fila: --replace "email:no=No tiene"\n' +
        'línea 3, licencia: «Anuall» no es una opción: ¿quiso decir Anual?\n' +
        'línea 4: La fila tiene 1 celda y el encabezado 13\n' +
        'Para deshacer esta importación: pilotos undo-import 1\n',
    )
    expect(await flat(data)).toHaveLength(1)
  })

  test('prints the options that import the texts for no value, rejected or not, and those options import them', async () => {
    const data = await aFolder()
    const row = aDraft({ dni: 41000001 })
    const input = JSON.stringify([{ ...row, email: '-', celular: 'S/N', club: 'sin club', nlicencia: '' }])
    const { stderr } = await pilotos(['import', '-', '--data', data], { input })
    const options = [...stderr.matchAll(/: (--(?:set|replace)) "?([^"\n]*)"?$/gm)].flatMap(
      ([, ...one]) => one,
    )
    expect(options).toEqual([
      '--replace',
      'club:sin club=Independiente',
      '--replace',
      'email:-=No tiene',
      '--replace',
      'celular:S/N=No tiene',
      '--set',
      'nlicencia=No tiene',
    ])
    expect((await pilotos(['import', '-', '--data', data, ...options], { input })).code).toBe(0)
    const none = { email: null, celular: null, club: null, nlicencia: null }
    expect(await flat(data)).toMatchObject([none])
    expect((await pilotos(['list', '--search', 'no tiene', '--data', data])).stdout).toBe('')
    const [{ id_driver: id = '' } = {}] = (await flat(data)) as { id_driver?: string }[]
    expect((await pilotos(['show', id, '--data', data])).stdout).toMatch(/Celular +No tiene\n/)
  })

  test('writes the rejects, which can be corrected and imported', async () => {
    const data = await aFolder()
    const rejects = join(data, 'malas.csv')
    await pilotos(['import', '-', '--data', data, '--rejects', rejects], { input: mixed })
    const text = await readFile(rejects, 'utf8')
    expect(text.split('\n')[0]).toBe(`\ufeff${header.replaceAll(',', ';')};motivo`)
    expect(text).toContain('email: correo electronico invalido. licencia: «Anuall»')
    const mended = text
      .split('\n')
      .slice(0, 2)
      .join('\n')
      .replace('Anuall', 'Anual')
      .replace(';no;', ';si@ejemplo.org;')
    expect(await pilotos(['import', '-', '--data', data], { input: mended })).toMatchObject({
      code: 0,
      stdout: '1 registrado, 0 rechazados\n',
    })
  })

  test('does not change the file for the rejects if nothing can be imported', async () => {
    const data = await aFolder()
    await writeFile(join(data, 'pilots.json'), '{')
    const mended = join(await aFolder(), 'malas.csv')
    await writeFile(mended, mixed)
    const older = join(data, 'otras.csv')
    await writeFile(older, 'de ayer')
    const outcome = await pilotos(['import', mended, '--data', data, '--rejects', older])
    expect(outcome.code).toBe(3)
    expect(await readFile(older, 'utf8')).toBe('de ayer')
    await expectEnd(
      pilotos(['import', mended, '--data', await aFolder(), '--rejects', mended]),
      2,
      'no puede ser el mismo archivo',
    )
    expect(await readFile(mended, 'utf8')).toBe(mixed)
    const good = await pilotos(['import', example, '--data', await aFolder(), '--rejects', older])
    expect([good.code, await readFile(older, 'utf8')]).toEqual([0, 'de ayer'])
    const missing = ['--rejects', join(data, 'no', 'x.csv')]
    const nowhere = await pilotos(['import', mended, '--data', await aFolder(), ...missing])
    expect([nowhere.code, nowhere.stdout]).toEqual([3, ''])
  })

  test('with --strict registers nothing, and with --dry-run only prints the result', async () => {
    const data = await aFolder()
    const strict = await pilotos(['import', '-', '--data', data, '--strict'], { input: mixed })
    expect([strict.code, strict.stdout]).toEqual([
      1,
      '0 registrados, 2 rechazados (--strict: no se guardó ninguno)\n',
    ])
    const dry = await pilotos(['import', example, '--data', data, '--dry-run'])
    expect([dry.code, dry.stdout]).toEqual([0, 'Ensayo, no se guardó nada: 40 registrados, 0 rechazados\n'])
    expect(await flat(data)).toEqual([])
  })

  test('with --update changes the columns that the file has', async () => {
    const data = await aFolder()
    await cp(examples(), data, { recursive: true })
    const [pilot] = await flat(data)
    const input = `dni;club\n${pilot?.dni};Otro club\n`
    expect(await pilotos(['import', '-', '--data', data, '--update'], { input })).toMatchObject({
      code: 0,
      stdout: '0 registrados, 1 actualizado, 0 rechazados\n',
    })
    expect((await flat(data))[0]).toEqual({ ...pilot, club: 'Otro club' })
  })

  test('with --photos attaches pictures by DNI, licence or number, and names the ones without a match', async () => {
    const data = await aFolder()
    const photos = await aFolder()
    await pilotos(['import', '-', '--data', data], {
      input: `${header}\n${row({ dni: '7', nlicencia: 'L-1', npiloto: '93' })}\n${row({ dni: '8', nlicencia: 'L-2', npiloto: '94' })}\n`,
    })
    for (const name of ['7.png', 'l-2.JFIF', '95.webp', '._7.png'])
      await writeFile(join(photos, name), await aPicture())
    await writeFile(join(photos, '94.jpg'), 'no soy una foto')
    const empty = join(await aFolder(), 'vacio.csv')
    await writeFile(empty, `${header}\n`)
    const outcome = await pilotos(['import', empty, '--data', data, '--photos', photos])
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toContain('2 fotos puestas, 2 fotos sin poner')
    expect(outcome.stderr).toContain(
      '95.webp: no coincide con el DNI, la licencia ni el número de ningún piloto',
    )
    expect(outcome.stderr).toContain('94.jpg: La foto no es una imagen válida')
    const attached = (await flat(data)).map(({ attachment }) => attachment)
    expect((await readdir(join(data, 'photos'))).sort()).toEqual(attached.sort())
  })

  test.each([
    ['', 'El archivo está vacío'],
    ['Ana,López\n', 'El archivo no tiene un encabezado'],
    [`${header}\n`, 'El archivo no trae ningún piloto'],
    ['name,Nombres\n', '«name» y «Nombres» son la misma columna'],
    ['name,dni\nAna,1\n', 'Al archivo le faltan columnas: Apellidos, Correo Electronico'],
    ['[]', 'El archivo no trae ningún piloto'],
    ['{"name": 1}', 'El JSON debe ser una lista'],
  ])('refuses all of %j', async (input, message) => {
    const data = await aFolder()
    const outcome = await pilotos(['import', '-', '--data', data], { input })
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    expect(outcome.stderr).toMatch(new RegExp(`^pilotos: ${message}`, 'm'))
    expect(await flat(data)).toEqual([])
  })

  test('of a folder, or with photos that are not in a folder, exits with 1 and states the expected argument', async () => {
    const folder = await aFolder()
    expect(await pilotos(['import', folder, '--data', await aFolder()])).toEqual({
      code: 1,
      stdout: '',
      stderr: `pilotos: ${folder} es una carpeta: diga un archivo XLSX, CSV o JSON\n`,
    })
    await expectEnd(
      pilotos(['import', example, '--photos', example, '--data', folder]),
      1,
      'no es una carpeta',
    )
  })

  test('of a missing file exits with 1', async () => {
    expect(await pilotos(['import', '/no/existe.csv', '--data', await aFolder()])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'pilotos: No existe el archivo /no/existe.csv\n',
    })
  })
})

describe('list and show', () => {
  test('list prints a table, the newest pilot first, and the count on stderr', async () => {
    const data = examples()
    const outcome = await pilotos(['list', '--data', data, '--search', 'NUNEZ jose'])
    const [head, line, ...rest] = outcome.stdout.trim().split('\n')
    expect(head).toMatch(/^ID +PILOTO +DNI +LICENCIA +N° +MODALIDAD +CLUB +IMPRESA +ESTADO$/)
    expect(line).toMatch(/^[0-9A-Z]{12} {2}José María Núñez Peña +40123456/)
    expect(rest).toEqual([])
    expect(outcome.stderr).toBe('\n1 piloto\n')
    expect(outcome.stdout).not.toContain('\u001b')
  })

  test('list prints the best match first, and says if no pilot fits exactly, also through a running server', async () => {
    const data = await aFolder()
    const input = `${header}\n${row({ dni: '1', name: 'Ana', lastname: 'Quispe' })}\n${row({ dni: '2', name: 'Luz Ana', lastname: 'Rojas' })}\n`
    await pilotos(['import', '-', '--data', data], { input })
    const listed = async (search: string) => {
      const { code, stdout, stderr } = await pilotos(['list', '--json', '--search', search, '--data', data])
      const names = (JSON.parse(stdout) as FlatPilot[]).map(({ name }) => name)
      return { code, names, stderr }
    }
    const none = expect.stringContaining('Ningún piloto coincide exactamente')
    const exact = { code: 0, names: ['Ana', 'Luz Ana'], stderr: '' }
    const similar = { code: 0, names: ['Ana'], stderr: none }
    expect([await listed('ana'), await listed('qispe')]).toEqual([exact, similar])
    await startTestServer({ folder: data })
    expect([await listed('ana'), await listed('qispe')]).toEqual([exact, similar])
  })

  test('list sorts, limits, and prints a message if there are no pilots', async () => {
    const data = examples()
    const sort = ['--sort', 'lastname', '--limit', '2']
    const sorted: FlatPilot[] = JSON.parse(
      (await pilotos(['list', '--json', ...sort, '--data', data])).stdout,
    )
    expect(sorted.map(({ lastname }) => lastname)).toEqual(['Arce', 'Ávalos'])
    const nobody = await pilotos(['list', '--data', await aFolder()])
    expect([nobody.code, nobody.stdout]).toEqual([0, ''])
    expect(nobody.stderr).toContain('Todavía no hay pilotos')
  })

  test('show prints one pilot with the labels of the form, and dates as people write them', async () => {
    const data = examples()
    const [pilot] = await flat(data, { search: 'zoe' })
    const id = String(pilot?.id_driver)
    const { stdout } = await pilotos(['show', id.toLowerCase(), '--data', data])
    for (const name of requiredNames) expect(stdout).toContain(fields[name].label)
    expect(stdout).toContain('29/02/2000')
    const json = await pilotos(['show', id, '--data', data, '--json'])
    expect(JSON.parse(json.stdout)).toEqual([{ ...pilot, estado: 'vigente' }])
  })

  test('a pilot without a DNI is named by the other document, with its kind where two have the number', async () => {
    const data = await aFolder()
    const stores = await openStores(data)
    const { id } = await stores.pilots.register(aForeigner({ documento: 'AB123456' }))
    await stores.pilots.register(aForeigner({ tipodoc: 'CPF', documento: '12345678909' }))
    await stores.close()
    expect((await pilotos(['list', '--data', data])).stdout).toMatch(/ Pasaporte AB123456 /)
    for (const text of ['ab-123456', 'pasaporte AB123456', '123.456.789.09', 'cpf 12345678909']) {
      const { code, stdout } = await pilotos(['show', text, '--data', data])
      expect([text, code]).toEqual([text, 0])
      expect(stdout).toMatch(/\(DNI\) +No tiene\nTipo de documento +(Pasaporte|CPF)\n/)
    }
    const { stderr } = await pilotos(['remove', 'AB123456', '--yes', '--data', data])
    expect(stderr).toContain('Se borró a')
    expect((await pilotos(['removed', '--data', data])).stdout).toContain(' Pasaporte AB123456 ')
    await pilotos(['remove', 'ab 123456', '--undo', '--data', data])
    const again = await openStores(data)
    expect(await again.pilots.get(id)).toMatchObject({ documento: 'AB123456' })
    await again.pilots.register(aForeigner({ tipodoc: 'Otro', documento: 'AB123456' }))
    await again.close()
    const several = await pilotos(['show', 'AB123456', '--data', data])
    expect(several).toMatchObject({ code: 1, stderr: expect.stringContaining('escriba también su tipo') })
    expect((await pilotos(['show', 'Otro AB123456', '--data', data])).code).toBe(0)
  })

  test.each(['0000000000ZZ', 'corto'])('show %s, an unknown identifier, exits with 1', async (id) => {
    const outcome = await pilotos(['show', id, '--data', await aFolder()])
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    expect(outcome.stderr).toMatch(/^pilotos: No existe un piloto con/)
  })
})

test.each([
  ['NUL', 'NUL es el nombre de un aparato en Windows'],
  ['con.csv', 'con.csv es el nombre de un aparato en Windows'],
  ['lista:1.csv', 'un archivo no puede tener : en su nombre en Windows'],
  ['lista.', 'no termina con un punto ni un espacio'],
  ['lista ', 'no termina con un punto ni un espacio'],
])('no command writes a file with the name «%s», which Windows cannot have', async (name, reason) => {
  const data = await aFolder()
  for (const words of [
    ['export', name],
    ['backup', name],
    ['list', '--out', name],
    ['qr', '7K3Q9XW2M4TB', '--out', name],
    ['report', '--out', name],
    ['print', '--all', '--out', name],
    ['import', join(root, 'data/example.csv'), '--rejects', name],
    ['call', 'GET /api/classes', '--out', name],
    ['export-person', '7K3Q9XW2M4TB', name],
  ]) {
    const { code, stderr } = await pilotos([...words, '--data', data])
    expect([words[0], code, stderr.replace(/\s+/g, ' ')]).toEqual([
      words[0],
      2,
      expect.stringContaining(reason),
    ])
  }
})

describe('export', () => {
  test.each(['csv', 'json', 'xlsx'])(
    'to %s and import into an empty folder restore all pilots unchanged',
    async (format) => {
      const data = examples()
      const out = join(await aFolder(), `copia.${format}`)
      expect(await pilotos(['export', out, '--data', data])).toMatchObject({ code: 0, stdout: '' })
      const empty = await aFolder()
      expect(await pilotos(['import', out, '--data', empty])).toMatchObject({ code: 0 })
      expect(await flat(empty)).toEqual(await flat(data))
    },
  )

  test('writes to stdout only the pilots that the search finds', async () => {
    const data = examples()
    const { stdout } = await pilotos(['export', '--data', data, '--format', 'json', '--search', 'tuning off'])
    expect(JSON.parse(stdout)).toHaveLength(3)
    const similar = await pilotos(['export', '--data', data, '--format', 'json', '--search', 'tunning'])
    expect([similar.code, JSON.parse(similar.stdout)]).toEqual([0, []])
    const search = ['--data', data, '--search', 'tunning']
    await expectEnd(
      pilotos(['print', '--out', join(data, 'x.pdf'), ...search]),
      1,
      'todas estas palabras: tunning',
    )
  })

  test('to a path that cannot be written exits with 3', async () => {
    const data = examples()
    await expectEnd(
      pilotos(['export', join(data, 'no', 'hay.csv'), '--data', data]),
      3,
      /^pilotos: No se puede usar .*: no existe la carpeta .*\n$/,
    )
  })
})

describe('qr', () => {
  const elsewhere = 'http://10.1.2.3:4780'
  const at = ['--public-url', elsewhere]

  test('draws a QR in the terminal, with its address under it', async () => {
    const data = examples()
    const [pilot] = await flat(data)
    const url = `${elsewhere}/credencial/${pilot?.id_driver}`
    const { code, stdout } = await pilotos(['qr', String(pilot?.id_driver), ...at, '--data', data])
    expect(code).toBe(0)
    expect(stdout.trim().split('\n').at(-1)).toBe(url)
    expect(stdout).toContain('█▀')
  })

  test.each(['png', 'svg'])('writes one %s to a file', async (format) => {
    const data = examples()
    const id = String((await flat(data))[0]?.id_driver)
    const out = join(await aFolder(), `qr.${format}`)
    await pilotos(['qr', id, '--data', data, '--out', out, '--size', '300', ...at])
    const picture = await readFile(out)
    expect(await sharp(picture).metadata()).toMatchObject({ format, width: 300, height: 300 })
    expect(await readQr(picture)).toBe(`${elsewhere}/credencial/${id}`)
  })

  test('writes one file for each pilot into a folder', async () => {
    const data = examples()
    const out = join(await aFolder(), 'qrs')
    expect(await pilotos(['qr', '--all', '--data', data, '--format', 'svg', '--out', out])).toMatchObject({
      code: 0,
      stderr: `40 QR en ${out}\n`,
    })
    const ids = (await flat(data)).map(({ id_driver }) => `${id_driver}.svg`)
    expect((await readdir(out)).sort()).toEqual(ids.sort())
  })
})

describe('staff', () => {
  test('adds, lists and removes accounts, and stores no password in plain text', async () => {
    const data = await aFolder()
    const env = { PILOTOS_PASSWORD: 'una clave larga' }
    expect(await pilotos(['staff', 'add', 'marta', '--data', data], { env })).toMatchObject({
      code: 0,
      stdout: '',
    })
    const list = async () => (await pilotos(['staff', 'list', '--data', data])).stdout
    expect(await list()).toBe('USUARIO  ROL    PUERTA\nmarta    admin\n')
    const role = await pilotos(['staff', 'role', 'marta', 'mesa', '--data', data])
    expect(role).toMatchObject({ code: 0, stdout: '' })
    expect(role.stderr).toContain('Ya no hay ninguna cuenta de admin')
    await pilotos(['staff', 'add', 'marta', '--data', data], { env })
    expect(await list()).toContain('marta    mesa\n')
    await pilotos(['staff', 'add', 'marta', '--role', 'puerta', '--data', data], { env })
    expect(await list()).toContain('marta    puerta\n')
    expect(await pilotos(['staff', 'role', 'luz', 'mesa', '--data', data])).toMatchObject({ code: 1 })
    const wrong = await pilotos(['staff', 'role', 'marta', 'jefe', '--data', data])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('rol no puede ser «jefe»: elija entre puerta, mesa, admin')
    expect(await readFile(join(data, 'accounts.json'), 'utf8')).not.toContain('una clave')
    expect(await pilotos(['staff', 'remove', 'marta', '--data', data])).toMatchObject({ code: 0 })
    expect(await pilotos(['staff', 'remove', 'marta', '--data', data])).toMatchObject({ code: 1 })
  })

  test('a new account differs in more than case, width and what nobody sees; an older one gets another password', async () => {
    const data = await aFolder()
    const env = { PILOTOS_PASSWORD: 'una clave larga' }
    const add = (user: string) => pilotos(['staff', 'add', user, '--data', data], { env })
    expect((await add('marta')).code).toBe(0)
    for (const user of ['Marta', 'MARTA', 'ｍarta'])
      expect(await add(user)).toMatchObject({
        code: 1,
        stderr: 'pilotos: Ya existe la cuenta marta, que es el mismo nombre: elija otro usuario\n',
      })
    for (const user of ['mar\u200bta', '\u202emarta', 'mar\u0007ta'])
      expect(await add(user)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('El usuario tiene un carácter que no se ve: bórrelo'),
      })
    const stores = await openFolder(data)
    const phone = { user: 'Norte-1', password: 'x', role: 'puerta', gate: 'Norte' } as const
    const earlier = ['JEFA', 'je\u200bfa'].map((user) => ({ user, password: 'x' }))
    await restore(stores.merges, { accounts: [...earlier, phone] })
    await stores.close()
    expect((await add('JEFA')).code).toBe(0)
    expect((await add('je\u200bfa')).code).toBe(0)
    expect(await add('Norte-1')).toMatchObject({ code: 1, stderr: expect.stringContaining('emparejado') })
    const { accounts } = JSON.parse(await readFile(join(data, 'accounts.json'), 'utf8'))
    expect(accounts.map(({ password }: { password: string }) => password.startsWith('scrypt'))).toEqual([
      true,
      true,
      false,
    ])
  })

  test.each([
    [{ PILOTOS_PASSWORD: 'corta' }, 'al menos 8 caracteres'],
    [{ PILOTOS_PASSWORD: 'x'.repeat(513) }, 'hasta 512 caracteres'],
    [{}, 'PILOTOS_PASSWORD'],
  ])('without a usable password exits with 2', async (env, message) => {
    const outcome = await pilotos(['staff', 'add', 'marta', '--data', await aFolder()], { env })
    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(message)
  })
})

describe('serve', () => {
  test('prints its addresses, answers, and leaves no other file behind when it is stopped', async () => {
    const data = await aFolder()
    const server = await serve(['--data', data, '--public-url', machineUrl])
    expect(server.output).toContain(`http://localhost:${server.port}`)
    expect(server.output).toContain(machineUrl)
    expect(server.output).toContain('Esta laptop: todo, sin contraseña')
    expect(server.output).toContain('Otros equipos: nada todavía; cree cuentas con pilotos staff add USUARIO')
    expect(server.output).toContain('Quien escanee un QR: la credencial completa de ese piloto, sin cuenta')
    expect((await fetch(`${server.url}/api?list=all`)).status).toBe(200)
    expect(await server.stop()).toBe(stopped)
    const note = lacks('signals') ? ['kiosk.json'] : []
    expect(await readdir(data)).toEqual(['certificate.pem', ...note, 'lock', 'settings.json'])
  })

  test.skipIf(lacks('signals'))(
    'ends an order on its way, and itself, if one Ctrl+C arrives twice, as through npm',
    async () => {
      const data = await aFolder()
      const server = await serve(['--data', data])
      const { headers, payload } = formRequest({ data_driver: aDraft() })
      const order = request(`${server.url}/api`, {
        method: 'POST',
        headers: { ...headers, ...orderHeaders(), expect: '100-continue' },
      })
      order.flushHeaders()
      await once(order, 'continue')
      const ended = server.stop()
      await expect.poll(server.complaints).toContain('Cerrando el kiosco')
      server.signal('SIGINT')
      order.end(payload)
      const [answer] = await once(order, 'response')
      answer.resume()
      expect(answer.statusCode).toBe(201)
      await ended
      expect(await readdir(data)).not.toContain('kiosk.json')
      expect(await flat(data)).toHaveLength(1)
    },
  )

  test('on port 0 listens on a free port, which is in all of its addresses and QRs', async () => {
    const data = await aFolder()
    const server = await serve(['--data', data, '--host', '0.0.0.0', '--port', '0'])
    const port = String(server.port)
    expect(Number(port)).toBeGreaterThan(0)
    const stored = async (name: string) => JSON.parse(await readFile(join(data, name), 'utf8'))
    expect((await stored('kiosk.json')).url).toBe(`http://localhost:${port}`)
    const { address } = await stored('settings.json')
    expect(new URL(address).port).toBe(port)
    const session = await (await fetch(`${server.url}/api/session`)).json()
    expect(session).toMatchObject({ data: [{ public_url: address }] })
    const id = await register(server.url, aDraft())
    expect((await pilotos(['qr', id, '--data', data])).stdout).toContain(`${address}/credencial/${id}\n`)
  })

  test.skipIf(lacks('the browsers of Linux'))(
    'opens the browser with the address of the laptop',
    async () => {
      const folder = await aFolder()
      const said = join(folder, 'said')
      const script = `#!/bin/sh\necho "$@" > ${said}.new && mv ${said}.new ${said}\n`
      await writeFile(join(folder, 'xdg-open'), script)
      await chmod(join(folder, 'xdg-open'), 0o755)
      const env = { PATH: `${folder}:${process.env.PATH}` }
      const server = await serve(['--data', await aFolder()], { env, opensBrowser: true })
      expect(await appeared(said)).toBe(`http://localhost:${server.port}\n`)
      expect(await server.stop()).toBe(stopped)
    },
  )

  test('shares its folder with every command, photos included', async () => {
    const data = await aFolder()
    const server = await startTestServer({ folder: data })
    expect((await pilotos(['import', example, '--data', data])).stdout).toBe('40 registrados, 0 rechazados\n')
    expect(await (await fetch(`${server.url}/api?list=all&per_page=1`)).json()).toMatchObject({ total: 40 })

    await register(server.url, aDraft({ name: 'Última' }), await aPicture())
    const [newest] = await flat(data, { perPage: 1 })
    expect(newest).toMatchObject({ name: 'Última', attachment: expect.stringMatching(/\.jpg$/) })
    const { stdout } = await pilotos(['qr', String(newest?.id_driver), '--data', data])
    expect(stdout).toContain(`${publicUrl}/credencial/${newest?.id_driver}`)
    expect(await pilotos(['show', '0000000000ZZ', '--data', data])).toMatchObject({ code: 1 })

    await server.close()
    expect(await flat(data)).toHaveLength(41)
  })

  test('that was killed does not block commands or another server', async () => {
    const data = await aFolder()
    const server = await serve(['--data', data])
    await server.stop('SIGKILL')
    expect(await pilotos(['import', example, '--data', data])).toMatchObject({ code: 0 })
    await startTestServer({ folder: data })
  })

  test.skipIf(lacks('signals'))(
    'that is suspended, as on a sleeping laptop, keeps its folder: a command waits for it, and nothing is lost',
    async () => {
      const data = await aFolder()
      const server = await serve(['--data', data])
      const proxy = await cuttingProxy(server.port)
      const asked = new Promise<void>((resolve) => proxy.delayWith(resolve))
      const entry = join(data, 'kiosk.json')
      const { secret } = JSON.parse(await readFile(entry, 'utf8'))
      await writeFile(entry, JSON.stringify({ url: `http://127.0.0.1:${proxy.port}`, secret }))
      server.signal('SIGSTOP')
      const importing = pilotos(['import', example, '--data', data])
      await asked
      server.signal('SIGCONT')
      expect(await importing).toMatchObject({ code: 0, stdout: '40 registrados, 0 rechazados\n' })
      await register(server.url, aDraft())
      await server.stop()
      expect(await flat(data)).toHaveLength(41)
    },
  )

  test('on a port that browsers refuse exits with 2 and a message', async () => {
    await expectEnd(
      pilotos(['serve', '--no-open', '--port', '6000', '--data', await aFolder()]),
      2,
      'los navegadores no abren',
    )
  })

  test('with --open-running opens the server that has the folder, and ends', async () => {
    const data = await aFolder()
    const { port, url } = await startTestServer({ folder: data })
    const again = ['serve', '--no-open', '--open-running', '--port', String(port), '--data']
    expect(await pilotos([...again, data])).toEqual({
      code: 0,
      stdout: '',
      stderr: `PilotOS ya estaba abierto, en ${url}\n`,
    })
    await expectEnd(pilotos([...again, await aFolder()]), 3, `El puerto ${port} está en uso`)
  })

  test('on a port in use, or with a folder in use by another server, exits with 3 and a message', async () => {
    const data = await aFolder()
    const { port } = await startTestServer({ folder: data })
    const again = ['serve', '--no-open', '--port', String(port), '--data']
    const otherFolder = await pilotos([...again, await aFolder()])
    expect([otherFolder.code, otherFolder.stderr]).toEqual([
      3,
      expect.stringMatching(`El puerto ${port} está en uso.* npm start -- --port ${port + 10} `),
    ])
    await expectEnd(pilotos([...again, data]), 3, 'Ya hay un kiosco abierto')
  })
})

describe('a failure of the machine', () => {
  test('a damaged file is refused with its path and the exit code 3, and stays unchanged', async () => {
    const data = await aFolder()
    const path = join(data, 'pilots.json')
    await writeFile(path, '{"version":1,"pilots":[{"id"')
    for (const args of [['list'], ['import', example], ['serve', '--no-open']]) {
      const run = args[0] === 'serve' ? pilotosProcess : pilotos
      await expectEnd(run([...args, '--data', data]), 3, `está dañado: ${path}`)
    }
    expect(await readFile(path, 'utf8')).toBe('{"version":1,"pilots":[{"id"')
  })

  test('an unusable folder is refused with the exit code 3, even during much input', async () => {
    const file = join(await aFolder(), 'archivo')
    await writeFile(file, '')
    const outcome = await pilotosProcess(['list', '--data', file], { input: 'x'.repeat(5_000_000) })
    expect(outcome).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^pilotos: No se puede usar .*: no es una carpeta\n$/),
    })
  })

  test.skipIf(lacks('file modes that hold for their user'))(
    'a folder without permission is refused with the exit code 3',
    async () => {
      const folder = await aFolder()
      await mkdir(join(folder, 'cerrada'))
      await chmod(join(folder, 'cerrada'), 0o500)
      await expectEnd(pilotos(['import', example, '--data', join(folder, 'cerrada')]), 3, 'no hay permiso')
    },
  )
})

describe('wrong usage', () => {
  test.each([
    [['lista'], 'no existe la orden lista. ¿Quiso decir list?'],
    [['list', '--buscar', 'x'], 'no existe la opción --buscar'],
    [
      ['list', '--limit', 'diez'],
      '--limit <número> no puede ser «diez»: debe ser un número entero de 1 a 1000000',
    ],
    [['list', '--limit'], 'falta el valor de --limit <número>'],
    [['list', '--sort', 'edad'], '--sort <campo> no puede ser «edad»: elija entre name, lastname'],
    [['show'], 'falta decir ID'],
    [['show', 'a', 'b'], 'sobran palabras en la orden'],
    [['import'], 'falta decir ARCHIVO'],
    [['export', '--format', 'pdf'], '--format <formato> no puede ser «pdf»: elija entre csv, json'],
    [['qr'], 'diga los identificadores, o --all, pero no ambos'],
    [['qr', '--all', '--format', 'png'], 'diga con --out en qué carpeta van las imágenes'],
    [['qr', '0000000000ZZ', '--public-url', 'ftp://x'], 'debe ser como http://192.168.1.20:4780'],
    [['serve', '--port', '65536'], 'debe ser un número entero de 0 a 65535'],
    [['serve', '--country-code', 'PE'], 'debe ser de 1 a 3 cifras'],
    [['serve', '--trust-proxy', 'nginx'], 'debe ser una dirección como 127.0.0.1, o una red como 10.0.0.0/8'],
    [['serve', '--trust-proxy', '127.0.0.1,10.0.0.0/33'], 'debe ser una dirección como 127.0.0.1'],
    [['serve', '--trust-proxy', '0.0.0.0/0'], 'debe ser una dirección como 127.0.0.1'],
    [['staff', 'add', 'dos palabras'], 'El usuario es una palabra'],
  ])('%j exits with 2 and names the problem', async (args, message) => {
    const outcome = await pilotos(args, { env: { PILOTOS_DATA: await aFolder() } })
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
    expect(outcome.stderr).toContain(message)
    expect(outcome.stderr).not.toMatch(/error:|Usage|invalid/)
  })
})

const header = requiredNames.join(',')

function row(changes: Partial<Record<keyof ReturnType<typeof aDraft>, string>> = {}): string {
  const draft = { ...aDraft(), club: 'Sur', participacion: 'Debutante', ...changes }
  return requiredNames.map((name) => draft[name]).join(',')
}

const mixed = `${header}\n${row()}\n${row({ email: 'no', licencia: 'Anuall' })}\nsuelta\n`

test('--version prints the version alone on the first line, then the commit, Node and the platform', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const { code, stdout, stderr } = await pilotosProcess(['--version'])
  expect([code, stderr]).toEqual([0, ''])
  const [first, second, ...rest] = stdout.split('\n')
  expect([first, rest]).toEqual([version, ['']])
  expect(second).toMatch(/^(commit [0-9a-f]{10}\+?, )?Node v\d+\.\d+\.\d+, \w+-\w+$/)
})

/** Tests that the files with a person's data have everything, and that no stored text is read as HTML. */
import { expect, test } from 'vitest'
import { passageResults, resultTexts } from '#domain/gate/passage'
import { type FieldName, fieldNames, fields, fieldText } from '#domain/pilots/fields'
import { entryText, historyKinds } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { escapedHtml } from '#domain/text/text'
import type { PersonData, Registration } from '../../server/privacy/person-data.ts'
import { personFileName, personJson, personPage } from '../../server/privacy/person-files.ts'
import { naughtyStrings } from '../support/naughty-strings.ts'
import { aPassageRecord } from '../support/passages.ts'
import { aDraft, aPilot } from '../support/pilots.ts'

const at = '2026-11-21T14:00:00.000Z'
const example = Object.fromEntries(fieldNames.map((name) => [name, fields[name].example]))
const pilot = aPilot('7K3Q9XW2M4TB', aDraft(example))

function aRegistration(changes: Partial<Registration> = {}): Registration {
  return {
    pilot,
    isListed: true,
    codes: [{ code: pilot.id, state: 'current' }],
    own: [],
    terms: [],
    entries: [],
    reserved: [],
    history: [],
    passages: [],
    waiverTexts: [],
    ...changes,
  }
}

function dataOf(...registrations: Registration[]): PersonData {
  return { at, document: 'DNI 70123456', registrations, backups: [] }
}

const aPassage = aPassageRecord({ id: 'one', scanned: pilot.id, at })

test('the page has every field with its label, also a field without a value', () => {
  const page = personPage(dataOf(aRegistration()))
  const json = JSON.stringify(personJson(dataOf(aRegistration())))
  for (const name of fieldNames) {
    const { label } = fields[name]
    const text = escapedHtml(fieldText(name, pilot[name]) || '—')
    expect(page).toContain(`<dt>${label}</dt><dd>${text}</dd>`)
    expect(json).toContain(JSON.stringify({ name, label, value: pilot[name] ?? null }))
  }
  const bare = personPage(dataOf(aRegistration({ pilot: { id: pilot.id, photo: null } as Pilot })))
  expect(fieldNames.filter((name) => !bare.includes(`<dt>${fields[name].label}</dt>`))).toEqual([])
})

test('the page has every kind of change with its author and desk, and every result of a scan', () => {
  const history = historyKinds.map((kind, index) => ({
    at,
    kind,
    by: `cuenta${index}`,
    desk: `MESA${index}`,
    ...(kind === 'contact' && { gate: 'Norte' }),
  }))
  const passages = passageResults.map((result) => ({ ...aPassage, result }))
  const settled = { at, by: 'marta', reason: 'Entró con su padre' }
  const page = personPage(
    dataOf(aRegistration({ history, passages: [...passages, { ...aPassage, cardless: true, settled }] })),
  )
  for (const entry of history) {
    expect(page).toContain(entryText(entry))
    expect(page).toContain(`${entry.by}, en ${entry.desk}`)
  }
  for (const result of passageResults) expect(page).toContain(`<td>${resultTexts[result]}`)
  expect(page).toContain('resuelta por marta: Entró con su padre')
  expect(page).toContain('sin credencial')
})

test('the page and the file have the entries with their motorcycles', () => {
  const motorcycle = { brand: 'KTM', cc: 125, chassis: 'VBK1' }
  const entries = [{ event: 'E', title: 'Copa', modalidad: 'RALLY', at, motorcycle }]
  const data = dataOf(aRegistration({ entries }))
  expect(personPage(data)).toContain('RALLY, KTM · 125 cc · chasis VBK1')
  expect(JSON.stringify(personJson(data))).toContain(JSON.stringify(motorcycle))
})

test('the page and the file name the category of an entry, and why it is an exception', () => {
  const exception = { reason: 'Es su primera carrera', at, by: 'marta' }
  const entry = { event: 'E', title: 'Copa', modalidad: 'RALLY', at, category: 'rally-infantil', exception }
  const data = dataOf(aRegistration({ entries: [{ ...entry, categoryName: 'Infantil A' }] }))
  expect(personPage(data)).toContain('RALLY, categoría Infantil A, fuera de categoría: Es su primera carrera')
  expect(personJson(data)).toMatchObject({
    registrations: [{ entries: [{ categoryName: 'Infantil A', exception }] }],
  })
})

test('the page has the photo, the codes, the card, the terms, the consent and the backups', () => {
  const data = dataOf(
    aRegistration({
      pilot: {
        ...pilot,
        since: at,
        card: { at, address: 'http://192.168.1.20:4780', until: '2026-12-31' },
        consent: { version: 3, at, by: 'marta', guardian: 'Inés Rojas' },
      },
      photo: Buffer.from('photo'),
      codes: [
        { code: pilot.id, state: 'current' },
        { code: '0000000000AA', state: 'revoked', at },
        { code: '0000000000BB', state: 'joined', at },
      ],
      terms: [['Credencial', 'VIGENTE hasta 31/12/2026']],
    }),
  )
  const page = personPage({ ...data, backups: [{ name: 'pilotos-1.tar.gz', at: new Date(at) }] })
  const expected = ['data:image/jpeg;base64,cGhvdG8=', '0000000000AA', 'Anulado', '0000000000BB']
  const others = ['http://192.168.1.20:4780', '31/12/2026', 'VIGENTE', 'Inés Rojas', 'pilotos-1.tar.gz']
  for (const text of [...expected, ...others]) expect(page).toContain(text)
  expect(personPage(data)).toContain('Ninguna copia de esta laptop')
})

test('no stored text is read as HTML or runs as a script', () => {
  const clean = personPage(dataOf(aRegistration()))
  const tags = (page: string) => page.match(/<\/?[a-z!][^\s>]*/gi)
  const texts = [...naughtyStrings, '"><script>alert(1)</script>', "' onerror='x", '<img src=x onerror=x>']
  for (const text of texts) {
    const hostile = Object.fromEntries(fieldNames.filter(isText).map((name) => [name, text]))
    const page = personPage(dataOf(aRegistration({ pilot: { ...pilot, ...hostile } })))
    expect(tags(page)).toEqual(tags(clean))
    const controls = (page.match(/\p{Control}/gu) ?? []).filter((character) => character !== '\n')
    expect(controls).toEqual([])
  }
})

function isText(name: FieldName): boolean {
  return typeof pilot[name] === 'string' && !['fechanac', 'poliza_hasta'].includes(name)
}

test('the name of the file has the document, without letters that a system refuses', () => {
  expect(personFileName({ document: 'DNI 09876543' })).toBe('datos-09876543.zip')
  expect(personFileName({ document: 'Carné de extranjería 00/12"3' })).toBe(
    'datos-Carne-de-extranjeria-00-12-3.zip',
  )
})

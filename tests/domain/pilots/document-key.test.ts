/** Tests that one person has one document, however it was written, and that lists of erased persons know it as before. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideDuplicates } from '#domain/pilots/checks/duplicates'
import { documentText, identityOf, type StoredDocument } from '#domain/pilots/document'
import { DocumentIndex, identitiesOf, isSameDocument, isTakenBy } from '#domain/pilots/documents/document-key'
import { readNational } from '#domain/pilots/documents/national-documents'
import { Tombstones } from '../../../server/store/shared/tombstones.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const rut: StoredDocument = { dni: null, tipodoc: 'RUT', documento: '123456785', paisdoc: 'CL' }
const other = (tipodoc: 'Pasaporte' | 'Otro' | 'CPF' | 'RUT' | 'CURP', documento: string) => ({
  ...{ dni: null, tipodoc, documento },
})

test.each<[StoredDocument, StoredDocument, boolean]>([
  [rut, other('RUT', '123456785'), true],
  [rut, other('RUT', '12345678'), true],
  [rut, other('RUT', '123456784'), true],
  [rut, { dni: 12345678 }, true],
  [rut, { dni: 123456785 }, true],
  [rut, { dni: 12345678, paisdoc: 'CL' }, true],
  [rut, { dni: 12345678, paisdoc: 'PE' }, false],
  [rut, { dni: 12345679 }, false],
  [rut, other('Pasaporte', '123456785'), false],
  [{ dni: 12345678, paisdoc: 'PE' }, { dni: 12345678, paisdoc: 'AR' }, false],
  [{ dni: 12345678, paisdoc: 'PE' }, { dni: 12345678 }, true],
  [{ dni: 912345678, paisdoc: 'EC' }, { dni: 912345678 }, true],
  [other('CPF', '01234567890'), { dni: 1234567890 }, true],
  [other('CURP', 'BOXW310820HNERXN09'), other('Otro', 'BOXW310820HNERXN09'), true],
  [other('Pasaporte', 'AB123'), other('Otro', 'AB123'), false],
  [{ dni: null }, { dni: null }, false],
])('%j and %j are one document: %s', (one, two, isSame) => {
  expect([isSameDocument(one, two), isSameDocument(two, one)]).toEqual([isSame, isSame])
})

const bodies = fc.integer({ min: 5_000_000, max: 39_999_999 })

test('a Chilean is one person, whichever column, field or card the document came from', () => {
  fc.assert(
    fc.property(bodies, bodies, (body, another) => {
      const read = (text: string) => readNational(text, 'CL') as StoredDocument
      const whole = String(read(String(body)).documento)
      const dotted = documentText(read(whole))?.slice('RUT '.length) ?? ''
      const writings = [String(body), whole, dotted, dotted.toLowerCase(), `0${dotted}`].map(read)
      const before = [
        { dni: body },
        other('RUT', whole),
        ...(/K/.test(whole) ? [] : [{ dni: Number(whole) }]),
      ]
      expect(new Set(writings.map(({ documento }) => documento)).size).toBe(1)
      for (const one of before) expect(isSameDocument(writings[0] ?? rut, one)).toBe(true)
      expect(isSameDocument(read(String(another)), read(whole))).toBe(another === body)
    }),
  )
})

test('an index finds the same writing first, and the riders who are twins', () => {
  const pilots = [
    aDraft({ dni: 12345678 }),
    { ...aDraft(), ...rut },
    aDraft({ dni: 12345678, paisdoc: 'PE' }),
  ].map((draft, at) => aPilot(`7K3Q9XW2M4T${at}`, draft))
  const [plain, chilean, peruvian] = pilots
  const index = new DocumentIndex((pilot: (typeof pilots)[number]) => pilot, pilots)
  expect(index.find(rut)).toEqual([chilean, plain])
  expect(index.find({ dni: 12345678 })).toEqual([plain, peruvian, chilean])
  expect(index.find({ dni: 12345678, paisdoc: 'AR' })).toEqual([plain])
  expect(index.twins()).toEqual(new Set(pilots))
  if (plain) index.delete(plain)
  expect(index.find({ dni: 12345678, paisdoc: 'AR' })).toEqual([])
  expect(index.twins()).toEqual(new Set())
})

test('riders of before keep a document that another one has in another writing, and are told that they are the same', () => {
  const [id, twin] = ['7K3Q9XW2M4T0', '7K3Q9XW2M4T1']
  const before = [aPilot(id, aDraft({ dni: 12345678 })), aPilot(twin, { ...aDraft(), ...rut })] as const
  expect(isTakenBy(before[1], before[0], true)).toBe(false)
  expect(isTakenBy(before[1], before[0], false)).toBe(true)
  expect(decideDuplicates(before, { dni: 12345678, except: id })).toMatchObject({
    person: { id: twin, document: 'RUT 12.345.678-5', isSame: true },
  })
  expect(decideDuplicates(before.slice(1), { dni: 123456785 })).toMatchObject({ documento: { id: twin } })
})

test('nobody who was erased comes back with a document in another writing', () => {
  const fechanac = '1994-02-28'
  const writings: StoredDocument[] = [rut, { dni: 12345678, paisdoc: 'CL' }]
  const before: StoredDocument[] = [
    { dni: 12345678 },
    { dni: 123456785 },
    other('RUT', '12345678'),
    other('RUT', '123456785'),
  ]
  const listOf = (identities: readonly string[]) =>
    new Tombstones([]).withErasure(
      { codes: new Set(), others: new Set(), identities },
      '2026-01-01T00:00:00.000Z',
    )
  for (const old of before) {
    const list = listOf([identityOf({ ...old, fechanac }) ?? ''])
    for (const now of writings) expect(list.isErased({ ...now, fechanac })).toBe(true)
  }
  for (const now of writings)
    for (const old of [...before, ...writings])
      expect(listOf(identitiesOf({ ...now, fechanac })).isErased({ ...old, fechanac })).toBe(true)
  const list = listOf(identitiesOf({ ...rut, fechanac }))
  expect(list.isErased({ ...rut, fechanac: '1990-01-01' })).toBe(false)
  expect(list.isErased({ dni: 12345679, paisdoc: 'CL', fechanac })).toBe(false)
  expect(identitiesOf({ dni: 9876543, paisdoc: 'PE', fechanac })).toEqual(['DNI 09876543 1994-02-28'])
  expect(identitiesOf({ dni: 912345678, paisdoc: 'EC', fechanac })).toEqual(['DNI 912345678 1994-02-28'])
})

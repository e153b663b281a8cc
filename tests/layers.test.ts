/** The three rules of the rooms, their picture, and the packages that the client and the domain may use. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  features,
  importsOf,
  passedOnBy,
  roomOf,
  sheets,
  sources,
  valuesImportedBy,
} from './support/rooms.ts'
import { architecturePage, withPicture } from './support/rooms-picture.ts'

/** The features whose screens place dialogs and sections of others: each those of the features after it, and of the rest. */
const placing = ['desk', 'applications', 'pilots', 'credential']

/** The rooms that the features of a side share, from the top down: one imports those after it. */
const shared = {
  packaging: [],
  bin: ['terminal'],
  client: ['help', 'scan', 'camera', 'signing', 'collections', 'ui', 'api'],
  server: [
    'collections',
    'http',
    'settings',
    'spreadsheets',
    'store',
    'pdf',
    'qr',
    'network',
    'files',
    'workers',
  ],
  domain: ['collections', 'signing', 'stored', 'api', 'text'],
}

/** The packages that the pages and the domain may use. The rest of the program may use any. */
const packages = {
  'server/domain': /^typebox(\/(compile|format|schema))?$/,
  'client/camera': /^(react|zxing-wasm)\b/,
  'client/scan': /^(react|react-dom|react-router-dom|mrz)$/,
  'client/gate': /^(react|react-dom|react-router-dom|idb)$/,
  'client/app': /^(react|react-dom|react-router-dom|@fontsource)\b/,
  client: /^(react|react-dom|react-router-dom)$/,
}

/** The rooms of what an event may do without. */
const ofSomeEvents = ['till', 'chips', 'waivers']

/** The lists of the features and of their calls and records, and the tables of the log. */
const lists =
  /^(client\/app\/features|server\/features|server\/domain\/(features|api\/calls|api\/wire|pilots\/facts\/facts|stored\/.*))\.ts$/

const files = [...sources, ...sheets]
const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })))
const ofSources = imports.filter(({ target }) => files.includes(target))

it('every room is that of a feature, or shared by the features of its side', () => {
  const rooms = sources.map(roomOf).filter(({ name }) => name !== '')
  expect(
    rooms.filter(({ side, name }) => !features.includes(name) && !sharedBy(side).includes(name)),
  ).toEqual([])
})

it('the domain imports the domain', () => {
  const refused = ofSources.filter(
    ({ file, target }) => roomOf(file).side === 'domain' && roomOf(target).side !== 'domain',
  )
  expect(refused).toEqual([])
})

it('the client imports of the server only its domain, and nothing else imports the client', () => {
  const refused = ofSources.filter(({ file, target }) => {
    const isClient = file.startsWith('client/')
    return isClient !== target.startsWith('client/') && !(isClient && roomOf(target).side === 'domain')
  })
  expect(refused).toEqual([])
})

it('a feature imports other features only by their domain, but four screens place the dialogs of others', () => {
  const refused = ofSources.filter(({ file, target }) => {
    const [from, to] = [roomOf(file), roomOf(target)]
    if (to.side === 'domain' || from.name === to.name) return false
    if (from.side !== to.side) return features.includes(from.name) && features.includes(to.name)
    return !isAbove(from.side, from.name, to.name)
  })
  expect(refused).toEqual([])
})

it('few files name what an event may do without: most hosts go through the lists of the features', () => {
  const outside = sources.filter((file) => !isOfSomeEvents(file))
  const naming = outside.filter((file) => !lists.test(file) && importsOf(file).some(isOfSomeEvents))
  expect(naming.length).toBeLessThanOrEqual(20)
  expect(outside.filter((file) => passedOnBy(file).some(isOfSomeEvents))).toEqual([])
})

it('the page of the architecture shows the rooms as they are: `npm run rooms` draws them', () => {
  const page = readFileSync(architecturePage, 'utf8')
  expect(page).toBe(withPicture(page))
})

it('the client and the domain use no package but those named here', () => {
  const refused = imports.filter(({ file, target }) => {
    const rule = Object.entries(packages).find(([folder]) => file.startsWith(`${folder}/`))
    return rule && !/\.(tsx?|js|css)$/.test(target) && !rule[1].test(target)
  })
  expect(refused).toEqual([])
})

it('the scripts of the pages have no schema: they import only the types of the calls', () => {
  const loaded = loadedBy(sources.filter((file) => file.startsWith('client/')))
  expect(loaded.filter((file) => valuesImportedBy(file).includes('typebox'))).toEqual([])
})

it('the scripts that every page and a gate load have no table of facts, which only the staff of the desk need', () => {
  const loaded = loadedBy(['client/app/main.tsx', 'client/app/gate-part.ts'])
  expect(loaded).toContain('server/domain/pilots/fields.ts')
  expect(loaded).not.toContain('server/domain/pilots/facts/facts.ts')
})

function isOfSomeEvents(path: string): boolean {
  return ofSomeEvents.includes(roomOf(path).name)
}

/** Returns some files with all that their scripts import, without what they load later. */
function loadedBy(some: readonly string[]): string[] {
  const loaded = new Set(some)
  for (const file of loaded)
    for (const target of valuesImportedBy(file)) if (sources.includes(target)) loaded.add(target)
  return [...loaded]
}

function sharedBy(side: keyof typeof shared): readonly string[] {
  return shared[side]
}

/** Whether a room of a side may import another one of it. */
function isAbove(side: keyof typeof shared, from: string, to: string): boolean {
  if (features.includes(from) && features.includes(to)) {
    const place = placing.indexOf(from)
    return side === 'client' && place !== -1 && !placing.slice(0, place).includes(to)
  }
  return floorOf(side, from) < floorOf(side, to)
}

function floorOf(side: keyof typeof shared, name: string): number {
  return name === '' ? -2 : sharedBy(side).indexOf(name)
}

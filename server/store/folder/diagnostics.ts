/** Diagnoses a data folder without changing it: finds its defects and advises how to repair them. */
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PilotosError } from '#domain/errors'
import { PassageLog } from '#domain/gate/passage-log'
import { type LoggedChange, pagesOf } from '#domain/pilots/history/history'
import { removedDays } from '#domain/pilots/history/removed'
import { isPhotoName, maxPhotoBytes } from '#domain/pilots/pilot'
import { count } from '#domain/text/text'
import { maxWholeBytes, reasonAgainst, UnusableFileError } from '../../files/plain-file.ts'
import { isBackupName } from '../backup/backup-files.ts'
import type { Account } from '../documents/accounts.ts'
import { DamagedDocumentError, type DocumentKind } from '../documents/stored-document.ts'
import {
  countPassages,
  type Diagnosis,
  describeAside,
  describeClock,
  describeInvented,
  describeMissingPhotos,
  ok,
  warning,
} from '../shared/diagnosis.ts'
import { documentKinds, JsonDocument, missingDocuments, sharedIn } from './json-documents.ts'
import { changeLogPage, pastName } from './log/change-files.ts'
import { readPassages } from './log/passage-file.ts'
import {
  acknowledgement,
  checkLast,
  describeLines,
  describeLoss,
  describeMissing,
  type Repair,
} from './log/repairs.ts'
import { readState, type SavedState } from './log/saved-state.ts'
import { backupName, readSnapshot } from './log/snapshot.ts'

/** Returns diagnoses in Spanish, the most important first. `server` is the server that runs on the folder. */
export async function diagnoseFolder(
  folder: string,
  server: { url: string } | undefined,
): Promise<Diagnosis[]> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) {
    const text = found ? `${folder} no es una carpeta` : `No existe la carpeta ${folder}`
    return [{ level: 'problem', text, advice: 'diga otra con --data' }]
  }
  const state = await readState(folder).catch(problem)
  const diagnoses = [
    ok(
      server
        ? `Un kiosco está abierto con esta carpeta, en ${server.url}`
        : 'Ningún kiosco está abierto con esta carpeta',
    ),
    ...('level' in state
      ? [state]
      : [
          ...data(state, server !== undefined),
          ...(await previousSnapshot(folder)),
          ...(await photos(folder, state)),
          ...describeInvented(state.table.inventedValues()),
        ]),
    ...(await documents(folder, state)),
    ...(await passages(folder, server !== undefined)),
    ...('level' in state ? [] : await clock(folder, state).catch((error) => [problem(error)])),
    ...(await unusableFiles(folder)),
    ...(await space(folder)),
    ...(await permissions(folder)),
    ...(await leftovers(folder)),
    ...(await syncCopies(folder)),
    ...(await backups(folder)),
  ]
  // The parts of the data that are read name their files too.
  return diagnoses.filter(({ text }, index) => diagnoses.findIndex((one) => one.text === text) === index)
}

/** Converts an expected failure to a diagnosis, and throws any other error. */
function problem(error: unknown): Diagnosis {
  if (error instanceof PilotosError) return { level: 'problem', text: error.message }
  throw error
}

/** Counts the pilots and describes the defects. An incomplete change is no defect while a server is running. */
function data({ table, lastChange, repairs }: SavedState, isWriting: boolean): Diagnosis[] {
  const found = repairs.filter(({ kind }) => !(isWriting && kind === 'torn'))
  return [
    ok(
      `${count(table.size, 'piloto')} tras ${count(lastChange, 'cambio')}: los archivos de datos se leen enteros`,
    ),
    ok('El formato de los datos no es más nuevo que este PilotOS'),
    ...found.map(describe),
  ]
}

function describe(repair: Repair): Diagnosis {
  switch (repair.kind) {
    case 'torn':
      return warning(
        `${repair.path} termina en un cambio a medias de ${repair.bytes} bytes, ${acknowledgement(repair)}`,
        `se corta solo la próxima vez que se abra. ${repair.wasAcknowledged === false ? 'No se perdió nada' : checkLast}`,
      )
    case 'lost':
      return warning(describeLoss(repair), checkLast)
    case 'snapshot':
      return warning(
        repair.exists ? `${repair.path} está dañado` : `Falta ${repair.path}`,
        'nada: se rehace solo la próxima vez que se abra, con la copia anterior y los diarios',
      )
    case 'lines':
      return warning(
        describeLines(repair),
        'se apartan solas la próxima vez que se abra, y el kiosco sigue con las demás. Si tiene una copia de antes, compárela',
      )
    case 'missing':
      return warning(describeMissing(repair), checkLast)
  }
}

/** Compares the clock with all that is stored. */
async function clock(folder: string, { table, lastAt, ...saved }: SavedState): Promise<Diagnosis[]> {
  const { events } = (await sharedIn(folder, saved.shared)).settings
  const { log: passages } = await readPassages(folder).catch(() => ({ log: new PassageLog() }))
  const changes: Pick<LoggedChange, 'number' | 'at'>[] = []
  for await (const page of pagesOf((after) => changeLogPage(folder, after)))
    for (const { number, at } of page.changes) changes.push({ number, at })
  return describeClock({ pilots: table.all(), passages, events, lastAt, changes })
}

/** Checks the previous snapshot, which replaces the current one if that is damaged. */
async function previousSnapshot(folder: string): Promise<Diagnosis[]> {
  const path = join(folder, backupName)
  const snapshot = await readSnapshot(path).catch(problem)
  if (snapshot && typeof snapshot === 'object' && 'level' in snapshot) return [snapshot]
  if (snapshot !== 'damaged') return []
  return [
    warning(`La copia anterior ${path} está dañada`, 'haga una copia con pilotos backup; se rehace sola'),
  ]
}

async function photos(folder: string, { table }: SavedState): Promise<Diagnosis[]> {
  const there = new Set(await readdir(join(folder, 'photos')).catch(() => []))
  const named = new Set(table.all().flatMap(({ photo }) => photo ?? []))
  const extra = [...there].filter((name) => isPhotoName(name) && !named.has(name))
  return [
    ok(count([...named].filter((name) => there.has(name)).length, 'foto')),
    ...describeMissingPhotos(table.all(), there),
    ...(extra.length > 0 ? [ok(`${count(extra.length, 'foto')} sin piloto: ${whyExtra}`)] : []),
  ]
}

const whyExtra = `de borrados, o cambiadas. Se borran solas a los ${removedDays} días`

/** Counts the accounts, and names the documents that are damaged or missing. */
async function documents(folder: string, state: SavedState | Diagnosis): Promise<Diagnosis[]> {
  const missing = 'level' in state ? [] : await missingDocuments(folder, state.shared)
  const found: Diagnosis[] = missing.map((name) =>
    warning(`Falta ${join(folder, name)}`, `${documentKinds[name].lost}. Si tiene el archivo, devuélvalo`),
  )
  for (const [name, kind] of Object.entries<DocumentKind<unknown>>(documentKinds)) {
    try {
      const data = await new JsonDocument(join(folder, name), kind).known()
      if (name === 'accounts.json') found.push(ok(count((data as readonly Account[]).length, 'cuenta')))
    } catch (error) {
      found.push({ ...problem(error), ...(error instanceof DamagedDocumentError && { advice: kind.lost }) })
    }
  }
  return found
}

/** Counts the passages. Incomplete ones at the end are no defect while a server is running. */
async function passages(folder: string, isWriting: boolean): Promise<Diagnosis[]> {
  try {
    const { log, repairs } = await readPassages(folder)
    const found = repairs.filter(({ kind }) => !(isWriting && kind === 'torn'))
    const atEnd = repairs.find((one) => one.kind === 'missing')?.passages ?? 0
    return [...countPassages({ size: log.size, missing: log.missing - atEnd }), ...found.map(describe)]
  } catch (error) {
    return [problem(error)]
  }
}

/** Names what is no file, or is too large for one, also where only a merge, a backup or a page would read it. */
async function unusableFiles(folder: string): Promise<Diagnosis[]> {
  const paths = async (inside: string, maxBytes: number) =>
    (await readdir(inside).catch(() => [])).map((name) => ({
      path: join(inside, name),
      maxBytes: name === pastName ? Number.POSITIVE_INFINITY : maxBytes,
    }))
  const all = [
    ...(await paths(folder, maxWholeBytes)),
    ...(await paths(join(folder, 'photos'), maxPhotoBytes)),
  ]
  const diagnoses: Diagnosis[] = []
  for (const { path, maxBytes } of all) {
    const found = await stat(path).catch(() => undefined)
    const reason = found && reasonAgainst(found, maxBytes)
    if (reason !== undefined) diagnoses.push(problem(new UnusableFileError(path, reason)))
  }
  return diagnoses
}

const megabyte = 1024 * 1024

async function space(folder: string): Promise<Diagnosis[]> {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / megabyte)
  const text = `Quedan ${count(free, 'MB', 'MB')} libres en el disco`
  if (free >= 500) return [ok(text)]
  return [
    { level: free < 50 ? 'problem' : 'warning', text, advice: 'libere espacio antes de seguir registrando' },
  ]
}

async function permissions(folder: string): Promise<Diagnosis[]> {
  if (process.platform === 'win32') return []
  const names = (await readdir(folder)).filter((name) =>
    /^(journal-|durable\.|pilots\.|accounts\.|passages\.|kiosk\.|lock$)/.test(name),
  )
  const open: string[] = []
  for (const path of [folder, ...names.map((name) => join(folder, name))]) {
    // A file that another process has just removed or replaced is none.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mode & 0o077) open.push(path)
  }
  if (open.length === 0) return [ok('Solo su dueño puede leer los datos')]
  return [
    warning(`Otros usuarios de esta máquina pueden leer ${open.join(', ')}`, `chmod -R go-rwx ${folder}`),
  ]
}

async function leftovers(folder: string): Promise<Diagnosis[]> {
  const aside = (await readdir(folder)).filter((name) => /\.(corrupt|torn)-/.test(name))
  if (aside.length === 0) return []
  return [describeAside(aside)]
}

/**
 * The names that programs which synchronize folders give to the version of a file that lost: Syncthing, Dropbox and
 * Nextcloud say so, OneDrive appends the name of the machine, and Google Drive and iCloud a number.
 */
const syncCopyName =
  /\.sync-conflict-|conflicted copy|copia en conflicto|^(journal-\d{6,}|pilots|past|passages|durable|accounts|settings)[ (-].*\.jsonl?$/i

async function syncCopies(folder: string): Promise<Diagnosis[]> {
  const copies = (await readdir(folder)).filter((name) => syncCopyName.test(name)).sort()
  if (copies.length === 0) return []
  return [
    warning(
      `Un programa que sincroniza carpetas dejó ${count(copies.length, 'copia en conflicto', 'copias en conflicto')} entre los datos: ${copies
        .slice(0, 5)
        .join(', ')}${copies.length > 5 ? '…' : ''}`,
      'lo que se registró en la otra máquina puede estar solo ahí. Con PilotOS cerrado, copie la carpeta a otro lugar, dé en ella a cada copia en conflicto el nombre de su original, y únala: pilotos merge LA-OTRA-CARPETA. Después, saque la carpeta de datos de ese programa: no sirve para dos máquinas a la vez',
    ),
  ]
}

async function backups(folder: string): Promise<Diagnosis[]> {
  const names = (await readdir(join(folder, 'backups')).catch(() => [])).filter(isBackupName).sort()
  const last = names.at(-1)
  return last
    ? [ok(`${count(names.length, 'copia')} en ${join(folder, 'backups')}; la última, ${last}`)]
    : [warning('No hay ninguna copia en esta carpeta', 'haga una con pilotos backup, en otro disco')]
}

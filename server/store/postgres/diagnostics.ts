/** Diagnoses a database without changing it: reports its state, its problems and their solutions. */
import { PilotosError } from '#domain/errors'
import { PassageLog } from '#domain/gate/passage-log'
import { readEntry } from '#domain/gate/settlement'
import { parseJson } from '#domain/text/json'
import { count } from '#domain/text/text'
import { countPassages, type Finding, ok, warning } from '../shared/finding.ts'
import { Database } from './connection/database.ts'
import { isCurrent, requireKnown, versionOf } from './schema.ts'
import { diagnoseServers } from './servers.ts'

/** Returns the findings in Spanish, in the order of their importance. */
export async function diagnoseDatabase(data: string): Promise<Finding[]> {
  let database: Database | undefined
  try {
    database = Database.at(data)
    return [...(await diagnoseContents(database)), ...(await diagnoseServers(database.address))]
  } catch (error) {
    if (!(error instanceof PilotosError)) throw error
    const servers = database ? await diagnoseServers(database.address) : []
    return [{ level: 'problem', text: error.message }, ...servers]
  } finally {
    await database?.close()
  }
}

/** @throws PilotosError */
async function diagnoseContents(database: Database): Promise<Finding[]> {
  await database.handshake()
  const version = await versionOf(database)
  requireKnown(version, database)
  const { host } = database.address
  if (version === 0)
    return [
      ok(`La base de datos de ${host} responde, y todavía no tiene datos de PilotOS: se crean al usarla`),
    ]
  return [
    ok(`La base de datos de ${host} responde; sus tablas son de la versión ${version}`),
    ok(
      isCurrent(version)
        ? 'El formato de los datos es el de este PilotOS'
        : 'El formato de los datos es anterior al de este PilotOS, que lo actualiza al usarlo',
    ),
    ...(await contents(database)),
    // The tables of an earlier version have none.
    ...(isCurrent(version) ? await passages(database) : []),
    ...(await clock(database)),
  ]
}

async function contents(database: Database): Promise<Finding[]> {
  const [[pilots, total, changes, photos, accounts, missing] = []] = await database.query(
    `SELECT (SELECT count(*) FROM pilotos.pilots), total, number, (SELECT count(*) FROM pilotos.photos),
      (SELECT count(*) FROM pilotos.accounts),
      (SELECT count(*) FROM pilotos.pilots p WHERE photo IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM pilotos.photos f WHERE f.name = p.photo))
      FROM pilotos.state WHERE one = 1`,
  )
  return [
    ok(`${count(Number(pilots), 'piloto')} tras ${count(Number(changes), 'cambio')}`),
    ok(count(Number(photos), 'foto')),
    ok(count(Number(accounts), 'cuenta')),
    ...(pilots === total
      ? []
      : [
          warning(
            `El contador de la base dice ${count(Number(total), 'piloto')}`,
            'alguien cambió las tablas sin PilotOS: haga pilotos backup y recupérelo con pilotos restore --force',
          ),
        ]),
    ...(missing === '0'
      ? []
      : [
          warning(
            `${count(Number(missing), 'piloto nombra', 'pilotos nombran')} una foto que no está`,
            'ponga la foto otra vez en el formulario, o con pilotos import --photos',
          ),
        ]),
  ]
}

async function passages(database: Database): Promise<Finding[]> {
  const rows = await database.query('SELECT number, content FROM pilotos.passages ORDER BY number')
  const log = new PassageLog(rows.flatMap(([, content]) => readEntry(parseJson(String(content))) ?? []))
  log.noteNumber(Number(rows.at(-1)?.[0] ?? 0))
  return countPassages(log)
}

/** Warns if this machine's clock is a minute or more off the database's, since each machine records its own times. */
async function clock(database: Database): Promise<Finding[]> {
  const [[seconds] = []] = await database.query('SELECT EXTRACT(EPOCH FROM now())::float8')
  const difference = Math.round(Math.abs(Number(seconds) - Date.now() / 1000))
  return difference < 60
    ? []
    : [
        warning(
          `El reloj de esta máquina se aparta ${count(difference, 'segundo')} del de la base de datos`,
          'corrija la hora del sistema',
        ),
      ]
}

/** The options that several commands share, and how their values are read. */
import { InvalidArgumentError, Option } from 'commander'
import { NotFoundError, UsageError } from '#domain/errors'
import { fieldNames } from '#domain/fields'
import { type PilotId, readPilotId } from '#domain/pilot-id'
import { checkSearch } from '#domain/search'
import { type Desk, openDesk } from '../server/store/desk.ts'
import { say } from './output.ts'

export interface DataOptions {
  data: string
}

export function dataOption(): Option {
  return new Option('--data <carpeta>', 'carpeta de los datos, o postgres://USUARIO@SERVIDOR/BASE')
    .env('PILOTOS_DATA')
    .default('data')
}

export function searchOption(): Option {
  return new Option('--search <texto>', 'solo los pilotos que tienen todas estas palabras').argParser(
    (text) => {
      const problem = checkSearch(text)
      if (problem) throw new UsageError(problem)
      return text
    },
  )
}

export function sortOption(): Option {
  return new Option('--sort <campo>', 'ordena por un campo').choices(fieldNames)
}

/** An integer from `min` to `max`, for an option's `argParser`. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= min && number <= max)) {
      throw new InvalidArgumentError(`debe ser un número entero de ${min} a ${max}`)
    }
    return number
  }
}

/** `http://` or `https://`, a host, perhaps a port and a folder. */
export function publicUrlOption(): Option {
  return new Option('--public-url <dirección>', 'dirección que llevan los QR').argParser((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
      throw new InvalidArgumentError('debe ser como http://192.168.1.20:4780')
    }
    return url.origin
  })
}

/** @throws NotFoundError where no pilot can have such an identifier */
export function requireId(text: string): PilotId {
  const id = readPilotId(text)
  if (!id) throw new NotFoundError(`No existe un piloto con el identificador ${text}`)
  return id
}

/** Opens the data folder, or the database, for as long as `use` takes. */
export async function withDesk<Result>(
  { data, setDamageAside }: DataOptions & { setDamageAside?: boolean },
  use: (desk: Desk) => Promise<Result>,
): Promise<Result> {
  const desk = await openDesk(data, {
    setDamageAside,
    onWait: () => say('Otra orden está usando estos datos: se espera a que termine…'),
  })
  desk.notes.forEach(say)
  try {
    return await use(desk)
  } finally {
    await desk.close()
  }
}

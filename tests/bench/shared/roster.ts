/** Generates a federation's roster: pilots with realistic names, clubs and numbers, identical in every run. */
import { modalidades } from '#domain/pilot/fields'
import type { PilotDraft } from '#domain/pilot/pilot'

const names =
  'José Luis María Juan Carlos Íñigo Rosa Víctor Ana Jorge Lucía Miguel Elena Raúl Carmen Óscar Julio Sofía Andrés Noé Iván Paola Édgar Silvia Martín Úrsula Hugo Belén Fabián Zoé'
const lastnames =
  'Quispe Flores Sánchez García Rodríguez Huamán Rojas Mamani Díaz Núñez Torres López Ramos Gonzáles Vásquez Espinoza Ramírez Fernández Castillo Chávez Peña Gutiérrez Mendoza Vargas Cruz Castro Muñoz Salazar Condori Ñaupari Ibáñez Zúñiga Benítez Cárdenas Apaza Ccori Távara Urquizo Yépez Bazán'
const places =
  'Lima Cusco Arequipa Trujillo Piura Tacna Puno Ica Huánuco Cajamarca Loreto Áncash Junín Moquegua Pasco'
const participacion =
  '2021: campeón regional de enduro\n2022: cuarto puesto en la copa nacional\n2024: finalista'

/** Returns an integer from 0 to below `below`. */
type Random = (below: number) => number

/** The sources of names and last names. */
export interface People {
  name: (next: Random) => string
  lastname: (next: Random) => string
}

/** The people of a club, with so few different names that every search finds many pilots. */
const club: People = { name: (next) => pick(names, next), lastname: (next) => pick(lastnames, next) }

/**
 * Returns the people of a country: a few names are frequent and most are rare, by the Zipf–Mandelbrot law. One
 * person in 40 has the most frequent last name among their two, and one in 15 has the most frequent name.
 */
export function country(): People {
  const syllables = (list: string) => list.split(' ')
  const heads = syllables('Al Be Car Do Es Fa Gue Hua I Ja Lo Man Na O Pa Que Ro San Ti U Va Ya Zam Chi Lla')
  const middles = syllables('bar ca de fer gui la lle ma mo ni pa que ra re rri sa se ta ti vi ya zo cha ño')
  const tails = syllables(
    'ca co da des do gas les llo ma mo nes no ra res ri ro sa ta ti to va yo za ñez pi lli',
  )
  const made = heads.flatMap((head) =>
    middles.flatMap((middle) => tails.map((tail) => `${head}${middle}${tail}`)),
  )
  const rare = made.map((_, index) => made[(index * 7919) % made.length] ?? '')
  const name = ranked([...names.split(' '), ...rare.slice(0, 1000)], 5)
  const lastname = ranked([...lastnames.split(' '), ...rare.slice(1000)], 10)
  return { name, lastname }
}

/** Returns a source of words in which the first are the most frequent. The weight is 1 / (index + 1 + `shift`). */
function ranked(words: readonly string[], shift: number): (next: Random) => string {
  let sum = 0
  const ends = words.map((_, index) => {
    sum += 1 / (index + 1 + shift)
    return sum
  })
  return (next) => {
    const at = (next(2 ** 31) / 2 ** 31) * sum
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return words[low] ?? ''
  }
}

/** Returns `count` pilots. Each has a different DNI. */
export function roster(count: number, people = club): PilotDraft[] {
  const next = generator(20261121)
  return Array.from({ length: count }, (_, index) => aPilot(index, people, next))
}

/** Returns searches for one pilot each: a name and a last name, in either order, or the beginnings of both. */
export function searches(pilots: readonly PilotDraft[], count: number): string[] {
  const next = generator(4780)
  return Array.from({ length: count }, (_, index) => {
    const { name, lastname } = pilots[next(pilots.length)] ?? { name: '', lastname: '' }
    const [first = '', last = ''] = [name.split(' ')[0], lastname.split(' ')[next(2)]]
    const typed = [
      [first, last],
      [last, first],
      [first.slice(0, 3), last.slice(0, 4)],
    ]
    return (typed[index % typed.length] ?? []).join(' ').toLowerCase()
  })
}

/** Returns the pairs of the most frequent names and last names, which find the most pilots. */
export function frequentSearches(): string[] {
  const [first, last] = [names, lastnames].map((list) => list.toLowerCase().split(' ').slice(0, 20))
  return (first ?? []).flatMap((one) =>
    (last ?? []).flatMap((other) => [`${one} ${other}`, `${other} ${one}`]),
  )
}

function aPilot(index: number, people: People, next: Random): PilotDraft {
  const name = [people.name(next), people.name(next)].join(' ')
  const lastname = [people.lastname(next), people.lastname(next)].join(' ')
  const plain = `${name}.${lastname}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase()
  return {
    name,
    lastname,
    email: `${plain}${next(1000)}@correo.pe`,
    celular: 900_000_000 + next(99_999_999),
    dni: 10_000_000 + index * 7 + next(7),
    fechanac: `${1960 + next(50)}-0${1 + next(9)}-${10 + next(18)}`,
    nlicencia: `FM-${2020 + next(7)}-${String(index).padStart(6, '0')}`,
    npiloto: String(1 + next(999)),
    licencia: next(3) > 0 ? 'Anual' : 'Regional',
    modalidad: modalidades[next(modalidades.length)] ?? 'RALLY',
    club: `Moto Club ${pick(places, next)}`,
    tiposangre: next(3) > 0 ? 'O+' : 'A-',
    participacion,
  }
}

/** Picks a word at random. The first words of the list are the most frequent, as with names. */
function pick(list: string, next: Random): string {
  const words = list.split(' ')
  return words[Math.min(next(words.length), next(words.length))] ?? ''
}

/** Returns a random generator that repeats its numbers for equal seeds (a linear congruential generator). */
function generator(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

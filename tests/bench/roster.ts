/** A federation's roster: pilots with the names, clubs and numbers that people have, the same ones every time. */
import { modalidades } from '#domain/fields'
import type { PilotDraft } from '#domain/pilot'

const names =
  'José Luis María Juan Carlos Íñigo Rosa Víctor Ana Jorge Lucía Miguel Elena Raúl Carmen Óscar Julio Sofía Andrés Noé Iván Paola Édgar Silvia Martín Úrsula Hugo Belén Fabián Zoé'
const lastnames =
  'Quispe Flores Sánchez García Rodríguez Huamán Rojas Mamani Díaz Núñez Torres López Ramos Gonzáles Vásquez Espinoza Ramírez Fernández Castillo Chávez Peña Gutiérrez Mendoza Vargas Cruz Castro Muñoz Salazar Condori Ñaupari Ibáñez Zúñiga Benítez Cárdenas Apaza Ccori Távara Urquizo Yépez Bazán'
const places =
  'Lima Cusco Arequipa Trujillo Piura Tacna Puno Ica Huánuco Cajamarca Loreto Áncash Junín Moquegua Pasco'
const participacion =
  '2021: campeón regional de enduro\n2022: cuarto puesto en la copa nacional\n2024: finalista'

/** `count` pilots; no two have the same DNI. */
export function roster(count: number): PilotDraft[] {
  const next = generator(20261121)
  return Array.from({ length: count }, (_, place) => aPilot(place, next))
}

/** What people type to find one of them: a name and a last name, in either order, or the beginnings of both. */
export function searches(pilots: readonly PilotDraft[], count: number): string[] {
  const next = generator(4780)
  return Array.from({ length: count }, (_, place) => {
    const { name, lastname } = pilots[next(pilots.length)] ?? { name: '', lastname: '' }
    const [first = '', last = ''] = [name.split(' ')[0], lastname.split(' ')[next(2)]]
    const typed = [
      [first, last],
      [last, first],
      [first.slice(0, 3), last.slice(0, 4)],
    ]
    return (typed[place % typed.length] ?? []).join(' ').toLowerCase()
  })
}

function aPilot(place: number, next: (below: number) => number): PilotDraft {
  const name = [pick(names, next), pick(names, next)].join(' ')
  const lastname = [pick(lastnames, next), pick(lastnames, next)].join(' ')
  const plain = `${name}.${lastname}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase()
  return {
    name,
    lastname,
    email: `${plain}${next(1000)}@correo.pe`,
    celular: 900_000_000 + next(99_999_999),
    dni: 10_000_000 + place * 7 + next(7),
    fechanac: `${1960 + next(50)}-0${1 + next(9)}-${10 + next(18)}`,
    nlicencia: `FM-${2020 + next(7)}-${String(place).padStart(6, '0')}`,
    npiloto: String(1 + next(999)),
    licencia: next(3) > 0 ? 'Anual' : 'Regional',
    modalidad: modalidades[next(modalidades.length)] ?? 'RALLY',
    club: `Moto Club ${pick(places, next)}`,
    tiposangre: next(3) > 0 ? 'O+' : 'A-',
    participacion,
  }
}

/** The first of a list are the most frequent, as names are. */
function pick(list: string, next: (below: number) => number): string {
  const words = list.split(' ')
  return words[Math.min(next(words.length), next(words.length))] ?? ''
}

/** Integers below a number, the same ones for the same seed (a linear congruential generator). */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Generates a federation's roster: pilots with realistic names, clubs and numbers, identical in every run. */
import { classNames } from '#domain/pilots/classes/classes'
import type { PilotDraft } from '#domain/pilots/pilot'

const modalidadNames = classNames('modalidad')

const names =
  'José Luis María Juan Carlos Íñigo Rosa Víctor Ana Jorge Lucía Miguel Elena Raúl Carmen Óscar Julio Sofía Andrés Noé Iván Paola Édgar Silvia Martín Úrsula Hugo Belén Fabián Zoé'
const lastnames =
  'Quispe Flores Sánchez García Rodríguez Huamán Rojas Mamani Díaz Núñez Torres López Ramos Gonzáles Vásquez Espinoza Ramírez Fernández Castillo Chávez Peña Gutiérrez Mendoza Vargas Cruz Castro Muñoz Salazar Condori Ñaupari Ibáñez Zúñiga Benítez Cárdenas Apaza Ccori Távara Urquizo Yépez Bazán'
const places =
  'Lima Cusco Arequipa Trujillo Piura Tacna Puno Ica Huánuco Cajamarca Loreto Áncash Junín Moquegua Pasco'

/** Returns an integer from 0 to below `below`. */
type Random = (below: number) => number

/** Returns `count` pilots. Each has a different DNI. */
export function roster(count: number, firstDni = 10_000_000): PilotDraft[] {
  const next = generator(20261121)
  return Array.from({ length: count }, (_, index) => aPilot(firstDni + index, index, next))
}

function aPilot(dni: number, index: number, next: Random): PilotDraft {
  const name = `${pick(names, next)} ${pick(names, next)}`
  const lastname = `${pick(lastnames, next)} ${pick(lastnames, next)}`
  const plain = `${name}.${lastname}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase()
  return {
    name,
    lastname,
    email: `${plain}${next(1000)}@correo.pe`,
    celular: 900_000_000 + next(99_999_999),
    dni,
    fechanac: `${1960 + next(50)}-0${1 + next(9)}-${10 + next(18)}`,
    nlicencia: `FM-${2020 + next(7)}-${String(index).padStart(6, '0')}`,
    npiloto: String(1 + next(999)),
    licencia: next(3) > 0 ? 'Anual' : 'Regional',
    modalidad: modalidadNames[next(modalidadNames.length)] ?? 'RALLY',
    club: `Moto Club ${pick(places, next)}`,
    tiposangre: next(3) > 0 ? 'O+' : 'A-',
    participacion: '2021: campeón regional de enduro\n2024: finalista',
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

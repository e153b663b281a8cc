/** A table of searches, with the pilots that they find and their order, for the domain and for every store. */
import type { PilotDraft } from '#domain/pilots/pilot'
import { aDraft } from './pilots.ts'

interface SearchCase {
  search: string
  /** The number and the name of each found pilot. */
  found: string[]
  isApproximate?: true
}

/** Returns the searched pilots, in the order of their registration. */
export function searchedPilots(): PilotDraft[] {
  return [
    aPilot('7', 'Percy', 'Condori Huanca', 40_111_222, {
      nlicencia: 'FPM-2026-0107',
      transponder: '0401-2888',
      ciudad: 'Cerro de Pasco',
      alergias: 'Penicilina',
      apoderado: 'Zenobia',
    }),
    aPilot('70', 'Ana', 'Quispe Mamani', 41_222_333),
    aPilot('107', 'Luz Marina', 'Quispe Ana', 42_333_444),
    aPilot('12', 'Rosa', 'Núñez Quispe', 70_123_456, { seguro: 'Pacífico', poliza: 'P-26/0042' }),
    aPilot('13', 'Luis', 'De la Cruz Rojas', 9_876_543),
    aPilot('014', 'Anabel', 'Fernández-Dávila', 43_444_555, { nlicencia: '7' }),
    aPilot('15', 'Ana', 'Quintana Rojas', 44_555_666, { club: 'Quispe Racing' }),
    aPilot('16', 'Juan', 'Mamani Condori', 45_666_888, { email: 'percy7@x.pe' }),
  ]
}

const percy = '7 Percy Condori Huanca'
const anaQuispe = '70 Ana Quispe Mamani'
const luz = '107 Luz Marina Quispe Ana'
const rosa = '12 Rosa Núñez Quispe'
const luis = '13 Luis De la Cruz Rojas'
const anabel = '014 Anabel Fernández-Dávila'
const anaQuintana = '15 Ana Quintana Rojas'
const juan = '16 Juan Mamani Condori'

export const searchCases: SearchCase[] = [
  // The number, then the licence, then numbers and DNIs that start with 7, then the rest, the newest first.
  { search: '7', found: [percy, anabel, anaQuispe, rosa, juan, luis, luz] },
  { search: '007', found: [percy, anabel] },
  { search: '14', found: [anabel] },
  { search: '0014', found: [anabel] },
  { search: '70.123.456', found: [rosa] },
  { search: '70 123 456', found: [rosa] },
  { search: '09.876.543', found: [luis] },
  { search: 'fpm-2026-0107', found: [percy] },
  { search: '107', found: [luz, percy] },
  { search: 'condori, percy', found: [percy, juan] },
  { search: 'ana q', found: [anaQuintana, anaQuispe, luz] },
  { search: 'ana', found: [anaQuintana, anaQuispe, anabel, luz] },
  { search: 'quispe', found: [luz, anaQuispe, anaQuintana, rosa] },
  { search: 'mamani', found: [juan, anaQuispe] },
  { search: 'dela cruz', found: [luis] },
  { search: 'de la cruz', found: [luis] },
  { search: 'fernandezdavila', found: [anabel] },
  { search: 'fernandez davila', found: [anabel] },
  // The transponder, the city and the insurance; neither the allergies nor the guardian.
  { search: '4012888', found: [percy] },
  { search: '0401 2888', found: [percy] },
  { search: 'pasco percy', found: [percy] },
  { search: 'pacifico', found: [rosa] },
  { search: 'p-26/0042', found: [rosa] },
  { search: 'penicilina', found: [] },
  { search: 'zenobia', found: [] },
  // One wrong, missing, extra or swapped letter a word.
  { search: 'qispe', found: [luz, anaQuispe, anaQuintana, rosa], isApproximate: true },
  { search: 'nunes', found: [rosa], isApproximate: true },
  { search: 'qispe ana', found: [anaQuispe, anaQuintana, luz], isApproximate: true },
  { search: 'qiuspe perci', found: [] },
  { search: 'kondori percyy', found: [percy], isApproximate: true },
  { search: 'qispee', found: [] },
  { search: 'percyy 99', found: [] },
  { search: '70123457', found: [] },
]

function aPilot(
  npiloto: string,
  name: string,
  lastname: string,
  dni: number,
  rest: Partial<PilotDraft> = {},
): PilotDraft {
  return aDraft({
    nlicencia: 'X-1',
    email: 'x@x.pe',
    club: 'Motoclub',
    ...rest,
    npiloto,
    name,
    lastname,
    dni,
  })
}

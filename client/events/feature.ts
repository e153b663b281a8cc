/** The open event, as a feature of the desk. */
import { screens } from '#domain/api/addresses'
import type { Overview } from '#domain/desk/calls'
import { count, figure } from '#domain/text/text'
import type { Feature } from '../api/feature.ts'
import { CategoriesSection } from './categories/categories-section.tsx'
import { EventSection } from './event-section.tsx'
import { PreparationSection } from './preparation-section.tsx'
import { ReservedSection } from './reserved/reserved-section.tsx'

export const events: Feature = {
  pages: [
    {
      ...{ id: 'preparar', title: 'Preparar el evento', group: 'event', Page: PreparationSection },
      isForPhones: true,
      words: 'empezar primer primeros pasos nuevo próximo qué falta orden',
    },
    {
      ...{ id: 'evento', title: 'Evento', group: 'event', step: 2, Page: EventSection },
      glance: ({ event }) => event || 'Sin nombre',
      words:
        'nombre lugar país días fecha modalidades que corren requisitos lo que piden las puertas nuevo evento anteriores carrera temporada',
    },
    {
      ...{ id: 'categorias', title: 'Categorías', group: 'event', step: 3, Page: CategoriesSection },
      glance: glanceOfCategories,
      words: 'edad cilindrada cc motor 2T 4T números lugares cupo salida pegar planilla',
    },
    {
      ...{ id: 'reservados', title: 'Números reservados', group: 'event', Page: ReservedSection },
      glance: ({ reserved }) => (reserved > 0 ? count(reserved, 'número') : 'Ninguno'),
      offer: 'Para guardar el 1 del campeón, o el número de siempre de alguien.',
      words: 'reservar guardar podio campeón placa',
    },
  ],
  steps: [
    {
      ...{ title: 'Inscribir', to: screens.search, step: 7 },
      glance: ({ entered, pilots }) =>
        entered > 0 ? `${figure(entered)} de ${count(pilots, 'piloto')}` : 'Nadie todavía: elija en la lista',
    },
    {
      ...{ title: 'Lista de salida', to: screens.startList },
      offer: 'Para ordenar la salida de una categoría, o sortearla, con sus horas.',
    },
  ],
}

/** Only where some categories have numbers of their own, those without are worth a word. */
function glanceOfCategories({ categories, without_numbers: without }: Overview): string {
  const all = categories > 0 ? count(categories, 'categoría') : 'Ninguna'
  return without > 0 && without < categories ? `${all} · ${figure(without)} sin números` : all
}

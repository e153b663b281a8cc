/** The pilots, as a feature of the desk. */
import { screens } from '#domain/api/addresses'
import { count } from '#domain/text/text'
import type { Feature } from '../api/feature.ts'
import { ClassesSection } from './classes/classes-section.tsx'
import { FieldsSection } from './fields/fields-section.tsx'

export const pilots: Feature = {
  pages: [
    {
      ...{ id: 'clases', title: 'Clases', group: 'always', step: 1, Page: ClassesSection },
      glance: ({ modalidades, licencias }) =>
        `${count(modalidades, 'modalidad', 'modalidades')} · ${count(licencias, 'licencia')}`,
      words: 'modalidad licencia tipos opciones maneras de escribirla retirar',
    },
    {
      ...{ id: 'campos', title: 'Campos', group: 'always', Page: FieldsSection },
      glance: ({ fields }) =>
        fields > 0 ? count(fields, 'campo propio', 'campos propios') : 'Ninguno propio',
      offer: 'Para pedir un dato más, como la talla, el bus o el camping.',
      words: 'otros datos propio talla polo bus casilla opciones obligatorio agregar',
    },
  ],
  steps: [
    {
      ...{ title: 'Planilla', to: screens.search, step: 6 },
      glance: ({ pilots }) => (pilots > 0 ? count(pilots, 'piloto') : 'Nadie todavía: impórtela en la lista'),
    },
  ],
}

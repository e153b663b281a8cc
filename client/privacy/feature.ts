/** The personal data, as a feature of the desk. */
import type { Feature } from '../api/feature.ts'
import { PersonalDataSection } from './personal-data-section.tsx'

export const privacy: Feature = {
  pages: [
    {
      ...{ id: 'datos', title: 'Datos personales', group: 'always', Page: PersonalDataSection },
      glance: ({ consent }) => (consent > 0 ? `Consentimiento, versión ${consent}` : 'Sin consentimiento'),
      words: 'consentimiento aceptar texto plazos meses olvidar borrar salud contactos ley',
    },
  ],
}

/** The queue of riders who apply on their own phones, as a feature of the desk. */
import { figure } from '#domain/text/text'
import type { Feature } from '../api/feature.ts'
import { ReceptionSection } from './reception-section.tsx'

export const applications: Feature = {
  name: 'applications',
  pages: [
    {
      ...{ id: 'autoinscripcion', title: 'Autoinscripción', group: 'event', Page: ReceptionSection },
      isForPhones: true,
      glance: ({ reception, waiting }) =>
        `${reception ? 'Abierta' : 'Cerrada'}${waiting > 0 ? ` · ${figure(waiting)} por aprobar` : ''}`,
      offer: 'Para que cada piloto llene sus datos en su propio teléfono antes de llegar a la mesa.',
      words: 'por aprobar teléfono celular cartel QR Wi-Fi abrir cerrar código preinscripción',
    },
  ],
}

/** The gates, as a feature of the desk. */
import { count } from '#domain/text/text'
import type { Feature } from '../api/feature.ts'
import { GatesSection } from './numbers/gates-section.tsx'

export const gate: Feature = {
  pages: [
    {
      ...{ id: 'puertas', title: 'Puertas', group: 'event', step: 9, Page: GatesSection },
      isForPhones: true,
      glance: ({ gates, phones }) =>
        `${count(gates, 'puerta')} · ${phones > 0 ? count(phones, 'teléfono') : 'sin teléfonos'}`,
      words: 'teléfono celular emparejar conectar código segunda entrada ingreso salida acceso',
    },
  ],
}

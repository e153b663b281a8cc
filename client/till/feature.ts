/** The money and the chips of an event, as a feature of the desk. */
import { screens } from '#domain/api/addresses'
import { settingsPath } from '#domain/desk/settings-address'
import { count } from '#domain/text/text'
import type { Feature } from '../api/feature.ts'
import { PricesSection } from './prices-section.tsx'

export const till: Feature = {
  name: 'till',
  pages: [
    {
      ...{ id: 'precios', title: 'Precios', group: 'event', step: 4, Page: PricesSection },
      glance: ({ prices }) => (prices > 0 ? count(prices, 'precio') : 'Sin precios: no se cobra'),
      words:
        'caja cobrar moneda inscripción alquiler chip garantía anticipado medios de pago efectivo transferencia tarjeta dinero',
    },
  ],
  steps: [
    {
      ...{ title: 'Caja', to: settingsPath('precios') },
      offer: 'Para cobrar con recibos y contar lo que hay en cada caja: empieza con un precio.',
    },
    {
      ...{ title: 'Chips', to: screens.chips },
      offer: 'Para prestar transponders y saber quién no devolvió el suyo.',
    },
  ],
}

/** The money and the chips of an event, as a feature of the desk. */
import { screens } from '#domain/api/addresses'
import { settingsPath } from '#domain/desk/settings-address'
import { count } from '#domain/text/text'
import { tillSections } from '#domain/till/sections'
import type { Feature } from '../api/feature.ts'
import { ChargeDialog, chargeTitle, PaymentTask } from './charge-dialog.tsx'
import { ChargesSection } from './charges-section.tsx'
import { ChipLine } from './chip-line.tsx'
import { ChipsScreen } from './chips-screen.tsx'
import { OpenTills, openDrawers } from './day-parts.tsx'
import { PricesSection } from './prices-section.tsx'
import { TillScreen } from './till-screen.tsx'

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
  Task: PaymentTask,
  Line: ChipLine,
  Section: ChargesSection,
  action: {
    ...{ id: 'till', title: chargeTitle, Dialog: ChargeDialog },
    isOffered: ({ owed }) => owed !== undefined,
    isDue: ({ owed = 0 }) => owed > 0,
  },
  reportSections: ({ till }) => (till ? tillSections(till) : []),
  day: { Lines: OpenTills, openText: openDrawers },
  screens: { till: TillScreen, chips: ChipsScreen },
}

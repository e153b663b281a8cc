/** The credentials, as a feature of the desk. */
import { searchPath } from '#domain/api/addresses'
import { count } from '#domain/text/text'
import type { Feature } from '../api/feature.ts'
import { PrintersSection } from './printers-section.tsx'
import { ValiditySection } from './validity-section.tsx'

export const credential: Feature = {
  pages: [
    {
      ...{ id: 'vigencia', title: 'Vigencia', group: 'always', Page: ValiditySection },
      words: 'vencimiento vence licencia regla días fecha fija 31 de diciembre',
    },
    {
      ...{ id: 'impresora', title: 'Impresora', group: 'laptop', Page: PrintersSection },
      glance: ({ printers }) => (printers > 0 ? count(printers, 'elegida') : 'Ninguna: prepara un PDF'),
      words: 'imprimir tarjeta recibo cola prueba mesa',
    },
  ],
  steps: [
    {
      ...{ title: 'Tarjetas', to: searchPath({ noCard: true }), step: 8 },
      glance: ({ no_card: without }) => (without > 0 ? `${count(without, 'piloto')} sin tarjeta` : undefined),
    },
  ],
}

/** The desk itself, as a feature of the desk. */
import type { Feature } from '../api/feature.ts'
import { BackupsSection } from './backups-section.tsx'
import { BrandSection } from './brand-section.tsx'
import { DaySection } from './day-section.tsx'
import { HistorySection } from './history-section.tsx'
import { PublicViewSection } from './public-view-section.tsx'

export const desk: Feature = {
  pages: [
    {
      ...{ id: 'dia', title: 'Fin del día', group: 'event', Page: DaySection },
      words: 'cerrar adentro chips sin devolver cajas abiertas copia teléfonos emparejamiento',
    },
    {
      ...{ id: 'marca', title: 'Nombre y logo', group: 'always', Page: BrandSection },
      words: 'organizador organiza color marca imagen muestra club',
    },
    {
      ...{ id: 'copias', title: 'Copias', group: 'laptop', Page: BackupsSection },
      words: 'respaldo backup restaurar descargar USB otra mesa juntar unir laptop',
    },
    {
      ...{ id: 'vista', title: 'Vista pública', group: 'laptop', Page: PublicViewSection },
      glance: ({ public_data: view }) => (view === 'completa' ? 'Completa' : 'Mínima'),
      words: 'sin cuenta completa mínima privacidad escanear QR',
    },
    {
      ...{ id: 'historial', title: 'Historial', group: 'laptop', Page: HistorySection },
      words: 'quién cambió cuándo antes',
    },
  ],
}

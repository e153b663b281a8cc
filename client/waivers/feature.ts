/** The waiver of an event, as a feature of the desk. */
import type { Feature } from '../api/feature.ts'
import { SignedLine, WaiverLine } from './waiver-line.tsx'
import { WaiverSection } from './waiver-section.tsx'

export const waivers: Feature = {
  name: 'waivers',
  pages: [
    {
      ...{ id: 'deslinde', title: 'Deslinde', group: 'event', step: 5, Page: WaiverSection },
      glance: ({ waiver }) => (waiver > 0 ? `Versión ${waiver}` : 'Sin texto: nadie firma'),
      words: 'texto firmar firma responsabilidad menor apoderado',
    },
  ],
  Task: WaiverLine,
  Line: SignedLine,
}

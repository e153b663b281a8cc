/** The photos, as a feature of the desk. */
import { count } from '#domain/text/text'
import type { Feature } from '../api/feature.ts'
import { PicturesSection } from './pictures-section.tsx'

export const photos: Feature = {
  pages: [
    {
      ...{ id: 'fotos', title: 'Fotos', group: 'laptop', Page: PicturesSection },
      glance: ({ no_photo: without }) => (without > 0 ? `${count(without, 'piloto')} sin foto` : undefined),
      words: 'ZIP imágenes subir poner muchas',
    },
  ],
}

/** The accounts, as a feature of the desk. */
import { count } from '#domain/text/text'
import type { Feature } from '../api/feature.ts'
import { AccountsSection } from './accounts-section.tsx'

export const staff: Feature = {
  pages: [
    {
      ...{ id: 'cuentas', title: 'Cuentas', group: 'always', Page: AccountsSection },
      glance: ({ accounts }) =>
        accounts > 0 ? count(accounts, 'cuenta') : 'Ninguna: solo entra esta laptop',
      words: 'usuario contraseña clave rol admin mesa puerta otro equipo agregar',
    },
  ],
}

/** What staff can do with a credential. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formPath } from '#domain/addresses'
import { fullName } from '#domain/full-name'
import type { CredentialPilot } from '#domain/wire'
import button from './button.module.css'
import { PrintDialog } from './print-dialog.tsx'

export function CredentialActions({ pilot }: { pilot: CredentialPilot }) {
  const [isPrinting, setPrinting] = useState(false)
  return (
    <>
      <button type="button" className={button.primary} onClick={() => setPrinting(true)}>
        Imprimir
      </button>
      <Link className={button.button} to={formPath(pilot.id)}>
        Editar
      </Link>
      {isPrinting && (
        <PrintDialog
          what={`Se imprime la de ${fullName(pilot)}.`}
          order={{ ids: [pilot.id] }}
          onClose={() => setPrinting(false)}
        />
      )}
    </>
  )
}

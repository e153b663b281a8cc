/** Erases a person for ever, in two steps: what it means, and the document of the person, typed. */
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { screens } from '#domain/api/addresses'
import { documentText, type RiderDocument } from '#domain/pilots/document'
import { fullName } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { ErasureReport } from '#domain/privacy/calls'
import { confirmationOf, erasureText, leftTexts } from '#domain/privacy/erasure-report'
import { dropDraftsOf } from '../api/browser-memory.ts'
import { callForOne } from '../api/call.ts'
import button from '../ui/button.module.css'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Button, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure, Notice } from '../ui/notice.tsx'

/** A pilot, stored or removed. */
interface ErasedPilot extends Partial<RiderDocument> {
  id: PilotId
  name: string
  lastname: string
}

interface EraseDialogProps {
  pilot: ErasedPilot
  onClose: () => void
}

export function EraseDialog({ pilot, onClose }: EraseDialogProps) {
  const [isSure, setSure] = useState(false)
  const id = useId()
  const navigate = useNavigate()
  const { word, text } = confirmationOf({ name: fullName(pilot), document: documentText(pilot) ?? '' })
  const form = useForm({
    stored: { document: '' },
    async send({ document }) {
      const erased = await callForOne('POST /api/pilots/:id/erase', {
        params: { id: pilot.id },
        body: { document },
      })
      dropDraftsOf(pilot.id)
      onClose()
      navigate(screens.removed, { replace: true, state: { erased } })
    },
  })
  const { isBusy, error } = form

  const foot = isSure ? (
    <button key="erase" type="submit" form={id} className={button.danger} disabled={isBusy}>
      {isBusy ? 'Borrando…' : 'Borrar para siempre'}
    </button>
  ) : (
    <Button key="sure" className={button.primary} onClick={() => setSure(true)}>
      Seguir
    </Button>
  )
  return (
    <Dialog title="Borrar para siempre" isBusy={isBusy} onClose={onClose} cancel="Cancelar" foot={foot}>
      {isSure ? (
        <form id={id} className={layout.stack} {...form.props}>
          <p>
            Para borrar para siempre a <strong>{fullName(pilot)}</strong>, escriba su {word}:{' '}
            <strong>{text}</strong>
          </p>
          <TextField
            {...form.field('document')}
            label={word === 'nombre' ? 'Nombre' : 'Documento'}
            isRequired
            ref={takeFocus}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            disabled={isBusy}
          />
          {isBusy && (
            <p role="status">Se reescriben los datos y las copias de esta laptop. Puede tardar un minuto.</p>
          )}
          {error && <Failure hasUnsavedData error={error} />}
        </form>
      ) : (
        <Consequences pilot={pilot} />
      )}
    </Dialog>
  )
}

/** Says what is erased, and what stays. */
function Consequences({ pilot }: { pilot: ErasedPilot }) {
  return (
    <div className={layout.stack}>
      <p>
        <strong>{fullName(pilot)}</strong> desaparece de los datos, del historial, de Borrados y de las copias
        que guarda esta laptop, con su foto. Sus lecturas en las puertas quedan, sin nombre ni código.
      </p>
      <p>
        <strong>No se puede deshacer</strong>, ni con una copia de antes: al restaurarla o al unir otra mesa,
        esta persona queda fuera.
      </p>
      <p>
        No se tocan las copias, planillas y PDF que estén en un USB o en otra computadora: esos los borra
        usted. Si la persona pidió también sus datos, entréguelos antes.
      </p>
    </div>
  )
}

/** Says what an erasure did, and what is left to do by hand. */
export function ErasureNotice({ report }: { report: ErasureReport }) {
  return (
    <Notice kind={report.unread.length > 0 ? 'warning' : 'good'}>
      <div role="status">
        <p>
          <strong>{erasureText(report)}.</strong>
        </p>
        {leftTexts(report).map((text) => (
          <p key={text}>{text}.</p>
        ))}
      </div>
    </Notice>
  )
}

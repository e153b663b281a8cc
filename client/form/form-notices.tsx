/** Notices above a form: its draft was recovered, or its pilot was changed or removed elsewhere. */
import { formatDate, formatMoment, today } from '#domain/text/date'
import { ApiError } from '../api/api.ts'
import button from '../ui/button.module.css'
import { Notice } from '../ui/notice.tsx'
import type { Draft } from './drafts.ts'

export function RecoveredNotice({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const when = formatMoment(draft.at).replace(formatDate(today()), 'hoy')
  return (
    <Notice>
      <p>
        Se recuperó lo que había escrito ({when}).
        {draft.hadPhoto && ' La foto que eligió no se recupera: elíjala otra vez.'}
      </p>
      <button type="button" className={button.button} onClick={onDiscard}>
        Descartar
      </button>
    </Notice>
  )
}

export function ChangedNotice({ onCompare }: { onCompare: () => void }) {
  return (
    <Notice kind="warning">
      <p>
        Otra persona cambió a este piloto mientras tanto. Lo escrito sigue aquí: al guardar podrá elegir qué
        queda.
      </p>
      <button type="button" className={button.button} onClick={onCompare}>
        Comparar
      </button>
    </Notice>
  )
}

export function GoneNotice({ error }: { error: Error }) {
  const isRevoked = error instanceof ApiError && error.status === 410
  return (
    <Notice kind="warning">
      <p>
        {isRevoked
          ? 'La credencial de este piloto fue anulada mientras tanto, y el piloto tiene un código nuevo: ábralo otra vez desde la Lista.'
          : 'Este piloto fue borrado mientras tanto: ya no se puede guardar.'}{' '}
        Lo escrito sigue aquí.
      </p>
    </Notice>
  )
}

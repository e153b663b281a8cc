/** Removes the chosen pilots of the list at once, after one question, and offers to undo it. */
import { useState } from 'react'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { type RefusedPilot, removedDays } from '#domain/pilot/removed'
import { count, enumerate } from '#domain/text/text'
import { credentialPath, screens } from '#domain/web/addresses'
import { ApiError } from '../api/api.ts'
import { useSession } from '../api/session.ts'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { Confirmation } from '../ui/question.tsx'
import styles from './removal.module.css'
import type { RowSelection } from './row-selection.ts'

/** Shows an admin the button while pilots are chosen, then the notice of the removal until the next one. */
export function RemoveChosen({ selection }: { selection: RowSelection }) {
  const { role } = useSession()
  const { chosen } = selection
  const [isAsking, setAsking] = useState(false)
  const [removed, setRemoved] = useState<readonly Pilot[]>()

  async function remove() {
    try {
      if (chosen.size > 0) setRemoved(await staffApi.removeMany([...chosen]))
    } catch (failure) {
      // The others stay chosen, so that the next press removes them.
      if (failure instanceof ApiError && failure.details.missing)
        selection.choose(failure.details.missing, false)
      throw failure
    }
    selection.clear()
    setAsking(false)
  }

  return (
    <>
      {chosen.size > 0 && role === 'admin' && (
        <button type="button" className={button.danger} onClick={() => setAsking(true)}>
          Eliminar
        </button>
      )}
      {isAsking && (
        <Confirmation
          title={`Eliminar ${count(chosen.size, 'piloto')}`}
          action={`Eliminar ${count(chosen.size, 'piloto')}`}
          confirm={remove}
          onClose={() => setAsking(false)}
        >
          <ChosenNames ids={[...chosen]} />
          <p>
            Podrá deshacerlo enseguida, o recuperarlos durante {removedDays} días en <b>Borrados</b>.
          </p>
        </Confirmation>
      )}
      {removed && (
        <RemovalNotice key={removed[0]?.id} removed={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

/** The most pilots that the question names. */
const mostNamed = 5

/** Names the first of the chosen pilots, who may be on other pages. */
function ChosenNames({ ids }: { ids: readonly string[] }) {
  const named = ids.slice(0, mostNamed)
  const { value } = useLoad(async (signal) => {
    const found = await Promise.allSettled(named.map((id) => staffApi.get(id, signal)))
    return found.flatMap((one) => (one.status === 'fulfilled' ? fullName(one.value) : []))
  }, named.join())
  if (!value) return <p>Buscando sus nombres…</p>
  const others = ids.length - value.length
  return (
    <p>
      Se {ids.length === 1 ? 'elimina' : 'eliminan'}{' '}
      <b>{enumerate(others > 0 ? [...value, `${others} más`] : value)}</b>.
    </p>
  )
}

interface RemovalNoticeProps {
  removed: readonly Pilot[]
  onClose: () => void
}

function RemovalNotice({ removed, onClose }: RemovalNoticeProps) {
  const [state, setState] = useState<'removed' | 'busy' | 'undone'>('removed')
  const [refused, setRefused] = useState<readonly RefusedPilot[]>([])
  const [error, setError] = useState<ApiError>()
  const restored = removed.length - refused.length

  async function undo() {
    setState('busy')
    setError(undefined)
    try {
      setRefused((await staffApi.undoRemoveMany(removed.map(({ id }) => id))).refused)
      setState('undone')
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setState('removed')
    }
  }

  return (
    <div className={styles.notice}>
      <Notice kind={state === 'undone' && refused.length === 0 ? 'good' : undefined}>
        <div role="status">
          <p>
            <strong>{state === 'undone' ? restoredText(restored) : removedText(removed)}</strong>
          </p>
          {refused.map((one) => (
            <p key={one.id}>
              {one.name ?? one.id} no se recuperó: {one.reason}
              {one.other && (
                <>
                  {'. '}
                  <Link to={credentialPath(one.other)}>Ver el piloto</Link>
                </>
              )}
            </p>
          ))}
          {error && (
            <p>
              {!error.details.unknown && 'No se pudo deshacer: '}
              {error.message}
            </p>
          )}
        </div>
        {state !== 'undone' && (
          <button
            ref={takeFocus}
            type="button"
            className={button.button}
            disabled={state === 'busy'}
            onClick={undo}
          >
            Deshacer
          </button>
        )}
        <Link className={button.button} to={screens.removed}>
          Ver borrados
        </Link>
        <button type="button" className={button.button} onClick={onClose}>
          Cerrar
        </button>
      </Notice>
    </div>
  )
}

function removedText(removed: readonly Pilot[]): string {
  const [first] = removed
  return removed.length === 1 && first
    ? `Se eliminó a ${fullName(first)}.`
    : `Se eliminaron ${count(removed.length, 'piloto')}.`
}

function restoredText(restored: number): string {
  if (restored === 0) return 'No se recuperó a ninguno.'
  return restored === 1
    ? '1 piloto está otra vez en la lista.'
    : `${restored} pilotos están otra vez en la lista.`
}

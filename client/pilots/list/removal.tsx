/** Removes the chosen pilots of the list at once, after one question, and offers to undo it. */

import { useState } from 'react'
import { screens } from '#domain/api/addresses'
import { fromRecord } from '#domain/api/wire'
import type { RefusedPilot } from '#domain/pilots/calls'
import { removedDays } from '#domain/pilots/history/removed'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { count, enumerateFirst, figure } from '#domain/text/text'
import { ApiError, callForList, callForOne } from '../../api/call.ts'
import { useLoad } from '../../api/load.ts'
import { loadFullPilot } from '../../api/pilots.ts'
import { useSession } from '../../api/session.ts'
import button from '../../ui/button.module.css'
import { Confirmation, takeFocus } from '../../ui/dialog.tsx'
import { Button, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PilotLink, UndoProblem } from '../../ui/undo.tsx'
import styles from './list.module.css'
import type { RowSelection } from './pilot-list.ts'

/** Shows an admin the button while pilots are chosen, then the notice of the removal until the next one. */
export function RemoveChosen({ selection }: { selection: RowSelection }) {
  const { role } = useSession()
  const { chosen } = selection
  const [isAsking, setAsking] = useState(false)
  const [removed, setRemoved] = useState<readonly Pilot[]>()

  async function remove() {
    try {
      if (chosen.size > 0) {
        const records = await callForList('POST /api/pilots/remove', { body: { ids: [...chosen] } })
        setRemoved(records.flatMap((record) => fromRecord(record) ?? []))
      }
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
        <Button className={button.danger} onClick={() => setAsking(true)}>
          Borrar {figure(chosen.size)}
        </Button>
      )}
      {isAsking && (
        <Confirmation
          title={`Borrar ${count(chosen.size, 'piloto')}`}
          action={`Borrar ${count(chosen.size, 'piloto')}`}
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
    const found = await Promise.allSettled(named.map((id) => loadFullPilot(id, signal)))
    return found.flatMap((one) => (one.status === 'fulfilled' ? fullName(one.value) : []))
  }, named.join())
  if (!value) return <p>Buscando sus nombres…</p>
  return (
    <p>
      Se {ids.length === 1 ? 'borra' : 'borran'} <b>{enumerateFirst(value, ids.length)}</b>.
    </p>
  )
}

function RemovalNotice({ removed, onClose }: { removed: readonly Pilot[]; onClose: () => void }) {
  /** The pilots that could not be restored, after the undo. */
  const [refused, setRefused] = useState<readonly RefusedPilot[]>()
  const { run, isBusy, error } = useAction(async () => {
    const ids = removed.map(({ id }) => id)
    setRefused((await callForOne('POST /api/pilots/undo-remove', { body: { ids } })).refused)
  })
  return (
    <div className={styles.removed}>
      <Notice kind={refused?.length === 0 ? 'good' : undefined}>
        <div role="status">
          <p>
            <strong>{refused ? restoredText(removed.length - refused.length) : removedText(removed)}</strong>
          </p>
          {refused?.map(({ id, name, reason, other }) => (
            <p key={id}>
              {name ?? id} no se recuperó: {reason}
              <PilotLink id={other} />
            </p>
          ))}
          {error && (
            <p>
              <UndoProblem error={error} />
            </p>
          )}
        </div>
        {!refused && (
          <Button ref={takeFocus} disabled={isBusy} onClick={run}>
            Deshacer
          </Button>
        )}
        <Link className={button.button} to={screens.removed}>
          Ver borrados
        </Link>
        <Button onClick={onClose}>Cerrar</Button>
      </Notice>
    </div>
  )
}

function removedText(removed: readonly Pilot[]): string {
  const [first] = removed
  return removed.length === 1 && first
    ? `Se borró a ${fullName(first)}.`
    : `Se borraron ${count(removed.length, 'piloto')}.`
}

function restoredText(restored: number): string {
  if (restored === 0) return 'No se recuperó a ninguno.'
  return restored === 1
    ? '1 piloto está otra vez en la lista.'
    : `${restored} pilotos están otra vez en la lista.`
}

/** The message of a list without rows: it says the reason and offers the next step. */

import { credentialPath, formPath, screens } from '#domain/api/addresses'
import { readScanned } from '#domain/api/wire'
import { statusTexts } from '#domain/credential/status'
import { fullName } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { isFiltered, type ListView } from '#domain/pilots/search/list-query'
import { ApiError } from '../../api/call.ts'
import { useLoad } from '../../api/load.ts'
import { loadPilot } from '../../api/pilots.ts'
import { whyNot } from '../../scan/scan-alert.tsx'
import button from '../../ui/button.module.css'
import { Link } from '../../ui/link.tsx'
import parts from '../../ui/parts.module.css'
import styles from './list.module.css'

export function EmptyList({ view, onImport }: { view: ListView; onImport: () => void }) {
  const isAll = !isFiltered(view)
  const id = view.search && readScanned(view.search)
  const [reason, advice] = whyEmpty(view)
  return (
    <div className={parts.empty}>
      {id ? (
        <CodeLink key={id} id={id} />
      ) : (
        <>
          <h2>{reason}</h2>
          <p>{advice}</p>
        </>
      )}
      <div className={styles.ways}>
        {!isAll && (
          <Link className={button.button} to={screens.search}>
            Ver todos
          </Link>
        )}
        <Link className={isAll ? button.primary : button.button} to={formPath()}>
          Registrar un piloto
        </Link>
        {isAll && (
          <button type="button" className={button.button} onClick={onImport}>
            Importar una planilla
          </button>
        )}
      </div>
    </div>
  )
}

/** Links a search for a code that found no pilot to the credential, or says why the code opens none. */
function CodeLink({ id }: { id: PilotId }) {
  const { value: pilot, error } = useLoad((signal) => loadPilot(id, signal), id)
  const next = error instanceof ApiError ? error.details.next : undefined
  const to = pilot ? id : next
  return (
    <>
      {!pilot && <p role="alert">{error && whyNot(error, id)}</p>}
      {to && (
        <Link className={button.primary} to={credentialPath(to)}>
          {pilot ? `Abrir la credencial de ${fullName(pilot)}` : 'Ver la credencial nueva'}
        </Link>
      )}
    </>
  )
}

function whyEmpty({ search, ...kinds }: ListView): [reason: string, advice: string] {
  const { status, ...others } = kinds
  const { entered, ...more } = others
  if (search)
    return [
      `Ningún piloto tiene todas esas palabras${isFiltered(kinds) ? ' entre los de esos filtros' : ''}.`,
      'Pruebe con menos, o con el DNI. Si es nuevo, regístrelo.',
    ]
  if (!isFiltered(kinds))
    return [
      'Todavía no hay pilotos.',
      'Registre al primero, o traiga los de una planilla: también puede soltarla aquí.',
    ]
  if (entered === 'all' && !isFiltered({ status, ...more }))
    return [
      'Nadie está inscrito todavía.',
      'Con «Inscribir» se inscribe a los elegidos, a los que muestra la lista o a los del último evento.',
    ]
  if (status && !isFiltered(others))
    return [
      `Ninguna credencial está ${statusTexts[status].toLowerCase()}.`,
      'Quite el filtro en Resumen, o vea a todos.',
    ]
  return ['Ningún piloto queda con esos filtros.', 'Quite alguno en Resumen, o vea a todos.']
}

/** The actions of staff on a credential. They follow changes that are made elsewhere. */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { credentialPath, formPath } from '#domain/api/addresses'
import type { CredentialPilot } from '#domain/api/wire'
import {
  authorText,
  changeText,
  entryText,
  type HistoryChange,
  type HistoryEntry,
} from '#domain/pilots/history/history'
import { fullName } from '#domain/pilots/pilot'
import { formatMoment } from '#domain/text/date'
import { shortened } from '#domain/text/text'
import { ApiError, callForList, callForPilot } from '../api/call.ts'
import { useChanges } from '../api/changes.ts'
import { fileOf } from '../api/files.ts'
import { type Loaded, useLatestRequest, useLoad } from '../api/load.ts'
import { loadPilot } from '../api/pilots.ts'
import { useSession } from '../api/session.ts'
import { EraseDialog } from '../privacy/erase-dialog.tsx'
import button from '../ui/button.module.css'
import { Confirmation, Dialog, takeFocus } from '../ui/dialog.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { LongText } from '../ui/marks.tsx'
import { Menu } from '../ui/menu.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import { actionKeys, useActionKeys } from '../ui/page-events.ts'
import parts from '../ui/parts.module.css'
import { DownloadStatus, useDownload } from '../ui/run.tsx'
import { useCardPicture } from './card-picture.ts'
import { RiderTasks } from './credential-sections.tsx'
import { usePrinting } from './print-now.tsx'
import { RenewDialog } from './renew-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { actionNames } from './waiting-parts.tsx'

/** The latest answer of the server about a credential. */
export type CredentialState = Pick<Loaded<CredentialPilot>, 'value' | 'error'>

export interface CredentialActionsProps {
  id: string
  /** The pilot, or undefined while the pilot is removed: then nothing is shown, and a restored pilot is followed. */
  pilot?: CredentialPilot
  onChange: (state: CredentialState) => void
}

export function CredentialActions({ id, pilot, onChange }: CredentialActionsProps) {
  const [open, setOpen] = useState<'renew' | 'terms' | 'history' | 'handOver' | 'revoke' | 'erase'>()
  const { role } = useSession()
  const navigate = useNavigate()
  const isReplacement: boolean = useLocation().state?.isReplacement ?? false
  const follow = useFollowed(id, onChange)
  const picture = useCardPicture()
  const printing = usePrinting()
  // A person who revokes the credential goes straight to the new one and never sees the revoked page. One who erases the
  // pilot sees the report.
  useChanges(({ ids = [id] }) => {
    if (open !== 'revoke' && open !== 'erase' && ids.includes(id)) follow()
  })
  const renew = pilot?.status?.kind === 'expired' ? () => setOpen('renew') : undefined
  useActionKeys({ [actionKeys.renew]: renew })
  if (!pilot) return null
  const isComplete = pilot.status?.kind !== 'incomplete'

  function close() {
    if (open === 'revoke' || open === 'renew' || open === 'erase') follow()
    setOpen(undefined)
  }

  async function revoke() {
    const { id: next } = await callForPilot('POST /api/pilots/:id/revoke', { params: { id } })
    navigate(credentialPath(next), { replace: true, state: { isReplacement: true } })
  }

  return (
    <>
      {isReplacement && (
        <p role="alert">
          La credencial anterior quedó anulada. Esta es la nueva: imprímala y entréguela al piloto.
        </p>
      )}
      {renew && (
        <Button className={button.primary} aria-keyshortcuts={actionKeys.renew} onClick={renew}>
          Renovar <kbd>{actionKeys.renew}</kbd>
        </Button>
      )}
      {isComplete ? (
        <>
          <Button
            ref={isReplacement ? takeFocus : undefined}
            className={renew ? button.button : button.primary}
            onClick={() => printing.print(pilot)}
          >
            {actionNames.print}
          </Button>
          <Link className={button.button} to={formPath(id)}>
            {actionNames.edit}
          </Link>
        </>
      ) : (
        <Link className={button.primary} to={formPath(id)}>
          Completar
        </Link>
      )}
      <Menu
        groups={[
          [
            { name: actionNames.terms, onChoose: () => setOpen('terms') },
            { name: actionNames.history, onChoose: () => setOpen('history') },
            { name: actionNames.handOver, onChoose: () => setOpen('handOver') },
            ...(isComplete
              ? [{ name: actionNames.printOtherwise, onChoose: () => printing.open(pilot) }]
              : []),
            ...picture.itemsFor(pilot),
          ],
          [
            { name: actionNames.revoke, isDangerous: true, onChoose: () => setOpen('revoke') },
            ...(role === 'admin'
              ? [{ name: actionNames.erase, isDangerous: true, onChoose: () => setOpen('erase') }]
              : []),
          ],
        ]}
      />
      <RiderTasks pilot={pilot} onChange={(value) => onChange({ value })} />
      {picture.download.state.stage !== 'idle' && <DownloadStatus download={picture.download} />}
      {printing.view}
      {open === 'renew' && <RenewDialog selection={{ ids: [id] }} onClose={close} />}
      {open === 'terms' && (
        <TermsDialog pilot={pilot} onSaved={(value) => onChange({ value })} onClose={close} />
      )}
      {open === 'history' && <HistoryDialog pilot={pilot} onClose={close} />}
      {open === 'handOver' && <HandOverDialog pilot={pilot} onClose={close} />}
      {open === 'erase' && <EraseDialog pilot={pilot} onClose={close} />}
      {open === 'revoke' && (
        <Confirmation title={actionNames.revoke} action={actionNames.revoke} confirm={revoke} onClose={close}>
          <p>
            Si la credencial de <strong>{fullName(pilot)}</strong> se perdió, anúlela: quien la tenga en la
            mano ya no podrá usarla, y su QR dirá que está anulada.
          </p>
          <p>El piloto recibe un código nuevo, y hay que imprimirle otra. Esto no se puede deshacer.</p>
        </Confirmation>
      )}
    </>
  )
}

/**
 * Returns a function that loads the credential again. Ignores an answer that arrives after a newer call or after the
 * component unmounts, and every error except 404 and 410.
 */
function useFollowed(id: string, onChange: (state: CredentialState) => void): () => void {
  const begin = useLatestRequest()
  return () => {
    const signal = begin()
    loadPilot(id, signal).then(
      (value) => !signal.aborted && onChange({ value }),
      (error) => {
        const status = error instanceof ApiError ? error.status : 0
        if (status === 404) onChange({ error: new ApiError(404, 'Este piloto fue borrado.') })
        if (status === 410) onChange({ error })
      },
    )
  }
}

/** Downloads all data about a pilot, who has a right to it. */
function HandOverDialog({ pilot, onClose }: { pilot: CredentialPilot; onClose: () => void }) {
  const download = useDownload()
  const make = () =>
    download.start(
      'los datos',
      fileOf('GET /api/pilots/:id/personal-data', { params: { id: pilot.id } }, 'datos.zip'),
    )
  return (
    <Dialog title={actionNames.handOver} onClose={onClose}>
      <p>
        Un ZIP con todo lo que se guarda de <strong>{fullName(pilot)}</strong>: una página para leer o
        imprimir, lo mismo como JSON, y la foto. Lleva la ficha con los datos de salud, la credencial, el
        historial y las lecturas en las puertas.
      </p>
      <p>Entréguelo solo a la persona o, si es menor, a su apoderado.</p>
      <DownloadStatus download={download} retry={make} />
      <Button className={button.primary} disabled={download.isBusy} onClick={make}>
        Descargar
      </Button>
    </Dialog>
  )
}

/** The number of characters of a value that are displayed at first. */
const excerptLength = 80

function HistoryDialog({ pilot, onClose }: { pilot: CredentialPilot; onClose: () => void }) {
  const { value, error, reload } = useLoad(
    (signal) => callForList('GET /api/pilots/:id/history', { params: { id: pilot.id }, signal }),
    pilot.id,
  )
  useChanges(({ ids = [pilot.id] }) => {
    if (ids.includes(pilot.id)) reload()
  })
  return (
    <Dialog title={actionNames.history} closesOnScan onClose={onClose}>
      <p>{fullName(pilot)}</p>
      {error && <Failure hasUnsavedData error={error} retry={reload} />}
      {value ? (
        <ol className={parts.lines}>
          {[...value].reverse().map((entry) => (
            <Entry key={`${entry.at} ${entry.kind}`} {...entry} />
          ))}
        </ol>
      ) : (
        !error && <Loading />
      )}
    </Dialog>
  )
}

function Entry(entry: HistoryEntry) {
  const { at, changes = [] } = entry
  const author = authorText(entry)
  return (
    <li>
      <p className={layout.soft}>
        <time dateTime={at}>{formatMoment(at)}</time>
        {author && ` · ${author}`}
      </p>
      <h3>{entryText(entry)}</h3>
      {changes.map((change) => (
        <p key={change.field}>
          <LongText short={changeText(shortChange(change))} whole={changeText(change)} />
        </p>
      ))}
    </li>
  )
}

/** Shortens the values of a change to one line each, until the person asks for the full text. */
function shortChange({ before, after, ...change }: HistoryChange): HistoryChange {
  return { ...change, before: shortened(before, excerptLength), after: shortened(after, excerptLength) }
}

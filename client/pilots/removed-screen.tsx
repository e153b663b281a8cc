/** The screen of removed pilots (Borrados): finds and restores them, and undoes the last imports and merges. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { credentialPath, photoPath, removedScreen, screens } from '#domain/api/addresses'
import { fromRemovedRecord } from '#domain/api/wire'
import type { StoredImport } from '#domain/import/calls'
import { undoneText } from '#domain/import/undo'
import { describeDocument } from '#domain/pilots/document'
import { type RemovedPilot, type RemovedView, removedDays } from '#domain/pilots/history/removed'
import { fullName } from '#domain/pilots/pilot'
import { pageSize, readInteger } from '#domain/pilots/search/list-query'
import { maxSearchLength } from '#domain/pilots/search/search'
import type { ErasureReport } from '#domain/privacy/calls'
import { formatMoment } from '#domain/text/date'
import { count } from '#domain/text/text'
import { call, callForList, callForOne, callForPilot } from '../api/call.ts'
import { useLiveLoad } from '../api/changes.ts'
import { EraseDialog, ErasureNotice } from '../privacy/erase-dialog.tsx'
import button from '../ui/button.module.css'
import { Confirmation, takeFocus } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { Button, useAction } from '../ui/form.tsx'
import { Photo } from '../ui/images.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { NumberPlate } from '../ui/marks.tsx'
import { Failure, Loading } from '../ui/notice.tsx'
import { Pages, usePageRedirects } from '../ui/pages.tsx'
import parts from '../ui/parts.module.css'
import { UndoProblem } from '../ui/undo.tsx'
import styles from './removed.module.css'

export function RemovedScreen() {
  const view = useRemovedView()
  const navigate = useNavigate()
  /** The pilots that were restored here. Their rows stay until the next load, so that nothing moves. */
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set())
  /** The pilots whose restoring runs or has just ended. The change does not reload the list. */
  const own = useRef(new Set<string>())
  const loaded = useLiveLoad((signal) => loadRemoved(view, signal), removedScreen(view), {
    change: ({ ids }) => !ids?.every((id) => own.current.delete(id)),
  })
  const { value, error, isLoading, reload } = loaded
  const total =
    (value?.total ?? 0) - (value?.removed.filter(({ pilot }) => restored.has(pilot.id)).length ?? 0)
  const pages = {
    page: view.page ?? 1,
    last: Math.max(1, Math.ceil((value?.total ?? 0) / pageSize)),
    addressOf: (page: number) => removedScreen({ ...view, page }),
  }
  const erased: ErasureReport | undefined = useLocation().state?.erased
  const redirect = usePageRedirects(loaded, pages)
  if (redirect) return redirect

  return (
    <>
      <title>Borrados · PilotOS</title>
      <div className={layout.split}>
        <h1>Borrados</h1>
        <RemovedSearch
          search={view.search ?? ''}
          onSearch={(words) => navigate(removedScreen({ search: words }), { replace: true })}
        />
      </div>
      {erased && <ErasureNotice report={erased} />}
      <p className={layout.note}>
        Los pilotos que se borran quedan aquí {removedDays} días, con su foto y todos sus datos.
      </p>
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && (
        <section aria-label="Resultados" aria-busy={isLoading} className={parts.results}>
          <p className={layout.note} role="status">
            {total > 0 && `${count(total, 'borrado')}${view.search ? ` con «${view.search}»` : ''}`}
          </p>
          {value.removed.length === 0 ? (
            <div className={parts.empty}>
              <p>{view.search ? 'Ningún borrado tiene todas esas palabras.' : 'No hay pilotos borrados.'}</p>
              <Link className={button.button} to={view.search ? screens.removed : screens.search}>
                {view.search ? 'Ver todos los borrados' : 'Ir a la lista'}
              </Link>
            </div>
          ) : (
            <ul className={parts.rows}>
              {value.removed.map((one) => (
                <RemovedRow
                  key={one.pilot.id}
                  removed={one}
                  isRestored={restored.has(one.pilot.id)}
                  onRestoring={() => own.current.add(one.pilot.id)}
                  onRestored={() => setRestored((others) => new Set([...others, one.pilot.id]))}
                />
              ))}
            </ul>
          )}
          <Pages {...pages} onTurn={() => window.scrollTo(0, 0)} />
        </section>
      )}
      <RecentImports />
    </>
  )
}

/** Returns one page of the removed pilots, the newest removal first, with the number on all pages. */
async function loadRemoved({ search, page = 1 }: RemovedView, signal: AbortSignal) {
  const query = { search, page, per_page: pageSize }
  const { data, total } = await call('GET /api/removed', { query, signal })
  return { removed: data.flatMap((record) => fromRemovedRecord(record) ?? []), total }
}

/** Reads the words and the page from the address. */
function useRemovedView(): RemovedView {
  const [query] = useSearchParams()
  return {
    search: query.get('search')?.trim() || undefined,
    page: readInteger(query.get('page') ?? undefined, Number.MAX_SAFE_INTEGER) ?? 1,
  }
}

interface RemovedSearchProps {
  /** The search words in the address. */
  search: string
  onSearch: (words: string) => void
}

/** The debounce of the search while the person types, in milliseconds. */
const debounce = 150

/** The search field, which searches while the person types. */
function RemovedSearch({ search, onSearch }: RemovedSearchProps) {
  const [words, setWords] = useState(search)
  const sent = useRef(search)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Typed text is never overwritten: only an address that this field did not send changes it.
  useEffect(() => {
    if (search !== sent.current) setWords(search)
    sent.current = search
  }, [search])
  useEffect(() => () => clearTimeout(typing.current), [])

  function send(text: string) {
    clearTimeout(typing.current)
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    onSearch(sent.current)
  }

  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send(words)
        }}
      >
        <input
          type="search"
          name="search"
          className={field.control}
          aria-label="Buscar borrados por nombre, DNI, licencia, club…"
          placeholder="Nombre, DNI, licencia, club…"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchLength}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            clearTimeout(typing.current)
            typing.current = setTimeout(() => send(target.value), debounce)
          }}
        />
      </form>
    </search>
  )
}

interface RemovedRowProps {
  removed: RemovedPilot
  isRestored: boolean
  /** Is called before the pilot is restored. */
  onRestoring: () => void
  onRestored: () => void
}

/** One removed pilot: the photo, the number, the name, and the button that restores the pilot. */
function RemovedRow({ removed: { pilot, at, by }, isRestored, onRestoring, onRestored }: RemovedRowProps) {
  const { run, isBusy, error } = useAction(async () => {
    onRestoring()
    await callForPilot('POST /api/pilots/:id/undo-remove', { params: { id: pilot.id } })
    onRestored()
  })
  const [isErasing, setErasing] = useState(false)
  const name = fullName(pilot)
  return (
    <li className={styles.row} data-restored={isRestored || undefined}>
      <Photo
        className={styles.photo}
        src={pilot.photo ? photoPath(pilot.photo) : undefined}
        alt={`Foto de ${name}`}
      />
      <NumberPlate number={pilot.npiloto} className={styles.plate} />
      <div className={styles.who}>
        <b>{name}</b>
        <span className={layout.hint}>{describeDocument(pilot)}</span>
      </div>
      {!isRestored && (
        <p className={layout.hint}>
          <span className={layout.hiddenOnPhone}>Borrado el </span>
          <time dateTime={at}>{formatMoment(at)}</time>
          {by && <> por {by}</>}
        </p>
      )}
      {isRestored ? (
        <p className={styles.done} role="status">
          <b>Recuperado:</b>{' '}
          <Link
            ref={takeFocus}
            className={layout.target}
            to={credentialPath(pilot.id)}
            aria-label={`Ver credencial de ${name}`}
          >
            Ver credencial
          </Link>
        </p>
      ) : (
        <div className={styles.actions}>
          <Button aria-label={`Recuperar a ${name}`} disabled={isBusy} onClick={run}>
            Recuperar
          </Button>
          <Button
            className={button.danger}
            aria-label={`Borrar para siempre a ${name}`}
            disabled={isBusy}
            onClick={() => setErasing(true)}
          >
            Borrar para siempre
          </Button>
        </div>
      )}
      {isErasing && <EraseDialog pilot={pilot} onClose={() => setErasing(false)} />}
      {error && (
        <p className={styles.problem} role="alert">
          <UndoProblem error={error} failure="No se recuperó" />
        </p>
      )}
    </li>
  )
}

/** The last imports and merges, each of which can be undone as a whole. */
function RecentImports() {
  const { value: imports = [] } = useLiveLoad(
    (signal) => callForList('GET /api/imports', { signal }),
    'imports',
  )
  const [undoing, setUndoing] = useState<StoredImport>()
  const [done, setDone] = useState<string>()
  if (imports.length === 0) return null
  return (
    <section className={`${layout.stack} ${styles.imports}`}>
      <h2>{imports.some(({ desk }) => desk) ? 'Importaciones y uniones' : 'Importaciones'} recientes</h2>
      <p className={parts.good} role="status">
        {done}
      </p>
      <ul className={parts.rows}>
        {imports.map((one) => (
          <li key={one.change} className={styles.import}>
            <span className={styles.who}>
              <b>{titleOf(one)}</b>
              <span className={layout.hint}>
                {titleOf(one) !== count(one.pilots, 'piloto') && `${count(one.pilots, 'piloto')}, `}
                <time dateTime={one.at}>{formatMoment(one.at)}</time>
                {one.by && <> por {one.by}</>}
              </span>
            </span>
            {one.isUndone ? (
              <span>Deshecha</span>
            ) : (
              <Button
                aria-label={`Deshacer la ${nameOf(one).toLowerCase()} del ${formatMoment(one.at)}`}
                onClick={() => setUndoing(one)}
              >
                Deshacer
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && (
        <Confirmation
          title={`Deshacer ${nameOf(undoing).toLowerCase()}`}
          action={`Deshacer ${nameOf(undoing).toLowerCase()}`}
          confirm={async () => {
            setDone(
              undoneText(
                await callForOne('POST /api/import/undo', { body: { change: undoing.change } }),
                nameOf(undoing),
              ),
            )
            setUndoing(undefined)
          }}
          onClose={() => setUndoing(undefined)}
        >
          {undoing.desk ? (
            <p>
              Se deshace entera la unión con <b>{undoing.desk}</b> del {formatMoment(undoing.at)}: lo que
              trajo se va, y los pilotos que cambió vuelven a estar como antes.
            </p>
          ) : (
            <p>
              Se deshace entera la importación de <b>{count(undoing.pilots, 'piloto')}</b>
              {undoing.file && <> de «{undoing.file}»</>} del {formatMoment(undoing.at)}: los que registró se
              borran, y los que cambió vuelven a estar como antes.
            </p>
          )}
        </Confirmation>
      )}
    </section>
  )
}

function titleOf({ desk, file, pilots }: StoredImport): string {
  return desk ? `Unión con ${desk}` : (file ?? count(pilots, 'piloto'))
}

function nameOf({ desk }: StoredImport): 'Importación' | 'Unión' {
  return desk ? 'Unión' : 'Importación'
}

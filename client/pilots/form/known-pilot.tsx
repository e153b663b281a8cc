/**
 * The pilots who have values of the form already, and the notice of one who has its document: registered or removed.
 */
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { credentialPath, formPath, photoPath } from '#domain/api/addresses'
import { type CredentialPilot, fromRecord } from '#domain/api/wire'
import { categoryOf } from '#domain/events/categories/category'
import { numberOf } from '#domain/events/categories/race-number'
import { describePlace } from '#domain/events/entry'
import type { EntriesReportInfo } from '#domain/events/entry-calls'
import type { DuplicateQuery, Duplicates } from '#domain/pilots/calls'
import { personKey, readPerson, wantedValues } from '#domain/pilots/checks/duplicates'
import { documentOf, readDocument, readIdentity } from '#domain/pilots/document'
import { settled } from '#domain/pilots/documents/typed-document'
import { maxShared, sharedNames } from '#domain/pilots/fields'
import { fullName } from '#domain/pilots/pilot'
import { formatDay } from '#domain/text/date'
import { callForPilot } from '../../api/call.ts'
import { useChanges } from '../../api/changes.ts'
import { useCurrentEvents } from '../../api/event-list.ts'
import { useLoad } from '../../api/load.ts'
import { loadDuplicates, loadPilot } from '../../api/pilots.ts'
import { useSession } from '../../api/session.ts'
import { RiderTasks } from '../../credential/credential-sections.tsx'
import { usePrinting } from '../../credential/print-now.tsx'
import { RenewDialog } from '../../credential/renew-dialog.tsx'
import { EnterDialog, enterTitle } from '../../events/enter-dialog.tsx'
import { EntryChecks } from '../../events/entry-checks.tsx'
import button from '../../ui/button.module.css'
import { Button, KeyButton, useAction } from '../../ui/form.tsx'
import { Photo } from '../../ui/images.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import { NumberPlate, StatusMark } from '../../ui/marks.tsx'
import { Notice } from '../../ui/notice.tsx'
import { actionKeys as keys, useActionKeys } from '../../ui/page-events.ts'
import parts from '../../ui/parts.module.css'
import { UndoProblem } from '../../ui/undo.tsx'
import styles from './form.module.css'
import { firstName, focusControl } from './form-keys.ts'
import type { Values } from './pilot-values.ts'

interface KnownPilotProps {
  id: string
  /** Called when the notice appears. */
  onShown?: () => void
}

/**
 * The notice that the typed document is that of a registered rider, who is renewed, entered in the open event and printed
 * without leaving the form. After the entry, it has the checks of the event.
 */
export function KnownPilot({ id, onShown }: KnownPilotProps) {
  const navigate = useNavigate()
  const { value, refresh } = useLoad((signal) => loadPilot(id, signal), id)
  /** The last state of the rider that arrived: with a load, or with the answer to an order. */
  const [pilot, setPilot] = useState<CredentialPilot>()
  const [open, setOpen] = useState<'renew' | 'enter'>()
  const events = useCurrentEvents().value
  const notice = useRef<HTMLElement>(null)
  useEffect(() => setPilot(value), [value])
  useChanges(({ ids = [id] }) => {
    if (ids.includes(id)) refresh()
  })
  const isShown = pilot !== undefined
  useEffect(() => {
    if (isShown) onShown?.()
  }, [isShown, onShown])
  /** An incomplete rider is completed first. */
  const isIncomplete = pilot?.status?.kind === 'incomplete'
  const printing = usePrinting(() => focusControl(firstName))
  const print = isIncomplete || !pilot ? undefined : () => printing.print(pilot)
  const [editName, editStyle] = print ? ['Editar', button.button] : ['Completar', button.primary]
  const renew = pilot?.status?.kind === 'expired' ? () => setOpen('renew') : undefined
  const { entries = [] } = pilot ?? {}
  const enter = events && !isIncomplete && entries.length === 0 ? () => setOpen('enter') : undefined
  useActionKeys(
    isShown
      ? {
          [keys.credential]: () => navigate(credentialPath(id)),
          [keys.renew]: renew,
          [keys.enter]: enter,
          [keys.print]: print,
          [keys.edit]: () => navigate(formPath(id)),
        }
      : {},
  )
  if (!pilot) return null

  function close() {
    // While the dialog is open, no control of the form can take the focus.
    flushSync(() => setOpen(undefined))
    focusControl(firstName)
  }

  function take({ pilots: [record] }: Pick<EntriesReportInfo, 'pilots'>) {
    const changed = record && fromRecord(record)
    if (changed) setPilot(changed)
  }

  /** Goes on to the checks of a rider who was entered. */
  function finishEntry(report: EntriesReportInfo) {
    flushSync(() => take(report))
    if (report.refused_total > 0) return
    flushSync(() => setOpen(undefined))
    const check = notice.current?.querySelector<HTMLElement>(
      'input[type="checkbox"], :is([data-payment], [data-waiver]) button',
    )
    if (check) check.focus()
    else focusControl(firstName)
  }

  return (
    <section className={styles.changed} ref={notice} aria-label={fullName(pilot)}>
      <Notice kind={pilot.status?.kind === 'suspended' ? 'warning' : 'good'}>
        <Photo className={styles.face} src={pilot.photo ? photoPath(pilot.photo) : undefined} alt="" />
        <NumberPlate number={numberOf(pilot)} />
        <p role="alert">
          <strong>{fullName(pilot)}</strong> ya está registrado{' '}
          {pilot.status && <StatusMark status={pilot.status} />}
        </p>
        <div className={layout.wrap}>
          <Link className={button.button} to={credentialPath(id)} aria-keyshortcuts={keys.credential}>
            Ver credencial <kbd>{keys.credential}</kbd>
          </Link>
          {renew && (
            <KeyButton className={button.primary} name="Renovar" shortcut={keys.renew} onClick={renew} />
          )}
          {enter && <KeyButton name={enterTitle} shortcut={keys.enter} onClick={enter} />}
          {print && <KeyButton name="Imprimir" shortcut={keys.print} onClick={print} />}
          <Link className={editStyle} to={formPath(id)} aria-keyshortcuts={keys.edit}>
            {editName} <kbd>{keys.edit}</kbd>
          </Link>
        </div>
        {events &&
          entries.map((entry) => (
            <div key={entry.modalidad} className={styles.entered}>
              <p>
                Inscrito en{' '}
                <strong>
                  {[describePlace(entry), categoryOf(events.open, entry)?.name].filter(Boolean).join(', ')}
                </strong>
              </p>
              <EntryChecks {...{ entry, pilot, event: events.open }} onDone={take} />
            </div>
          ))}
        {events && entries.length > 0 && (
          <div className={`${styles.entered} ${parts.actions}`}>
            <RiderTasks
              {...{ pilot, shortcut: keys.enter }}
              isWhole
              onChange={setPilot}
              onClose={() => focusControl(firstName)}
            />
          </div>
        )}
      </Notice>
      {printing.view}
      {open === 'renew' && <RenewDialog selection={{ ids: [id] }} onClose={close} />}
      {open === 'enter' && (
        <EnterDialog selection={{ ids: [id] }} total={1} onDone={finishEntry} onClose={close} />
      )}
    </section>
  )
}

/**
 * Returns the owners of the values that a person has left. An owner is dropped when the value changes. A failure
 * shows no owner: the server refuses a second pilot with a document anyway.
 * @param except the identifier of the pilot that the form edits
 */
export function useDuplicates(
  values: Values,
  left: Partial<Values>,
  except?: string,
): Duplicates & { refresh?: () => void } {
  const wanted = queryOf(left, except)
  const { value: known, reload } = useLoad(async (signal) => {
    if (!keyOf(wanted) && !readPerson(wanted) && wantedValues(wanted).length === 0) return undefined
    return { query: wanted, found: await loadDuplicates(wanted, signal) }
  }, JSON.stringify(wanted))
  if (!known) return {}
  const { query, found } = known
  const now = queryOf(values, except)
  const still = wantedValues(now)
  const isSame = ({ name, key, modalidad }: (typeof still)[number]) =>
    still.some((one) => one.name === name && one.key === key && one.modalidad === modalidad)
  const kept = wantedValues(query).filter(isSame)
  return {
    ...(keyOf(query) === keyOf(now) && {
      dni: found.dni,
      documento: found.documento,
      ...(query.fechanac === now.fechanac && { erased: found.erased }),
      removed: found.removed,
    }),
    ...(keyOfPerson(query) === keyOfPerson(now) && keyOf(query) === keyOf(now) && { person: found.person }),
    ...Object.fromEntries(kept.map(({ name }) => [name, found[name]])),
    refresh: reload,
  }
}

function keyOf(query: DuplicateQuery): string | undefined {
  const document = readDocument(query)
  return document && documentOf(document)
}

function keyOfPerson(query: DuplicateQuery): string | undefined {
  const person = readPerson(query)
  return person && personKey(person)
}

function queryOf(values: Partial<Values>, except?: string): DuplicateQuery {
  const shared = sharedNames.map((name) => [name, values[name]?.trim().slice(0, maxShared)])
  const typed = settled(values)
  const { dni, tipodoc, documento, paisdoc } = readDocument(typed) ?? {}
  // Half a name is nobody's: the server is asked once both are there.
  const person = readPerson(values)
  return {
    ...Object.fromEntries(shared),
    ...(person && {
      name: person.name.slice(0, maxShared),
      lastname: person.lastname.slice(0, maxShared),
    }),
    dni,
    tipodoc: tipodoc ?? undefined,
    documento: documento ?? undefined,
    paisdoc: paisdoc ?? undefined,
    fechanac: person?.fechanac ?? readIdentity(typed)?.fechanac,
    modalidad: values.modalidad || undefined,
    except,
  }
}

interface RemovedRiderProps {
  removed: NonNullable<Duplicates['removed']>
  /** Called once the rider is there again. */
  onRestored: () => void
}

/** The notice that the typed document is that of a removed rider, whom an admin restores at once. */
export function RemovedRider({ removed: { id, name, photo, at }, onRestored }: RemovedRiderProps) {
  const { role } = useSession()
  const { run, isBusy, error } = useAction(async () => {
    await callForPilot('POST /api/pilots/:id/undo-remove', { params: { id } })
    onRestored()
  })
  return (
    <div className={styles.changed} role="alert">
      <Notice kind="warning">
        <Photo className={styles.face} src={photo ? photoPath(photo) : undefined} alt="" />
        <p>
          <strong>{name}</strong>, de este documento, se borró el {formatDay(at)}.{' '}
          {role === 'admin'
            ? 'Si se registra otra vez, su credencial anterior no vale.'
            : 'Un administrador puede restaurarlo, con su credencial anterior.'}{' '}
          {error && <UndoProblem error={error} failure="No se pudo restaurar" />}
        </p>
        {role === 'admin' && (
          <Button className={button.primary} disabled={isBusy} onClick={run}>
            Restaurar
          </Button>
        )}
      </Notice>
    </div>
  )
}

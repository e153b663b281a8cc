/**
 * The dialog *Inscribir*: enters riders in the open event, or takes chosen riders out of it, and reports what was
 * done.
 */
import { useEffect, useId, useRef, useState } from 'react'
import type { EntriesReportInfo, EntryProposalInfo } from '#domain/events/entry-calls'
import { groupOf } from '#domain/events/numbers'
import { fullName } from '#domain/pilots/pilot'
import { count, enumerate, figure } from '#domain/text/text'
import { callForList, callForOne } from '../api/call.ts'
import { loadEvents, titleOf } from '../api/event-list.ts'
import { useLoad } from '../api/load.ts'
import { loadFullPilot, type Selection } from '../api/pilots.ts'
import button from '../ui/button.module.css'
import { Confirmation, Dialog, takeFocus } from '../ui/dialog.tsx'
import { Checkbox, RadioGroup } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure, Loading } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { CategoryField } from './categories/category-field.tsx'
import {
  type Done,
  type EnterForm,
  type Entering,
  type EnterKind,
  EntriesReport,
  freeCategories,
  isFree,
  OwnerLink,
  useEnterForm,
  withdrawnText,
} from './enter-form.tsx'
import styles from './entries.module.css'
import { MotorcycleField } from './motorcycle-field.tsx'
import { loadTaken, NumberField } from './number-field.tsx'

export const enterTitle = 'Inscribir'

interface EnterDialogProps {
  selection: Selection
  /** The number of riders in the selection. */
  total: number
  /** The category that the only rider asks for. */
  category?: string
  /** Is called after a change. */
  onDone?: (report: EntriesReportInfo) => void
  onClose: () => void
}

/** Loads the events and, if one rider is selected, that rider. They stay as they are while the dialog is open. */
export function EnterDialog({ selection, total, category, onDone, onClose }: EnterDialogProps) {
  const [chosen] = useState({ selection, total, category })
  const [id] = chosen.total === 1 ? (chosen.selection.ids ?? []) : []
  const { value, error, reload } = useLoad(async (signal) => {
    const [events, rider, proposed, counts, taken] = await Promise.all([
      loadEvents(signal),
      id && loadFullPilot(id, signal),
      id ? callForList('GET /api/entries/:id', { params: { id }, signal }) : [],
      callForOne('GET /api/count', { signal }),
      loadTaken(signal, id),
    ])
    const { open } = events
    return {
      ...events,
      ...(rider && { rider, open: { ...open, categories: freeCategories(rider, open) } }),
      proposed,
      isNobodyEntered: counts.entered === 0,
      taken,
    }
  }, 'once')
  if (value) return <LoadedDialog entering={{ ...value, ...chosen }} onDone={onDone} onClose={onClose} />
  return (
    <Dialog title={enterTitle} onClose={onClose}>
      {error ? <Failure error={error} retry={reload} /> : <Loading />}
    </Dialog>
  )
}

interface LoadedDialogProps extends Pick<EnterDialogProps, 'onDone' | 'onClose'> {
  entering: Entering
}

function LoadedDialog({ entering, onDone, onClose }: LoadedDialogProps) {
  const { open, rider, selection, total } = entering
  const id = useId()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [done, setDone] = useState<Done>()
  const form = useEnterForm(entering, finish, (report) => onDone?.(report))
  const { isBusy, isReady, kind, error } = form
  const submit = useRef<HTMLButtonElement>(null)
  // The dialog has opened by now. A number or a category that the rider cannot have is the one thing to change.
  useEffect(() => {
    const taken = submit.current?.form?.querySelector<HTMLElement>('[aria-invalid]')
    const first = taken ?? submit.current
    first?.focus()
  }, [])

  function finish(now: Done) {
    setDone(now)
    onDone?.(now.report)
  }

  return (
    <>
      <Dialog
        title={`${enterTitle} en ${titleOf(open)}`}
        isBusy={isBusy}
        onClose={onClose}
        foot={
          done ? (
            <Button key="close" ref={takeFocus} className={button.primary} onClick={onClose}>
              Listo
            </Button>
          ) : (
            <>
              {selection.ids && (!rider || rider.entries) && (
                <Button className={button.danger} disabled={isBusy} onClick={() => setWithdrawing(true)}>
                  Retirar del evento
                </Button>
              )}
              <Button disabled={isBusy} onClick={onClose}>
                Cancelar
              </Button>
              <button
                ref={submit}
                type="submit"
                form={id}
                className={button.primary}
                disabled={isBusy || !isReady}
              >
                {rider || kind === 'last' ? enterTitle : `${enterTitle} ${figure(total)}`}
              </button>
            </>
          )
        }
      >
        {done ? (
          <EntriesReport {...done} />
        ) : (
          <form id={id} className={layout.stack} {...form.props}>
            <EnterFields entering={entering} form={form} />
          </form>
        )}
        {error && <Failure hasUnsavedData error={error} />}
      </Dialog>
      {isWithdrawing && (
        <WithdrawQuestion entering={entering} onDone={finish} onClose={() => setWithdrawing(false)} />
      )}
    </>
  )
}

interface EnterFieldsProps {
  entering: Entering
  form: EnterForm
}

function EnterFields({ entering, form }: EnterFieldsProps) {
  const { open, rider } = entering
  const { kinds, kind, isBusy, modalidades, refusals, entered } = form
  if (kinds.length === 0) return <p>La lista no muestra a nadie: quite la búsqueda o los filtros.</p>
  return (
    <>
      {rider && <p className={parts.lead}>{fullName(rider)}</p>}
      <RadioGroup
        legend={rider ? 'Modalidad' : 'A quiénes'}
        isDisabled={isBusy}
        value={kind}
        onChange={form.choose}
        options={kinds.map((one) => [one, kindLabel(one, entering)] as const)}
      />
      {kind === 'others' && (
        <fieldset className={parts.tiles} disabled={isBusy}>
          <legend className={layout.hidden}>Modalidades</legend>
          {open.modalidades
            .filter((name) => !entered.includes(name) && (!rider || isFree(rider, name, open)))
            .map((name) => (
              <div key={name} className={rider && modalidades.includes(name) ? styles.wide : undefined}>
                <Checkbox
                  checked={modalidades.includes(name)}
                  onChange={(isTicked) => {
                    const others = modalidades.filter((one) => one !== name)
                    form.tick(isTicked ? [...others, name] : others)
                  }}
                >
                  {name}
                </Checkbox>
                {rider && modalidades.includes(name) && (
                  <OwnFields entering={entering} form={form} modalidad={name} />
                )}
              </div>
            ))}
        </fieldset>
      )}
      {entered.length > 0 && (
        <p role="status">{`Ya está inscrito en ${enumerate(entered)}. Falta lo de abajo.`}</p>
      )}
      {rider && kind === 'own' && (
        <OwnFields entering={entering} form={form} modalidad={rider.modalidad ?? ''} />
      )}
      {refusals
        .filter(({ other }) => !other)
        .map(({ modalidad, reason }) => (
          <p key={modalidad} className={layout.problem} role="alert">
            {reason}
          </p>
        ))}
    </>
  )
}

function kindLabel(kind: EnterKind, { rider, last, selection, total }: Entering): string {
  if (kind === 'last') return `A los del último evento, ${last ? titleOf(last) : ''}`
  if (rider) return kind === 'own' ? `La suya: ${rider.modalidad}` : 'Otra, o varias'
  const which = selection.ids ? 'elegidos' : 'de la lista'
  const who = total === 1 ? 'Al piloto de la lista' : `A los ${figure(total)} ${which}`
  return `${who}, en ${kind === 'own' ? 'la modalidad de cada uno' : 'las modalidades que elija'}`
}

interface OwnFieldsProps extends EnterFieldsProps {
  modalidad: string
}

/** The category, the number and the motorcycle in one modalidad: the number may be free in it alone. */
function OwnFields({ entering: { taken, proposed }, form, modalidad }: OwnFieldsProps) {
  const { chosen, numberIn, motorcycleIn, type, isBusy, numberRefusal, refusals } = form
  const isProposed = proposed.some((one) => one.modalidad === modalidad)
  const number = numberIn(modalidad)
  const place = form.placeOf(modalidad)
  const shown = form.categoryIn(modalidad)
  const category = shown.fit?.category
  const isSame = (one: EntryProposalInfo) =>
    one.modalidad === modalidad && one.number === number && one.category === category?.id
  const proposal = shown.problem === undefined ? proposed.find(isSame) : undefined
  const refusal = refusals.find((one) => one.modalidad === modalidad && one.other) ?? proposal
  const problem = refusal?.reason ? (
    <>
      {refusal.reason} <OwnerLink id={refusal.other} />
    </>
  ) : undefined
  return (
    <>
      <div className={layout.columns}>
        {shown.fits.length > 0 && (
          <CategoryField
            shown={shown}
            place={place}
            isReasonMissed={form.isReasonMissed(modalidad)}
            isBusy={isBusy}
            onChange={(choice) => form.categorize(modalidad, choice)}
          />
        )}
        <NumberField
          label={`Número${place}`}
          value={number}
          category={category}
          taken={taken.get(groupOf({ modalidad, category: category?.id })) ?? noNumbers}
          problem={problem ?? (chosen.length === 1 ? numberRefusal : undefined)}
          isBusy={isBusy}
          onType={(text) => type(modalidad, text)}
        />
      </div>
      <MotorcycleField
        label={`Moto${place}`}
        hint={isProposed ? undefined : 'Vacío: la de su última inscripción en esta modalidad'}
        value={motorcycleIn(modalidad)}
        brand={form.motorcycleProposed(modalidad)?.brand}
        isBusy={isBusy}
        onChange={(motorcycle) => form.ride(modalidad, motorcycle)}
      />
    </>
  )
}

const noNumbers: ReadonlySet<string> = new Set()

interface WithdrawQuestionProps {
  entering: Entering
  onDone: (done: Done) => void
  onClose: () => void
}

function WithdrawQuestion({
  entering: { open, rider, selection, total },
  onDone,
  onClose,
}: WithdrawQuestionProps) {
  async function withdraw() {
    const report = await callForOne('POST /api/entries/withdraw', {
      body: { event: open.id, ids: selection.ids ?? [] },
    })
    onDone({ report, text: withdrawnText(report) })
    onClose()
  }
  return (
    <Confirmation title="Retirar del evento" action="Retirar" confirm={withdraw} onClose={onClose}>
      <p>
        <b>{rider ? fullName(rider) : count(total, 'piloto')}</b> {total === 1 ? 'sale' : 'salen'} de{' '}
        {titleOf(open)}, con su número y los requisitos ya anotados. El historial de cambios los guarda.
      </p>
    </Confirmation>
  )
}

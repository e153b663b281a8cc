/** The print dialog: the layout of the cards on paper, then their PDF. */
import { type CSSProperties, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { PrintOrder, PrintPreview } from '#domain/credential/calls'
import {
  isLayout,
  isOffset,
  isStart,
  type Layout,
  layoutLabel,
  layoutNames,
  layouts,
  maxOffset,
  nextStart,
  type Offset,
  placesOn,
  sheets,
} from '#domain/credential/cards'
import { paperOf } from '#domain/credential/paper'
import { cardWarnings, printedText } from '#domain/credential/printing'
import { figure } from '#domain/text/text'
import { recall, remember } from '../api/browser-memory.ts'
import { callForOne } from '../api/call.ts'
import { fileOf } from '../api/files.ts'
import { useLoad } from '../api/load.ts'
import { type Selection, toWire } from '../api/pilots.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { Checkbox, RadioGroup, TextField } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import ui from '../ui/layout.module.css'
import { Failure, Loading, Warning } from '../ui/notice.tsx'
import { DownloadStatus, useDownload } from '../ui/run.tsx'
import styles from './print-dialog.module.css'
import { progressText, usePrintRun } from './print-run.ts'

export const printTitle = 'Imprimir credenciales'

interface PrintDialogProps {
  /** The Spanish sentence that says whose cards are printed. */
  what: string
  order: Selection
  /** Is called when cards may have been printed. */
  onPrinted?: () => void
  onClose: () => void
}

export function PrintDialog({ what, order, onPrinted = () => {}, onClose }: PrintDialogProps) {
  const formId = useId()
  const { user, country } = useSession()
  const { state, start, back } = usePrintRun(rememberSlot)
  const [layout, setLayout] = useState(rememberedLayout)
  const [slots, setSlots] = useState<Partial<Record<Layout, number>>>({})
  const [hasBleed, setBleed] = useState(false)
  const submitButton = useRef<HTMLButtonElement>(null)
  // With the layout of the last time, Enter prints at once.
  useEffect(() => submitButton.current?.focus(), [])
  const offset = usePrinterOffset()
  const sheet = useDownload()
  const slot = slots[layout] ?? rememberedSlot(layout)
  const { bleed } = layouts[layout]
  const [problem, setProblem] = useState<string>()

  function prepare(how: Pick<PrintOrder, 'again' | 'only_new'> = {}) {
    const parsed = readOffset(offset.typed)
    setProblem(parsed === null ? `Son dos números de -${maxOffset} a ${maxOffset}` : undefined)
    if (parsed === null) return
    remember(layoutKey, layout)
    const where = { ...(sheets.includes(layout) && { start: slot }), ...(bleed > 0 && { bleed: hasBleed }) }
    start({ ...order, layout, ...where, ...(parsed && { offset: parsed }), ...how })
  }

  /** Assumes that a finished PDF was printed, because the page cannot observe the printing. */
  function close() {
    if (state.stage === 'ready') onPrinted()
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    prepare()
  }

  // Each button has a key: a pressed button that React reused as the submit button would send the form.
  const feet = {
    choosing: (
      <button key="prepare" ref={submitButton} className={button.primary} type="submit" form={formId}>
        Preparar PDF
      </button>
    ),
    asking: undefined,
    preparing: (
      <Button key="cancel" onClick={back}>
        Cancelar
      </Button>
    ),
    ready: undefined,
  }

  return (
    <Dialog
      title={printTitle}
      onClose={close}
      cancel={state.stage === 'ready' ? 'Listo' : undefined}
      foot={feet[state.stage]}
    >
      {state.stage === 'choosing' && (
        <form id={formId} className={ui.stack} onSubmit={submit} noValidate>
          {state.error && <Failure hasUnsavedData error={state.error} retry={() => prepare()} />}
          <p>{what}</p>
          <InvalidCards order={order} />
          <RadioGroup
            legend="Tamaño"
            options={layoutNames.map((name) => [name, layoutLabel(name, paperOf({ country }))])}
            value={layout}
            onChange={setLayout}
          />
          {sheets.includes(layout) && (
            <SheetSlots
              layout={layout}
              slot={slot}
              onChange={(chosen) => setSlots({ ...slots, [layout]: chosen })}
            />
          )}
          {bleed > 0 && (
            <Checkbox checked={hasBleed} onChange={setBleed}>
              Con {bleed} mm de sangrado por lado, para cortar en imprenta
            </Checkbox>
          )}
          <div>
            <Button
              aria-disabled={sheet.isBusy}
              onClick={() =>
                sheet.start(
                  'la hoja de emergencia',
                  fileOf('POST /api/emergency-sheet', { body: toWire(order) }, 'emergencia.pdf'),
                )
              }
            >
              Hoja de emergencia
            </Button>
            <p className={ui.hint}>Para la ambulancia: sangre, alergias, contacto y seguro, por número.</p>
            <DownloadStatus download={sheet} hasUnsavedData />
          </div>
          <details open={problem ? true : undefined}>
            <summary>Ajustar la impresora</summary>
            <p>
              Si las tarjetas salen corridas, escriba cuántos milímetros hay que moverlas. Se recuerda para la
              próxima vez.
            </p>
            <OffsetFields offset={offset} problem={problem} />
          </details>
        </form>
      )}
      {state.stage === 'asking' && <Question {...state} onAnswer={(how) => (how ? prepare(how) : back())} />}
      {state.stage === 'preparing' && (
        <div className={`${ui.stack} ${styles.progress}`} role="status">
          <p>{progressText(state, user)}</p>
          <progress
            aria-label="Credenciales preparadas"
            max={state.total || 1}
            value={state.total ? state.done : undefined}
          />
        </div>
      )}
      {state.stage === 'ready' && (
        <div className={`${ui.stack} ${styles.ready}`} role="status">
          <a ref={takeFocus} className={button.submit} href={state.url} target="_blank" rel="noreferrer">
            Abrir el PDF
          </a>
          <p>Imprima al 100 %, sin ajustar a la página.</p>
        </div>
      )}
    </Dialog>
  )
}

interface QuestionProps {
  printed: number
  total: number
  onAnswer: (how?: Pick<PrintOrder, 'again' | 'only_new'>) => void
}

function Question({ printed, total, onAnswer }: QuestionProps) {
  const missing = total - printed
  return (
    <div className={ui.stack} role="alert">
      <p>{printedText(printed, total)}</p>
      {missing > 0 && (
        <Button className={button.primary} onClick={() => onAnswer({ only_new: true })}>
          Solo las que faltan ({figure(missing)})
        </Button>
      )}
      <Button onClick={() => onAnswer({ again: true })}>
        {total === 1 ? 'Imprimir otra vez' : 'Imprimir todas otra vez'}
      </Button>
      <Button ref={takeFocus} onClick={() => onAnswer()}>
        Cancelar
      </Button>
    </div>
  )
}

const layoutKey = 'layout'

/** The entry of this browser for a kind of sheet, because each desk prints on a sheet of its own. */
function slotKey(layout: Layout): string {
  return `${layout}-slot`
}

/** Remembers the first position of the sheet that an order leaves free. */
function rememberSlot({ layout, start = 1 }: PrintOrder, cards: number): void {
  if (sheets.includes(layout)) remember(slotKey(layout), String(nextStart(layout, start, cards)))
}

function rememberedSlot(layout: Layout): number {
  const slot = Number(recall(slotKey(layout)))
  return isStart(layout, slot) ? slot : 1
}

function rememberedLayout(): Layout {
  const name = recall(layoutKey)
  return isLayout(name) ? name : 'card'
}

/** Returns how many cards a selection has, and how many of them are not valid. */
async function previewOf(cards: Selection, signal: AbortSignal): Promise<PrintPreview> {
  const body = { ...toWire(cards), layout: 'card', dry_run: true } as const
  return (await callForOne('POST /api/print', { body, signal })) as PrintPreview
}

/** Shows nothing while the number is not known: the cards can be printed all the same. */
function InvalidCards({ order }: { order: Selection }) {
  const [cards] = useState(order)
  const { value } = useLoad((signal) => previewOf(cards, signal), 'cards')
  return (
    <div role="status" className={ui.stack}>
      {value && cardWarnings(value).map((text) => <Warning key={text}>{text}</Warning>)}
    </div>
  )
}

interface SheetSlotsProps {
  layout: Layout
  slot: number
  onChange: (slot: number) => void
}

/** The choice of the first free slot on a partly used sheet, laid out like the sheet. */
function SheetSlots({ layout, slot, onChange }: SheetSlotsProps) {
  return (
    <fieldset className={field.choices}>
      <legend>Primer lugar libre de la hoja</legend>
      <div className={styles.slots} style={{ '--columns': layouts[layout].raster.columns } as CSSProperties}>
        {Array.from({ length: placesOn(layout) }, (_, before) => before + 1).map((number) => (
          <label key={number} data-used={number < slot || undefined}>
            <input
              type="radio"
              name="slot"
              aria-label={`Lugar ${number}`}
              checked={number === slot}
              onChange={() => onChange(number)}
            />
            {number}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface PrinterOffset {
  /** The text of both fields, absent until the remembered offset is loaded. */
  typed?: readonly string[]
  setTyped(typed: readonly string[]): void
  /** Says why the remembered offset is not loaded. */
  error?: Error
  reload(): void
}

/** The offset of the printer, typed or as the server remembers it, and its fields. */
function usePrinterOffset(): PrinterOffset {
  const { value, error, reload } = useLoad((signal) => callForOne('GET /api/print', { signal }), 'printer')
  const [changed, setTyped] = useState<readonly string[]>()
  return { typed: changed ?? value?.offset.map(formatLength), setTyped, error, reload }
}

/**
 * Returns the offset in millimetres, in which an emptied field counts as 0, and null if it is invalid. Returns
 * undefined before the remembered offset is loaded: the server then applies it.
 */
function readOffset(typed: readonly string[] | undefined): Offset | undefined | null {
  const offset = typed?.map((text) => Number(text.trim().replace(',', '.')))
  return offset === undefined || isOffset(offset) ? offset : null
}

const labels = ['A la derecha (mm)', 'Hacia abajo (mm)']

interface OffsetFieldsProps {
  offset: PrinterOffset
  problem?: string
}

function OffsetFields({ offset: { typed, setTyped, error, reload }, problem }: OffsetFieldsProps) {
  if (!typed) return error ? <Failure hasUnsavedData error={error} retry={reload} /> : <Loading />
  return (
    <div className={styles.offset}>
      {labels.map((label, axis) => (
        <TextField
          key={label}
          name={`offset-${axis}`}
          label={label}
          problem={problem}
          inputMode="decimal"
          value={typed[axis] ?? ''}
          onChange={(changed) => setTyped(typed.map((text, index) => (index === axis ? changed : text)))}
        />
      ))}
    </div>
  )
}

function formatLength(length: number): string {
  return String(length).replace('.', ',')
}

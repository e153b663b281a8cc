/** Finds a rider without a card in the roster of the gate, and takes the code of a card that no scanner reads. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { readScanned } from '#domain/credential/scanned'
import { statusTexts } from '#domain/credential/status'
import { cardlessText, type Direction } from '#domain/gate/passage'
import { maxFound } from '#domain/gate/rider-search'
import type { GateRoster } from '#domain/gate/schemas'
import { classText, fullName, minorText } from '#domain/pilots/pilot'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import { Photo } from '../ui/images.tsx'
import layout from '../ui/layout.module.css'
import { NumberPlate } from '../ui/marks.tsx'
import page from './gate.module.css'
import type { QueuedLine } from './gate-line.ts'
import styles from './rider-search.module.css'
import answers from './scan-answers.module.css'

export type Rider = GateRoster['pilots'][number]

interface RiderSearchProps {
  line: QueuedLine
  text: string
  onChange: (text: string) => void
  /** Is called with the code of a card. */
  onCode: (code: string) => void
  onChoose: (rider: Rider) => void
}

export function RiderSearch({ line, text, onChange, onCode, onChoose }: RiderSearchProps) {
  const riders = line.find(text)
  const isCode = readScanned(text) !== undefined && riders.length === 0

  function send(event: FormEvent) {
    event.preventDefault()
    if (isCode) onCode(text)
  }

  return (
    <form className={styles.search} onSubmit={send} noValidate>
      <TextField
        name="code"
        label="Número, nombre, DNI o código"
        ref={takeFocus}
        autoCapitalize="off"
        enterKeyHint="search"
        spellCheck={false}
        value={text}
        onChange={onChange}
      />
      {isCode && (
        <button type="submit" className={button.primary}>
          Registrar
        </button>
      )}
      <p role="status">{adviceOn(text, line, isCode ? 1 : riders.length)}</p>
      {riders.length > 0 && (
        <ul className={styles.riders} aria-label="Pilotos encontrados">
          {riders.map((rider) => (
            <FoundRider key={rider.id} rider={rider} line={line} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </form>
  )
}

/** Tells how to go on if a search has not found exactly what was meant. */
function adviceOn(text: string, line: QueuedLine, found: number): string | undefined {
  if (!line.state.roster) return 'Este equipo todavía no tiene la lista: escriba el código de la credencial.'
  if (found === maxFound) return `Hay ${maxFound} o más: escriba también el apellido, o el DNI.`
  if (found > 0 || text.trim() === '') return undefined
  return 'Nadie de la lista tiene ese número, nombre o DNI. Un código tiene 12 letras y números, como 7K3Q-9XW2-M4TB.'
}

interface FoundRiderProps {
  rider: Rider
  line: QueuedLine
  onChoose: (rider: Rider) => void
}

/** A rider in a row with all by which the person at the gate recognizes the one who stands there. */
function FoundRider({ rider, line, onChoose }: FoundRiderProps) {
  const { npiloto, document, status } = rider
  return (
    <li>
      <Button className={styles.found} onClick={() => onChoose(rider)}>
        <RiderPhoto rider={rider} line={line} placeholder={<NoPhoto>SIN FOTO</NoPhoto>} />
        <span>
          <span className={page.result}>
            <RiderName rider={rider} />
          </span>
          <span className={styles.facts}>
            <NumberPlate number={npiloto} /> <span>{classText(rider)}</span>
            {document && (
              <span>
                <span className={layout.hidden}>Documento </span>
                {documentText(document)}
              </span>
            )}
          </span>
          {status.kind !== 'valid' && <b className={page.result}>{statusTexts[status.kind]}</b>}
        </span>
      </Button>
    </li>
  )
}

interface ChosenRiderProps {
  rider: Rider
  line: QueuedLine
  direction: Direction
  onRecord: () => void
  onClose: () => void
}

/** The rider whom the person has chosen, as large as an answer, with the button that records the passage. */
export function ChosenRider({ rider, line, direction, onRecord, onClose }: ChosenRiderProps) {
  const { npiloto, document, status } = rider
  return (
    <section className={answers.shown} aria-label="Piloto elegido" tabIndex={-1} ref={takeFocus}>
      <Button className={styles.letIn} onClick={onRecord}>
        {`${direction === 'in' ? 'Entra' : 'Sale'} ${cardlessText}`}
      </Button>
      <div className={answers.answer}>
        <div className={answers.person}>
          <RiderPhoto className={answers.photo} rider={rider} line={line} placeholder={<NoPhoto />} />
          <div className={answers.facts}>
            <p className={answers.rider}>
              <RiderName rider={rider} />
            </p>
            <NumberPlate number={npiloto} className={answers.plate} />
            <p>{classText(rider)}</p>
            {document && <p>{`Documento ${documentText(document)}`}</p>}
            {status.kind !== 'valid' && <p className={page.result}>{statusTexts[status.kind]}</p>}
          </div>
        </div>
      </div>
      <div className={answers.actions}>
        <button type="button" onClick={onClose}>
          Volver
        </button>
      </div>
    </section>
  )
}

interface RiderPhotoProps {
  rider: Rider
  line: QueuedLine
  className?: string
  placeholder: ReactNode
}

/** The small photo of a rider, which the device may hold. */
function RiderPhoto({ rider, line, className, placeholder }: RiderPhotoProps) {
  const { photo } = rider
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (photo !== null) void line.photo(photo).then(setSrc)
  }, [photo, line])
  const name = fullName(rider)
  const isLoading = photo !== null && !src
  return (
    <Photo
      className={className}
      src={src}
      alt={`Foto de ${name}`}
      placeholder={isLoading ? <NoPhoto> </NoPhoto> : placeholder}
    />
  )
}

/** The end of a document, which is all that a gate knows of it. */
function documentText(document: string): string {
  return `…${document.toUpperCase()}`
}

/** The full name, and that the rider is a minor. */
export function RiderName({ rider }: { rider: Pick<Rider, 'name' | 'lastname' | 'minor'> }) {
  return (
    <>
      {fullName(rider)} {rider.minor && <b className={styles.minor}>{minorText}</b>}
    </>
  )
}

/** The sign in place of a photo. */
export function NoPhoto({ children = 'SIN FOTO, PIDA EL DNI' }: { children?: ReactNode }) {
  return <span className={styles.noPhoto}>{children}</span>
}

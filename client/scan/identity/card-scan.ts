/** Opens the form that takes a scanned identity card: that of the pilot who has its number, or of a new one. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { formPath } from '#domain/api/addresses'
import { readDocument } from '#domain/pilots/document'
import { settled } from '#domain/pilots/documents/typed-document'
import { formatDni } from '#domain/pilots/rules'
import { useLatestRequest } from '../../api/load.ts'
import { loadDuplicates } from '../../api/pilots.ts'
import { shortestBinary } from './card-text.ts'
import type { ReadCard } from './read-card.ts'

interface CardScan {
  /** Shows why a text is no card. */
  refuse: (reason: Error) => void
  /** Calls `go` once this screen may be left. */
  leave: (go: () => void) => void
  /** Takes the number of a document. Returns false on a screen that does not look for riders by scans. */
  find: (number: string) => boolean
}

/** Returns the function that takes the text of a scanned card, also from the camera. A later scan replaces it. */
export function useCardScan({ refuse, leave, find }: CardScan): (text: string) => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const begin = useLatestRequest()
  async function takeCard(text: string) {
    const signal = begin()
    // The parsers are loaded with the first card.
    const part = await import('./read-card.ts').catch(() => undefined)
    if (signal.aborted) return
    const card = part?.readCard(text)
    if (!card) return refuse(part ? notUnderstood(text) : notLoaded)
    const { dni, tipodoc, documento, paisdoc } = readDocument(settled(card.values)) ?? {}
    const number = dni === undefined || dni === null ? documento : formatDni(dni, paisdoc)
    if (number && find(number)) return
    // Without an answer, the form is that of a new pilot: the server refuses a second one with the number.
    const found = await loadDuplicates({ dni, tipodoc, documento, paisdoc }, signal).catch(() => undefined)
    if (signal.aborted) return
    const id = (found?.dni ?? found?.documento)?.id
    if (formPath(id) === pathname) cardInbox.send(id, card)
    else {
      leave(() => {
        cardInbox.send(id, card)
        navigate(formPath(id))
      })
    }
  }
  const latest = useRef(takeCard)
  latest.current = takeCard
  useEffect(() => {
    cardInbox.onText = (text) => void latest.current(text)
    return () => {
      cardInbox.onText = () => {}
    }
  }, [])
  return takeCard
}

const notLoaded = new Error(
  'No se pudo cargar el lector de documentos: recargue la página y escanee otra vez.',
)

function notUnderstood(text: string): Error {
  return new Error(
    text.length >= shortestBinary
      ? 'Este código de barras no guarda datos que se puedan leer. Escanee el código de barras angosto del DNI, o las tres líneas de letras del reverso.'
      : 'No se entendió el documento. Escanéelo otra vez, entero, o escriba los datos.',
  )
}

/** The form that takes cards: that of a new pilot, or of the pilot with this identifier. */
type Receiver = { id: string | undefined; take: (card: ReadCard) => void }

class CardInbox {
  /** Takes the text of a card that a camera has read. */
  onText: (text: string) => void = () => {}
  #receiver: Receiver | undefined
  #waiting: { id: string | undefined; card: ReadCard } | undefined

  /** Passes a card to the form of a pilot, now or when the form appears. */
  send(id: string | undefined, card: ReadCard): void {
    this.#waiting = { id, card }
    this.#pass()
  }

  open(receiver: Receiver): () => void {
    this.#receiver = receiver
    this.#pass()
    return () => {
      if (this.#receiver === receiver) this.#receiver = undefined
    }
  }

  #pass(): void {
    const [waiting, receiver] = [this.#waiting, this.#receiver]
    if (!waiting || !receiver || receiver.id !== waiting.id) return
    this.#waiting = undefined
    receiver.take(waiting.card)
  }
}

/** Passes a scanned identity card to the form, which may not be on the screen yet. It is kept in the memory only. */
export const cardInbox = new CardInbox()

/** Calls `take` with each card for the form of a pilot, or for that of a new one. */
export function useCards(id: string | undefined, take: (card: ReadCard) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => cardInbox.open({ id, take: (card) => latest.current(card) }), [id])
}

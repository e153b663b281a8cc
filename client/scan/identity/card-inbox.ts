/** Passes a scanned identity card to the form, which may not be on the screen yet. It is kept in the memory only. */
import { useEffect, useRef } from 'react'
import type { ReadCard } from './read-card.ts'

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

export const cardInbox = new CardInbox()

/** Calls `take` with each card for the form of a pilot, or for that of a new one. */
export function useCards(id: string | undefined, take: (card: ReadCard) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => cardInbox.open({ id, take: (card) => latest.current(card) }), [id])
}

/** Sends the card of a rider as a picture, which goes to the rider's phone. Nothing is recorded. */
import type { FastifyReply } from 'fastify'
import { requireComplete } from '#domain/pilots/incomplete'
import { fullName } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { fold } from '#domain/text/text'
import { sendFile } from '../http/transfers.ts'
import type { PublicAddress } from '../network/public-address.ts'
import { holderOf } from '../store/queries/select.ts'
import { photoIfThere, type Stores } from '../store/shared/stores.ts'
import type { Workers } from '../workers/workers.ts'
import { orderOfCard } from './print/print-order.ts'

interface Needs {
  stores: Stores
  workers: Pick<Workers, 'run'>
  address: PublicAddress
}

export class CardPictures {
  /** The pictures that are drawn or wait, by what is on them: however often a phone asks, its card is drawn once. */
  #drawing = new Map<string, Promise<Uint8Array>>()

  constructor(private readonly needs: Needs) {}

  /** @throws NotFoundError, RevokedError, PilotosError if the rider is incomplete, MalformedError for a long address */
  async send(reply: FastifyReply, code: PilotId): Promise<FastifyReply> {
    const { stores, workers, address } = this.needs
    const pilot = await stores.pilots.get(await holderOf(stores, code))
    requireComplete([pilot])
    const { style, card } = await orderOfCard(stores, pilot, address.url())
    const key = JSON.stringify([style, card])
    const draw = async () => {
      const photo = await photoIfThere(stores, pilot)
      return workers.run('draw-card-picture', { style, card: { ...card, photo } }, { kind: 'face' })
    }
    const drawing = this.#drawing.get(key) ?? draw().finally(() => this.#drawing.delete(key))
    this.#drawing.set(key, drawing)
    const name = ['credencial', ...(fold(fullName(pilot)).match(/[a-z0-9]+/g) ?? [])].join('-')
    reply.header('cache-control', 'private, no-store')
    return sendFile(reply, { name: `${name}.png`, type: 'image/png', content: Buffer.from(await drawing) })
  }
}

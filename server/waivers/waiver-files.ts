/** Gathers the signatures that a file has: those of one rider, or of everyone who is entered in an event. */
import { paperOf } from '#domain/credential/paper'
import { type Brand, brandFor, defaultBrand } from '#domain/desk/brand'
import { NotFoundError } from '#domain/errors'
import { entriesIn } from '#domain/events/entry'
import { eventTitle, type RaceEvent } from '#domain/events/event'
import { describeDocument } from '#domain/pilots/document'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { formatDate } from '#domain/text/date'
import { type Waiver, type WaiverTexts, waiverOf } from '#domain/waivers/waiver'
import type { SignedPage, WaiverSheet } from '../workers/jobs.ts'
import type { Workers } from '../workers/workers.ts'

interface WaiverBasis {
  event: RaceEvent
  texts: WaiverTexts
  brand?: Brand
}

/** Returns all signatures of a rider, the last one first. @throws NotFoundError without one */
export function waiversOfRider(rider: Pilot, basis: WaiverBasis): WaiverSheet {
  const { waivers = [] } = rider
  if (waivers.length === 0) throw new NotFoundError(`${fullName(rider)} no ha firmado ningún deslinde`)
  return sheetOf(
    waivers.toReversed().map((waiver) => ({ rider, waiver })),
    basis,
  )
}

/** Returns the signatures of the riders of an event below its text, by their last names. @throws NotFoundError without one */
export function waiversOfEvent(riders: readonly Pilot[], basis: WaiverBasis): WaiverSheet {
  const { event } = basis
  const { compare } = new Intl.Collator('es', { numeric: true })
  const signed = riders.flatMap((rider) => {
    const waiver = waiverOf(rider.waivers, event.waiver)
    return waiver ? [{ rider, waiver }] : []
  })
  if (signed.length === 0)
    throw new NotFoundError(`Ningún inscrito de ${eventTitle(event)} ha firmado el deslinde todavía`)
  const nameOf = ({ lastname, name }: Pilot) => `${lastname ?? ''} ${name ?? ''}`
  signed.sort((one, other) => compare(nameOf(one.rider), nameOf(other.rider)))
  return sheetOf(signed, basis)
}

interface Signed {
  rider: Pilot
  waiver: Waiver
}

function sheetOf(
  signed: readonly Signed[],
  { event, texts, brand = defaultBrand }: WaiverBasis,
): WaiverSheet {
  const hashes = new Set(signed.map(({ waiver }) => waiver.hash))
  return {
    pages: signed.map((one) => pageOf(one, event)),
    texts: Object.fromEntries(Object.entries(texts).filter(([hash]) => hashes.has(hash))),
    brand: brandFor(brand, eventTitle(event)),
    paper: paperOf(event),
  }
}

/** Only a signature below the text of the event is one of it: an earlier one was made in an event that nothing names. */
function pageOf({ rider, waiver }: Signed, event: RaceEvent): SignedPage {
  const { fechanac } = rider
  const numbers = entriesIn(rider, event.id).flatMap(({ number }) => (number ? [`N° ${number}`] : []))
  const isOfEvent = waiver.hash === event.waiver
  return {
    event: isOfEvent ? eventTitle(event) : `Versión ${waiver.version}`,
    name: fullName(rider),
    document: describeDocument(rider) ?? '',
    birth: fechanac ? formatDate(fechanac) : '',
    numbers: isOfEvent ? [...new Set(numbers)].join(', ') : '',
    waiver,
  }
}

/** Draws signatures in a worker thread. */
export function drawSheet(workers: Pick<Workers, 'run'>, sheet: WaiverSheet): Promise<Uint8Array> {
  return workers.run('draw-waivers', sheet, { kind: 'cards' })
}

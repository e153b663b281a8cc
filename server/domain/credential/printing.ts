/** Cards that are printed at once, without the dialog: the printers that are chosen for them. */
import { isObject, isShortText } from '../text/text.ts'
import { type Layout, layoutNames, placesOn } from './cards.ts'

/** The kinds of cards that are printed at once. A sheet of several waits for others in the dialog. */
export const cardKinds = layoutNames.filter((name) => placesOn(name) === 1)

export interface Printing {
  /** The name of the printer for each kind of card. */
  printers: Partial<Record<Layout, string>>
  /** The kind that is printed if several have a printer. */
  kind?: Layout
  /** The printers of desks that have one of their own, by their accounts. */
  desks: Record<string, string>
}

export const maxPrinterName = 200

/** Reads the stored choice of printers. Ignores what is invalid. */
export function parsePrinting({ printers, kind, desks }: Record<string, unknown>): Printing {
  const named = (value: unknown) =>
    Object.entries(isObject(value) ? value : {}).filter(
      (entry): entry is [string, string] => isShortText(entry[1], maxPrinterName) && entry[1] !== '',
    )
  const isKind = (name: unknown): name is Layout => cardKinds.some((one) => one === name)
  return {
    printers: Object.fromEntries(named(printers).filter(([name]) => isKind(name))),
    ...(isKind(kind) && { kind }),
    desks: Object.fromEntries(named(desks)),
  }
}

/** Returns the printer on which a desk prints, and the kind of card, or undefined without one: the dialog then asks. */
export function placeOfPrint(
  { printers, kind, desks }: Printing,
  user: string | undefined,
): { printer: string; layout: Layout } | undefined {
  const withPrinter = cardKinds.filter((name) => printers[name])
  const usual = kind && printers[kind] ? kind : withPrinter[0]
  const own = user === undefined || !Object.hasOwn(desks, user) ? undefined : desks[user]
  const printer = own ?? (usual && printers[usual])
  if (!printer) return undefined
  const isIts = (name?: Layout) => name !== undefined && printers[name] === printer
  const layout = isIts(usual) ? usual : (withPrinter.find(isIts) ?? usual)
  return { printer, layout: layout ?? 'card' }
}

export const printStates = ['waiting', 'printing', 'printed', 'failed'] as const

export const printerStates = ['ready', 'printing', 'stopped'] as const

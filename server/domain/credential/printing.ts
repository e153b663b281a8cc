/** Describes the printers that print cards at once, without the dialog, and asks a person before cards are printed. */
import { noCredentialText } from '../pilots/incomplete.ts'
import { count, figure } from '../text/text.ts'
import type { PrintPreview } from './calls.ts'
import { type Layout, layoutNames, layouts, placesOn, undrawableText } from './cards.ts'

/** The kinds of cards that are printed at once. A sheet of several waits for others in the dialog. */
export const cardKinds = layoutNames.filter((name) => placesOn(name) === 1)

/** The papers of receipts. */
export const papers = ['80mm', '58mm', 'a6'] as const
export type ReceiptPaper = (typeof papers)[number]

/** The kinds of prints with a printer, as people choose them: cards and receipts. */
export const printLabels = {
  ...(Object.fromEntries(cardKinds.map((name) => [name, layouts[name].label])) as Record<Layout, string>),
  'receipt-80mm': 'Recibo, rollo de 80 mm',
  'receipt-58mm': 'Recibo, rollo de 58 mm',
  'receipt-a6': 'Recibo, hoja A6',
}
export type PrintKind = keyof typeof printLabels
export const printKinds = Object.keys(printLabels) as PrintKind[]

export function isCard(kind: PrintKind): kind is Layout {
  return kind in layouts
}

export interface Printing {
  /** The name of the printer for each kind of print. */
  printers: Partial<Record<PrintKind, string>>
  /** The kind of card that is printed if several have a printer. */
  kind?: Layout
  /** The printers of desks that have one of their own, by their accounts. */
  desks: Record<string, string>
}

/** The choice of nobody: the dialog prints. */
export const noPrinting: Printing = { printers: {}, desks: {} }

export const maxPrinterName = 200

/** Returns the printer of receipts and their paper, or undefined without one: the desk then opens their PDF. */
export function receiptPlace({ printers }: Printing): { printer: string; paper: ReceiptPaper } | undefined {
  const [place] = papers.flatMap((paper) => {
    const printer = printers[`receipt-${paper}`]
    return printer ? [{ printer, paper }] : []
  })
  return place
}

/** Returns the printer on which a desk prints cards, and the kind of card, or undefined without one: the dialog then asks. */
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

/** Says how many of the cards were printed before. */
export function printedText(printed: number, total: number): string {
  if (total === 1) return 'Esta credencial ya se imprimió.'
  if (printed === total) return `No falta ninguna: las ${figure(total)} ya se imprimieron.`
  return `${figure(printed)} de ${figure(total)} ya ${printed === 1 ? 'tiene' : 'tienen'} credencial impresa.`
}

/** Returns the sentences, in Spanish, that a person reads before cards are printed. */
export function cardWarnings(cards: PrintPreview): string[] {
  const { total, incomplete, incomplete_total: lacking, undrawable, undrawable_total: boxes } = cards
  const notValid = notValidText(cards)
  return [
    notValid !== '' && `${notValid} Se ${total === 1 ? 'imprime' : 'imprimen'} igual, con su fecha.`,
    lacking > 0 && noCredentialText(incomplete, lacking),
    boxes > 0 && undrawableText(undrawable, boxes),
  ].filter((text) => text !== false)
}

function notValidText({ total, expired, suspended }: PrintPreview): string {
  if (expired + suspended === 0) return ''
  if (total === 1) return `Esta credencial está ${expired ? 'vencida' : 'suspendida'}.`
  const kinds = [
    expired > 0 && count(expired, 'está vencida', 'están vencidas'),
    suspended > 0 && count(suspended, 'está suspendida', 'están suspendidas'),
  ].filter(Boolean)
  return `De ${figure(total)} credenciales, ${kinds.join(' y ')}.`
}

/** Returns the question to a person before cards are printed at once, with its numbers, or undefined if nothing is asked. */
export function printQuestion(
  cards: PrintPreview,
  printed: number,
): [text: string, numbers: { printed: number; total: number }] | undefined {
  const { total } = cards
  const texts = [...(printed > 0 ? [printedText(printed, total)] : []), ...cardWarnings(cards)]
  return texts.length > 0 ? [texts.join(' '), { printed, total }] : undefined
}

export const printStates = ['waiting', 'printing', 'printed', 'failed'] as const

export const printerStates = ['ready', 'printing', 'stopped'] as const

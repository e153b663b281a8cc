/**
 * The facts on a pilot beside the fields: what happened to a pilot, and who noted it. An entry, with its shape in
 * `fact-shapes.ts`, is the only definition of its fact: stored data, both ends of the wire, histories, merges, undone imports,
 * exports, a person's data and retention follow from it. The rules that only one fact has are in its own module.
 */
import {
  describeSuspension,
  type IssuedCard,
  isRenewal,
  type Suspension,
  type Terms,
  termsLabels,
} from '../../credential/terms.ts'
import {
  describeEntry,
  type Entry,
  entriesDifferences,
  entriesKey,
  joinedEntries,
  joinedPending,
} from '../../events/entry.ts'
import {
  type Consent,
  consentKey,
  consentLabel,
  consentRows,
  describeConsent,
} from '../../privacy/consent.ts'
import type { FactShape } from '../../stored/fact-shapes.ts'
import { maxReasonLength } from '../../stored/limits.ts'
import { formatDate } from '../../text/date.ts'
import {
  type Charge,
  describeCharge,
  describePayment,
  joinedCharges,
  joinedPayments,
  lineDifferences,
  lineRows,
  linesKey,
  type Payment,
} from '../../till/lines.ts'
import { describeLoan, joinedLoans, type Loan } from '../../till/loans.ts'
import { describeWaivers, joinedWaivers, type Waiver, waiverRows, waiversKey } from '../../waivers/waiver.ts'
import type { Audience, DataGroup } from '../field.ts'

/** A fact, or one property of it, which histories tell and merges decide by itself. */
export interface FactValue {
  /** The name for people. */
  label: string
  /** Returns the value as histories keep it. */
  text(value: unknown): string
  /** Returns a text that only equal values share. Without it, `text` does. */
  key?(value: unknown): string
  /** Returns a text of a history as people read it, if that differs. */
  shown?(text: string): string
  /** The words in a history for no value. */
  none?: string
  /** Describes a change in one line; a text is empty without a value. Without it, the line has the label and both texts. */
  changed?(before: string, after: string): string
  /** Returns what differs, item by item. */
  differences?(before: unknown, after: unknown): { before: string; after: string }[]
  /**
   * The value that a merge takes if both desks have changed it and neither has seen the change of the other: the one that
   * a person chooses, that of the later change, or the one that `join` makes of both.
   */
  merge: 'choice' | 'latest' | 'both'
  join?(one: unknown, other: unknown): unknown
  /** True for lines that are only added: a desk that lacks some has restored an older backup, and gets them again. */
  onlyGrows?: true
  /** True if a merge takes a value even if the other desk has removed it. */
  outweighsNone?: true
  /** The group with which the value is forgotten: see `retention.ts`. */
  dataGroup?: DataGroup
}

/** A column of an exported file, which may be empty. */
export interface FactColumn {
  label: string
  isDay?: boolean
  text(fact: unknown): string | undefined
}

export interface Fact {
  /** The people who get the fact from the server: the desk, or everyone under the complete public view. Without it, nobody. */
  audience?: Extract<Audience, 'complete' | 'desk'>
  /**
   * The kinds of changes that a history tells with their differences: the title, and the words before the name of a pilot
   * because of whom an import cannot be undone.
   */
  kinds?: Readonly<Record<string, { title: string; refusal: string }>>
  /** Returns the kind of a change, if it has one. Without it, the kind has the name of the fact. */
  kindOf?(before: unknown, after: unknown): string | undefined
  /** The value with the name of the fact is the whole, and any other one is the property of this name. */
  values?: Readonly<Record<string, FactValue>>
  /** Without columns, an export as JSON has the fact as it is stored, and no other export has it. */
  columns?: Readonly<Record<string, FactColumn>>
  /** Returns the moments that the fact has by the clock of a laptop: ISO 8601, UTC. */
  moments?(fact: unknown): readonly string[]
  /** True if the pilot was active at these moments: see `retention.ts`. */
  isActivity?: true
  /** A part of a person's data: the title, and the rows of a label and a text. */
  section?: {
    title: string
    rows(fact: unknown): (readonly [label: string, text: string])[]
    /** Returns the drawings of the fact, as paths in a box: see `strokes.ts`. */
    drawings?(fact: unknown): readonly string[]
  }
}

export const facts = {
  /** The time of registration: ISO 8601, UTC. Pilots from before it was recorded have none. */
  since: {
    columns: {},
    moments: (since: string) => [since],
    isActivity: true,
  },
  /** The dates and the suspension of the credential, if it has any of its own. */
  terms: {
    audience: 'desk',
    kinds: {
      terms: { title: 'Vigencia cambiada', refusal: 'se cambió la vigencia de' },
      renewed: { title: 'Renovada', refusal: 'se renovó la credencial de' },
    },
    kindOf: (before?: Terms, after?: Terms) => (isRenewal(before, after) ? 'renewed' : 'terms'),
    values: {
      issued: day(termsLabels.issued, 'al registrarse'),
      until: day(termsLabels.until, 'según la licencia'),
      medical: { ...day(termsLabels.medical, 'sin fecha'), dataGroup: 'health' },
      suspension: {
        label: termsLabels.suspension,
        text: describeSuspension,
        changed: (_before: string, after: string) =>
          after ? `${termsLabels.suspension} ${after}` : 'Suspensión levantada',
        merge: 'both',
        join: joinedSuspensions,
        outweighsNone: true,
      },
    },
    columns: {
      emitida: dayColumn(termsLabels.issued, (terms: Terms) => terms.issued),
      valida_hasta: dayColumn(termsLabels.until, (terms: Terms) => terms.until),
      medico_hasta: dayColumn(termsLabels.medical, (terms: Terms) => terms.medical),
      suspendida_desde: dayColumn('Suspendida desde', (terms: Terms) => terms.suspension?.from),
      suspendida_hasta: dayColumn('Suspendida hasta', (terms: Terms) => terms.suspension?.to),
      suspendida_motivo: {
        label: 'Motivo de la suspensión',
        text: (terms: Terms) => terms.suspension?.reason,
      },
    },
  },
  /** The consent to the use of the data. */
  consent: {
    audience: 'desk',
    kinds: { consent: { title: 'Consentimiento', refusal: 'se cambió el consentimiento de' } },
    values: {
      consent: {
        label: 'Consentimiento',
        text: describeConsent,
        key: consentKey,
        changed: (_before: string, after: string) =>
          after ? `${consentLabel}: ${after}` : 'Consentimiento retirado',
        merge: 'latest',
      },
    },
    moments: ({ at }: Consent) => [at],
    section: { title: 'Consentimiento', rows: consentRows },
  },
  /** The signed waivers. The drawings go nowhere but into the files of signatures and a person's own data. */
  waivers: {
    kinds: { waivers: { title: 'Deslinde', refusal: 'se firmó el deslinde de' } },
    values: {
      waivers: {
        label: 'Deslinde',
        text: describeWaivers,
        key: waiversKey,
        changed: (before: string, after: string) =>
          after ? `Deslinde firmado: ${after}` : `Firma del deslinde quitada: ${before}`,
        merge: 'both',
        join: joinedWaivers,
      },
    },
    columns: {},
    moments: (waivers: readonly Waiver[]) => waivers.map(({ at }) => at),
    isActivity: true,
    section: {
      title: 'Deslinde',
      rows: waiverRows,
      drawings: (waivers: readonly Waiver[]) => waivers.flatMap(({ strokes }) => strokes ?? []),
    },
  },
  /** The credential that was printed. */
  card: {
    audience: 'complete',
    kindOf: (before?: IssuedCard, after?: IssuedCard) => (before?.at === after?.at ? undefined : 'printed'),
    columns: {},
    moments: ({ at }: IssuedCard) => [at],
    isActivity: true,
  },
  /** The entries in all events, if there are any. */
  entries: {
    audience: 'desk',
    kinds: { entries: { title: 'Inscripción', refusal: 'se cambió la inscripción de' } },
    values: {
      entries: {
        label: 'Inscripciones',
        text: (entries: readonly Entry[]) => entries.map((entry) => describeEntry(entry)).join('; '),
        key: entriesKey,
        changed: (before: string, after: string) => {
          if (!after) return `Retirado de ${before}`
          return before ? `Inscripción: «${before}» → «${after}»` : `Inscrito en ${after}`
        },
        differences: entriesDifferences,
        merge: 'both',
        join: joinedEntries,
      },
    },
    moments: (entries: readonly Entry[]) => entries.map(({ at }) => at),
    isActivity: true,
  },
  /** What the rider owes: lines that are only added. */
  charges: {
    audience: 'desk',
    kinds: { charges: { title: 'Cobros', refusal: 'se cambiaron los cobros de' } },
    values: { charges: lines('Cobros', describeCharge, joinedCharges) },
    columns: {},
    moments: momentsOf,
    section: { title: 'Cobros', rows: (charges: readonly Charge[]) => lineRows(charges, describeCharge) },
  },
  /** What the rider has paid: lines that are only added. */
  payments: {
    audience: 'desk',
    kinds: { payments: { title: 'Pagos', refusal: 'se cobró a' } },
    values: { payments: lines('Pagos', describePayment, joinedPayments) },
    columns: {},
    moments: momentsOf,
    isActivity: true,
    section: { title: 'Pagos', rows: (payments: readonly Payment[]) => lineRows(payments, describePayment) },
  },
  /** The chips that the rider has or had. */
  loans: {
    audience: 'desk',
    kinds: { loans: { title: 'Chip', refusal: 'se prestó un chip a' } },
    values: { loans: lines('Chip', describeLoan, joinedLoans) },
    columns: {},
    moments: momentsOf,
    isActivity: true,
    section: { title: 'Chips', rows: (loans: readonly Loan[]) => lineRows(loans, describeLoan) },
  },
  /** The entries that an order for many riders wanted and that were refused: see `pendingIn`. */
  pending: {
    kinds: { pending: { title: 'Por inscribir', refusal: 'se quiso inscribir a' } },
    values: {
      pending: {
        label: 'Por inscribir',
        text: (entries: readonly Entry[]) => entries.map((entry) => describeEntry(entry)).join('; '),
        key: entriesKey,
        changed: (before: string, after: string) =>
          after ? `Quedó por inscribir en ${after}` : `Ya no está por inscribir en ${before}`,
        differences: entriesDifferences,
        merge: 'both',
        join: joinedPending,
      },
    },
    moments: (entries: readonly Entry[]) => entries.map(({ at }) => at),
  },
} as const satisfies Record<string, Fact>

/** Joins the suspensions of two desks, both of which join them alike: one that lasts as long as both together, for both reasons. */
function joinedSuspensions(one: Suspension, other: Suspension): Suspension {
  const [first, second] = [one, other].sort((a, b) =>
    a.from + describeSuspension(a) < b.from + describeSuspension(b) ? -1 : 1,
  ) as [Suspension, Suspension]
  const to = one.to && other.to && (one.to > other.to ? one.to : other.to)
  const parts = [first, second].flatMap(({ reason }) => reason.split('; ')).filter(Boolean)
  const reasons = [...new Set(parts)].join('; ')
  return { from: first.from, ...(to && { to }), reason: reasons.slice(0, maxReasonLength) }
}

function day(label: string, none: string) {
  return { label, text: (text: string) => text, shown: formatDate, none, merge: 'choice' } as const
}

/** Lines that both desks add: see `joinedLines`. */
function lines<Own extends { id: string }>(
  label: string,
  describe: (line: Own) => string,
  join: (one?: readonly Own[], other?: readonly Own[]) => readonly Own[],
) {
  return {
    label,
    text: (all: readonly Own[]) => all.map(describe).join('; '),
    key: linesKey,
    changed: (before: string, after: string) =>
      before && after
        ? `${label}: «${before}» → «${after}»`
        : `${label}: ${after || `ya no está «${before}»`}`,
    differences: lineDifferences(describe),
    merge: 'both',
    join,
    onlyGrows: true,
  } as const
}

function momentsOf(all: readonly { at: string }[]): string[] {
  return all.map(({ at }) => at)
}

function dayColumn(label: string, text: (terms: Terms) => string | undefined) {
  return { label, isDay: true, text } as const
}

export type FactName = keyof typeof facts

/** The facts that a pilot has. */
export type Facts = { [Name in FactName]?: FactShape<Name> }

/** The names of the facts that an audience gets. */
export type FactsFor<Who> = {
  [Name in FactName]: (typeof facts)[Name] extends { audience: Who } ? Name : never
}[FactName]

/** The names in one part of the facts. */
type NamesIn<Part extends keyof Fact> = {
  [Name in FactName]: (typeof facts)[Name] extends Record<Part, infer Entries> ? keyof Entries : never
}[FactName]

export type FactValueName = NamesIn<'values'>
export type FactColumnName = NamesIn<'columns'>
export type FactKind = NamesIn<'kinds'>

export const factNames = Object.keys(facts) as FactName[]

export function factOf(name: FactName): Fact {
  return facts[name]
}

export function factsFor<Who extends Fact['audience']>(who: Who): FactsFor<Who>[] {
  return factNames.filter((name): name is FactsFor<Who> => factOf(name).audience === who)
}

/** The values, the columns and the kinds of all facts by their names, each with the fact that it is of. */
export const factValues = entriesIn('values') as Record<FactValueName, Placed<FactValue>>
export const factColumns = entriesIn('columns') as Record<FactColumnName, Placed<FactColumn>>
export const factKinds = entriesIn('kinds') as Record<FactKind, { title: string; refusal: string }>

type Placed<Entry> = Entry & { fact: FactName }

function entriesIn(part: 'values' | 'columns' | 'kinds') {
  return Object.fromEntries(
    factNames.flatMap((fact) =>
      Object.entries(factOf(fact)[part] ?? {}).map(([name, entry]) => [name, { ...entry, fact }]),
    ),
  )
}

export const factValueNames = Object.keys(factValues) as FactValueName[]

export function isFactValue(name: string): name is FactValueName {
  return Object.hasOwn(factValues, name)
}

export function isFactColumn(name: string): name is FactColumnName {
  return Object.hasOwn(factColumns, name)
}

export function isFactKind(kind: string): kind is FactKind {
  return Object.hasOwn(factKinds, kind)
}

/** Counts what each author did: see `author.ts`. */
import type { ReportedWork } from './calls.ts'

type Kind = Exclude<keyof ReportedWork, 'name'>

export class WorkCounts {
  #ofAuthors = new Map<string, ReportedWork>()

  add(name: string, kind: Kind): void {
    const work = this.#ofAuthors.get(name) ?? { name, registered: 0, changes: 0, prints: 0, scans: 0 }
    work[kind] += 1
    this.#ofAuthors.set(name, work)
  }

  /** Returns the work of all authors, those who did most first. */
  list(): ReportedWork[] {
    return [...this.#ofAuthors.values()].sort(
      (one, other) =>
        totalOf(other) - totalOf(one) || one.name.localeCompare(other.name, 'es', { numeric: true }),
    )
  }
}

function totalOf({ registered, changes, prints, scans }: ReportedWork): number {
  return registered + changes + prints + scans
}

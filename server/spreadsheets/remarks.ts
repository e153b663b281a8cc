/** Collects the rows of a table at which a person should look: those set aside, and names divided uncertainly. */
import type { ImportRemarks } from '#domain/import/remarks'
import type { FileRow } from '#domain/import/row-reader'
import { excerptOf } from '#domain/text/text'

/** The largest number of rows of each kind that are listed. */
const listed = 100

/** Notes one row after the other, while they are imported. A row that is noted twice counts once. */
export class RemarkCollector {
  #aside = new Map<number, string>()
  #unsure = new Map<number, { name: string; lastname: string }>()
  #counted = { aside: 0, unsure: 0, lastLine: 0 }

  note({ line, cells, values, isAside, isUnsure }: FileRow): void {
    if (!isAside && !isUnsure) return
    if (line <= this.#counted.lastLine) return
    this.#counted.lastLine = line
    if (isAside) {
      this.#counted.aside += 1
      if (this.#aside.size < listed) this.#aside.set(line, excerptOf(cells, 60, ' '))
    } else {
      this.#counted.unsure += 1
      const { name, lastname } = values
      if (this.#unsure.size < listed)
        this.#unsure.set(line, { name: String(name ?? ''), lastname: String(lastname ?? '') })
    }
  }

  /** Returns the rows, and notes each when it is iterated. */
  observed(rows: Iterable<FileRow>): Iterable<FileRow> {
    const note = (row: FileRow) => this.note(row)
    return {
      *[Symbol.iterator]() {
        for (const row of rows) {
          note(row)
          yield row
        }
      },
    }
  }

  get remarks(): ImportRemarks {
    return {
      asideRows: this.#counted.aside,
      aside: Array.from(this.#aside, ([line, text]) => ({ line, text })),
      unsureRows: this.#counted.unsure,
      unsure: Array.from(this.#unsure, ([line, names]) => ({ line, ...names })),
    }
  }
}

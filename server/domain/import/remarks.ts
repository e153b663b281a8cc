/** The rows of an import at which a person should look, although they are not rejected. */

export interface ImportRemarks {
  /** The number of rows that are no riders. */
  asideRows: number
  /** The first of them, with their texts. */
  aside: { line: number; text: string }[]
  /** The number of rows whose full names are divided uncertainly. */
  unsureRows: number
  /** The first of them. */
  unsure: { line: number; name: string; lastname: string }[]
}

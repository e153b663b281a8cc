/** The words that databases and programs write where there is no value. */

/**
 * Returns the word if a cell is one, such as `NULL`. `Null` and `Nan` are names of people. Texts with which people fill a
 * cell, such as `S/N`, are none: see `saysNone`.
 * @example nothingWord(' \\N ') // '\\N'
 */
export function nothingWord(cell: unknown): string | undefined {
  if (typeof cell !== 'string' || cell.length > longest + 20) return undefined
  const text = cell.trim()
  return text.length >= 2 && text.length <= longest && words.test(text) ? text : undefined
}

/** The length of the longest word. */
const longest = 23

const words = new RegExp(
  [
    // SQL, in exports of MySQL, PostgreSQL, SQL Server, Oracle and their programs; .NET.
    String.raw`NULL|null|\\N|[(<[{](?:null|NULL|Null|nil|blank|empty|vacío|vacio|en blanco|vacías)[)>\]}]|(?:System\.)?DBNull`,
    String.raw`0000-00-00(?:[ T]00:00:00(?:\.0+)?Z?)?|00/00/0000`,
    // Pandas, R and C.
    String.raw`[+-]?(?:nan|NaN|NAN)|<NA>|<?NaT>?|None|NA_(?:character|integer|real|complex)_|-?1\.#(?:IND|QNAN)0*`,
    // JavaScript.
    String.raw`undefined|\[object Object\]|Invalid Date`,
  ]
    .map((some) => `^(?:${some})$`)
    .join('|'),
)

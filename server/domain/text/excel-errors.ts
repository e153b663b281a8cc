/** The texts that spreadsheet programs show in cells whose formula failed. */

/**
 * Returns the problem of a cell if it is the text of an error, in English, Spanish or Portuguese, or the `####` of a
 * column that is too narrow.
 * @example excelErrorProblem('#N/D') // 'La celda contiene un error de Excel (#N/D): escriba su valor'
 */
export function excelErrorProblem(cell: unknown): string | undefined {
  if (typeof cell !== 'string' || cell.charCodeAt(0) !== numberSign) return undefined
  return errorText.test(cell) ? excelErrorMessage(cell) : undefined
}

/** Returns the message for a cell that is an error in its workbook. */
export function excelErrorMessage(text: string): string {
  return `La celda contiene un error de Excel (${text.trim().slice(0, 30)}): escriba su valor`
}

const numberSign = 0x23

/** Matches the errors. */
const errorText = new RegExp(
  '^#(?:#{2,}…?|n/[ad]|[¡¿]?(?:ref|value|valor|div/0|num|núm|null|nulo|spill|desbordamiento|calc|field|campo|' +
    'blocked|connect|busy|unknown)!|[¡¿]?(?:name|nombre|nome)\\?|getting_data|obteniendo_datos)\\s*$',
  'i',
)

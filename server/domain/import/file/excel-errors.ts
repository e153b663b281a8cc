/** The texts that spreadsheet programs and databases show in cells whose formula failed. */

/**
 * Returns the problem of a cell if it is the text of an error, in English, Spanish or Portuguese, or the `####` of a
 * column that is too narrow. Google Sheets, LibreOffice and Access have errors of their own.
 * @example excelErrorProblem('#N/D') // 'La celda contiene un error de Excel (#N/D): escriba su valor'
 */
export function excelErrorProblem(cell: unknown): string | undefined {
  if (typeof cell !== 'string' || !mayBeError.test(cell)) return undefined
  if (errorText.test(cell)) return excelErrorMessage(cell)
  return otherError.test(cell) ? errorMessage('otro programa', cell) : undefined
}

/** Returns the message for a cell that is an error in its workbook. */
export function excelErrorMessage(text: string): string {
  return errorMessage('Excel', text)
}

function errorMessage(program: string, text: string): string {
  return `La celda contiene un error de ${program} (${text.trim().slice(0, 30)}): escriba su valor`
}

const mayBeError = /^(?:#|err|lo|ca)/i

/** Matches the errors of Google Sheets, of LibreOffice and of Access. */
const otherError =
  /^(?:#(?:error!?|¡?error!|eliminad[oa]!?|deleted!?|macro\?|fmt|type!)|(?:loading|cargando|carregando)(?:\.{3}|…)|err(?:or)?:\d{3})\s*$/i

/** Matches the errors. */
const errorText = new RegExp(
  '^#(?:#{2,}…?|n/[ad]|[¡¿]?(?:ref|value|valor|div/0|num|núm|null|nulo|spill|desbordamiento|calc|field|campo|' +
    'blocked|connect|busy|unknown)!|[¡¿]?(?:name|nombre|nome)\\?|getting_data|obteniendo_datos)\\s*$',
  'i',
)

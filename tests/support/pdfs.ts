/** Reads PDFs with the programs of poppler-utils, which `canReadPdfs` looks for. */
import { execFileSync } from 'node:child_process'

/** Returns the text of a PDF, for example with `-layout` as it is laid out, or with `-raw` in the order of its drawing. */
export function textOfPdf(path: string, ...options: string[]): string {
  return execFileSync('pdftotext', [...options, path, '-'], { encoding: 'utf8' })
}

/** Returns the number of pages of a PDF, their size and other lines of `pdfinfo`. */
export function infoOfPdf(path: string, ...options: string[]): string {
  return execFileSync('pdfinfo', [...options, path], { encoding: 'utf8' })
}

/** Draws QR codes (ISO/IEC 18004) at level Q, with a quiet zone of four modules, as SVG and for a terminal. */
import QRCode from 'qrcode'

/** A square of modules, including the quiet zone. */
export interface QrMatrix {
  /** The number of modules per side. */
  size: number
  isDark(row: number, column: number): boolean
}

const quietZone = 4

export function qrMatrix(text: string): QrMatrix {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'Q' })
  const inside = (index: number) => index >= quietZone && index < quietZone + modules.size
  return {
    size: modules.size + 2 * quietZone,
    isDark: (row, column) =>
      inside(row) && inside(column) && modules.get(row - quietZone, column - quietZone) === 1,
  }
}

/** Draws one path of horizontal runs, black on white. `pixels` sets the size of the picture, not its detail. */
export function qrSvg(text: string, pixels: number): string {
  const matrix = qrMatrix(text)
  const { size } = matrix
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column
      while (column < size && matrix.isDark(row, column)) column += 1
      if (column > start) path += `M${start} ${row}h${column - start}v1h-${column - start}z`
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" ` +
    `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  )
}

/**
 * Draws two modules per character, one above the other. With colour, the drawing is black on white for any colours of
 * the terminal. Without colour, the light modules are drawn, as a dark terminal needs.
 */
export function qrForTerminal(text: string, { colour }: { colour: boolean }): string {
  const { size, isDark } = qrMatrix(text)
  const blocks = colour ? [' ', '▄', '▀', '█'] : ['█', '▀', '▄', ' ']
  let drawing = ''
  for (let row = 0; row < size; row += 2) {
    let line = ''
    for (let column = 0; column < size; column += 1) {
      const lower = row + 1 < size && isDark(row + 1, column)
      line += blocks[(isDark(row, column) ? 2 : 0) + (lower ? 1 : 0)]
    }
    drawing += colour ? `\u001b[30;107m${line}\u001b[0m\n` : `${line}\n`
  }
  return drawing
}

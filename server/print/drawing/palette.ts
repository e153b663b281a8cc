/** The colours of the printed credential: the colours of the screens, which also differ when printed in grey. */
export const palette = {
  ink: '#10151c',
  /** The black that a laser printer prints without dots of other colours, for the edges of a QR. */
  black: '#000000',
  inkSoft: '#3f4855',
  paper: '#ffffff',
  shade: '#e3e8ee',
  shape: '#9aa5b4',
  line: '#7c8796',
  lineSoft: '#d3d9e1',
  red: '#c4001a',
  plate: '#ffd500',
} as const

/** A colour as `#rrggbb`. */
export type Colour = `#${string}`

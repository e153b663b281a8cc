/** The colours of the printed credential: those of the screens, chosen to differ in grey too. */
export const palette = {
  ink: '#10151c',
  /** What a laser printer draws without dots of other colours: for a QR's edges. */
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

export type Colour = (typeof palette)[keyof typeof palette]

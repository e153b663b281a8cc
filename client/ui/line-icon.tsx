/** An icon of lines in the colour of the text, on a square of 24 units. Screen readers skip it. */
interface LineIconProps {
  /** The path of the lines, as in SVG. */
  d: string
  /** The width of the lines. */
  stroke?: number
  isRound?: boolean
  /** The side in pixels, unless the class sets it. */
  size?: number
  className?: string
}

export function LineIcon({ d, stroke = 3, isRound = false, size, className }: LineIconProps) {
  const ends = isRound ? 'round' : undefined
  return (
    <svg className={className} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap={ends}
        strokeLinejoin={ends}
        d={d}
      />
    </svg>
  )
}

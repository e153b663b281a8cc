/** The images of the pages: the photo of a pilot, and icons of lines. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { StatusKind } from '#domain/credential/status'
import layout from './layout.module.css'

interface PhotoProps {
  src?: string
  /** The text alternative. An empty one hides the photo and its placeholder from screen readers. */
  alt: string
  /** True if the photo loads only when it scrolls into view. */
  isLazy?: boolean
  /** True if no other picture is more important. */
  isFirst?: boolean
  className?: string
  /** Takes the place of the helmet of a pilot without a photo. */
  placeholder?: ReactNode
}

/** A pilot's photo, or a placeholder if there is no photo or it does not load. */
export function Photo({ src, alt, isLazy = false, isFirst, className, placeholder }: PhotoProps) {
  const [failed, setFailed] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  // A photo in HTML of the server may have failed before React listened.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(src)
  }, [src])
  const classes = `${layout.photo} ${className ?? ''}`
  if (!src || src === failed) return placeholder ?? <Helmet className={classes} isDecoration={alt === ''} />
  return (
    <img
      ref={image}
      className={classes}
      src={src}
      alt={alt}
      loading={isLazy ? 'lazy' : undefined}
      fetchPriority={isFirst ? 'high' : undefined}
      onError={() => setFailed(src)}
    />
  )
}

/** Draws the placeholder: a helmet, seen from the side. */
function Helmet({ className, isDecoration }: { className: string; isDecoration: boolean }) {
  return (
    <svg
      className={className}
      viewBox="0 0 120 120"
      role="img"
      aria-label="Sin foto"
      aria-hidden={isDecoration}
    >
      <path fill="#e3e8ee" d="M0 0h120v120H0z" />
      <path
        fill="#9aa5b4"
        d="M22 66c0-24 18-40 40-40 20 0 36 13 38 32l-3 14-14 20c-3 4-7 6-12 6H44c-12 0-22-12-22-32z"
      />
      <path fill="#3f4855" d="M56 52h43c2 7 1 14-2 20l-36 1c-5-6-7-13-5-21z" />
      <path fill="#c3ccd8" d="M62 58h20l-3 8H64c-2-2-3-5-2-8z" />
      <path fill="#3f4855" d="M36 30l26-4c6 0 11 1 16 3l-30 9-18 2c2-4 3-7 6-10z" />
    </svg>
  )
}

const paths: Record<StatusKind, string> = {
  valid: 'M5 13l5 5 9-11',
  expired: 'M6 6l12 12M18 6L6 18',
  suspended: 'M8 5v14M16 5v14',
  incomplete: 'M6 12h3M11 12h3M16 12h3',
  revoked: 'M6 6l12 12M18 6L6 18',
}

/** The icon of a status, which differs in its shape too: a check mark, a cross, a pause, a broken line. */
export function StatusIcon({ kind, className }: { kind: StatusKind; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="square" d={paths[kind]} />
    </svg>
  )
}

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

/** An icon of lines in the colour of the text, on a square of 24 units. Screen readers skip it. */
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

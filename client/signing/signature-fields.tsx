/** The waiver as a rider reads and signs it: the text, the adult who signs with a minor, and the box for the signature. */

import type { ReactNode } from 'react'
import { guardianProblems } from '#domain/signing/problems'
import { strokesProblem } from '#domain/signing/strokes'
import { maxGuardian, maxGuardianDocument } from '#domain/stored/limits'
import { TextField } from '../ui/field.tsx'
import layout from '../ui/layout.module.css'
import { SignaturePad } from './signature-pad.tsx'
import styles from './signing.module.css'

/** A signature as it is typed and drawn, by the names of its controls. */
export interface Signing {
  strokes: string
  guardian_name: string
  guardian_document: string
}

export const unsigned: Signing = { strokes: '', guardian_name: '', guardian_document: '' }

/** Returns what is wrong with a signature, by the names of its controls. */
export function signingProblems({ strokes, ...guardian }: Signing, isMinor: boolean) {
  const { guardian_name: name, guardian_document: document } = guardian
  const problem = strokesProblem(strokes)
  return {
    ...(isMinor && guardianProblems({ name: name.trim(), document: document.trim() })),
    ...(problem && { strokes: problem }),
  }
}

/** Returns a signature as the server takes it. */
export function signatureBody(
  { strokes, guardian_name: name, guardian_document: document }: Signing,
  isMinor: boolean,
) {
  return { strokes, ...(isMinor && { guardian: { name, document } }) }
}

interface SignatureFieldsProps {
  text: string
  isMinor: boolean
  value: Signing
  problems: Partial<Record<keyof Signing, string | undefined>>
  /** Translates a text, on the phone of a rider. */
  translate?: (text: string) => string
  onChange: (changes: Partial<Signing>) => void
}

export function SignatureFields(props: SignatureFieldsProps) {
  const { text, isMinor, value, problems, translate = asItIs, onChange } = props
  return (
    <>
      <WaiverText>{text}</WaiverText>
      {isMinor && <GuardianFields {...props} />}
      <SignaturePad
        label={translate('Firme aquí con el dedo')}
        clearText={translate('Borrar la firma')}
        value={value.strokes}
        problem={problems.strokes}
        onChange={(strokes) => onChange({ strokes })}
      />
    </>
  )
}

/** The content of a dialog with `SignatureFields`, whose box for the signature is beside the text on a low screen. */
export function SigningSheet({ children }: { children: ReactNode }) {
  return <div className={styles.sheet}>{children}</div>
}

/** A text in a box, in which it scrolls. */
export function WaiverText({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is read with the keys too.
    <div className={styles.text} tabIndex={0}>
      {children}
    </div>
  )
}

/** The name and the document of the adult who signs with a minor. */
export function GuardianFields(props: Omit<SignatureFieldsProps, 'text' | 'isMinor'>) {
  const { value, problems, translate = asItIs, onChange } = props
  const adult = [
    ['guardian_name', translate('Nombre del adulto que firma'), maxGuardian],
    ['guardian_document', translate('Documento del adulto que firma'), maxGuardianDocument],
  ] as const
  return (
    <div className={layout.columns}>
      {adult.map(([name, label, maxLength]) => (
        <TextField
          key={name}
          name={name}
          label={label}
          isRequired
          maxLength={maxLength}
          autoComplete="off"
          value={value[name]}
          problem={problems[name]}
          onChange={(text) => onChange({ [name]: text })}
        />
      ))}
    </div>
  )
}

const asItIs = (text: string) => text

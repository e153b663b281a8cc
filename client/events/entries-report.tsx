/** Shows the result of an order for entries: how many it made, and which riders were refused and why. */

import { credentialPath } from '#domain/api/addresses'
import type { EntriesReportInfo } from '#domain/events/calls'
import { figure } from '#domain/text/text'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'

/** `text` says what was done. The links open new tabs, so that the report stays. */
export function EntriesReport({ report, text }: { report: EntriesReportInfo; text: string }) {
  const { refused, refused_total: total } = report
  return (
    <>
      <p role="status">
        <strong className={parts.lead}>{text}</strong>
      </p>
      {total > 0 && (
        <section className={parts.leftOut}>
          <h3>{total === 1 ? '1 no se inscribió' : `${figure(total)} no se inscribieron`}</h3>
          <ul>
            {refused.map(({ id, name, modalidad, reason, other }) => (
              <li key={`${id} ${modalidad}`}>
                <span>
                  <RiderLink id={id}>{name}</RiderLink> ({modalidad}):
                </span>{' '}
                <span>
                  {reason} <OwnerLink id={other} />
                </span>
              </li>
            ))}
            {total > refused.length && <li>y {figure(total - refused.length)} más</li>}
          </ul>
        </section>
      )}
    </>
  )
}

/** Links to the rider who has a number, if there is one, in a line of its own. */
export function OwnerLink({ id }: { id?: string }) {
  return (
    id && (
      <span className={layout.block}>
        <RiderLink id={id}>Ver quién lo tiene</RiderLink>
      </span>
    )
  )
}

function RiderLink({ id, children }: { id: string; children: string }) {
  return (
    <a className={layout.target} href={credentialPath(id)} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** Says how many entries were made, as numbers of riders if each has one. */
export function enteredText({ changed, unchanged }: EntriesReportInfo, isOneEach: boolean): string {
  const [one, many] = isOneEach ? ['inscrito', 'inscritos'] : ['inscripción', 'inscripciones']
  const made = `${figure(changed)} ${changed === 1 ? one : many}`
  if (unchanged === 0) return made
  return `${made}, ${figure(unchanged)} ya ${unchanged === 1 ? 'estaba' : 'estaban'}`
}

/** Says how many entries were taken out. */
export function withdrawnText({ changed }: EntriesReportInfo): string {
  if (changed === 0) return 'Ninguno estaba inscrito'
  return changed === 1 ? 'Se retiró 1 inscripción' : `Se retiraron ${figure(changed)} inscripciones`
}

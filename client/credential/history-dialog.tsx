/** The change history of a pilot: each change with its author and time, the newest first. */
import { fullName } from '#domain/pilot/full-name'
import { changeText, type HistoryChange, type HistoryEntry, historyTexts } from '#domain/pilot/history'
import { formatMoment } from '#domain/text/date'
import { shortened } from '#domain/text/text'
import type { CredentialPilot } from '#domain/web/wire'
import { useChanges } from '../api/changes.ts'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import { LongText } from '../ui/long-text.tsx'
import { actionNames } from './action-names.ts'
import styles from './history-dialog.module.css'

/** The number of characters of a value that are displayed at first. */
const excerptLength = 80

export function HistoryDialog({ pilot, onClose }: { pilot: CredentialPilot; onClose: () => void }) {
  const { value, error, reload } = useLoad((signal) => staffApi.history(pilot.id, signal), pilot.id)
  useChanges(({ ids = [pilot.id] }) => {
    if (ids.includes(pilot.id)) reload()
  })
  return (
    <Dialog title={actionNames.history} closesOnScan onClose={onClose}>
      <p>{fullName(pilot)}</p>
      {error && <Failure hasUnsavedData error={error} retry={reload} />}
      {value ? (
        <ol className={styles.entries}>
          {[...value].reverse().map((entry) => (
            <Entry key={`${entry.at} ${entry.kind}`} {...entry} />
          ))}
        </ol>
      ) : (
        !error && <Loading />
      )}
    </Dialog>
  )
}

function Entry({ at, by, kind, changes = [] }: HistoryEntry) {
  return (
    <li className={styles.entry}>
      <p className={styles.when}>
        <time dateTime={at}>{formatMoment(at)}</time>
        {by && ` · ${by}`}
      </p>
      <h3>{historyTexts[kind]}</h3>
      {changes.map((change) => (
        <p key={change.field}>
          <LongText short={changeText(shortChange(change))} whole={changeText(change)} />
        </p>
      ))}
    </li>
  )
}

/** Shortens the values of a change to one line each, until the person asks for the full text. */
function shortChange({ field, before, after }: HistoryChange): HistoryChange {
  return { field, before: shortened(before, excerptLength), after: shortened(after, excerptLength) }
}

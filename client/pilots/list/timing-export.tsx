/** The export for a timing program: the program, what is odd about its riders, and the file. */
import { useState } from 'react'
import { type TimingProgram, timingFiles, timingPrograms } from '#domain/events/timing/programs'
import { figure } from '#domain/text/text'
import { useLoad } from '../../api/load.ts'
import { type Selection, staffApi } from '../../api/staff-api.ts'
import button from '../../ui/button.module.css'
import type { useDownload } from '../../ui/download.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited } from '../../ui/load.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './list.module.css'

interface TimingExportProps {
  selection: Selection
  /** The download of the dialog, which shows its progress. */
  download: Pick<ReturnType<typeof useDownload>, 'isBusy' | 'start'>
}

export function TimingExport({ selection, download }: TimingExportProps) {
  const [program, setProgram] = useState<TimingProgram>()
  return (
    <div className={layout.stack}>
      <RadioGroup
        legend="Programa"
        value={program}
        onChange={setProgram}
        options={timingPrograms.map((one) => [one, timingFiles[one].name] as const)}
      />
      {program && (
        <>
          <Warnings program={program} selection={selection} />
          <button
            type="button"
            className={button.primary}
            aria-disabled={download.isBusy}
            onClick={() =>
              download.start(timingFiles[program].name, (onBytes, signal) =>
                staffApi.timingFile(program, selection, onBytes, signal),
              )
            }
          >
            Descargar para {timingFiles[program].name}
          </button>
        </>
      )}
    </div>
  )
}

/** The number of riders that a warning names. */
const mostNamed = 50

function Warnings({ program, selection }: { program: TimingProgram; selection: Selection }) {
  const load = useLoad(
    (signal) => staffApi.timingWarnings(program, selection, signal),
    JSON.stringify([program, selection]),
  )
  return (
    <Awaited load={load}>
      {(warnings) =>
        warnings.length === 0 ? (
          <p role="status">Todos tienen número y transponder, y ninguno se repite.</p>
        ) : (
          <ul className={styles.warnings} aria-label="Para revisar antes">
            {warnings.map(({ text, riders }) => (
              <li key={text}>
                <details>
                  <summary>{text}</summary>
                  <ul>
                    {riders.slice(0, mostNamed).map((rider) => (
                      <li key={rider}>{rider}</li>
                    ))}
                  </ul>
                  {riders.length > mostNamed && <p>y {figure(riders.length - mostNamed)} más</p>}
                </details>
              </li>
            ))}
          </ul>
        )
      }
    </Awaited>
  )
}

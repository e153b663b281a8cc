/** The tasks of the desk for a rider, and the sections of a credential: the entries, and those of the features. */
import { features, type RiderProps, type TaskProps } from '../api/feature.ts'
import { EntriesSection } from '../events/entries-section.tsx'

export function CredentialSections(props: RiderProps) {
  return (
    <>
      <EntriesSection {...props} />
      {features.map(({ name, Section }) => Section && <Section key={name} {...props} />)}
    </>
  )
}

/** The tasks that are left of a rider besides marks on entries. Each stands once, however many entries there are. */
export function RiderTasks(props: TaskProps) {
  return features.map(({ name, Task }) => Task && <Task key={name} {...props} />)
}

/** The gates of the event: their names, the meaning of a second entry, and the phones that are paired with them. */
import { settingsApi } from '../api/settings-api.ts'
import { useLoad } from '../api/use-load.ts'
import { Failure, Loading } from '../ui/load.tsx'
import { GatesForm } from './gates-form.tsx'
import { Phones } from './phones.tsx'

export function GatesSection() {
  const { value, error, reload } = useLoad((signal) => settingsApi.settings(signal), 'gates')
  if (error) return <Failure error={error} retry={reload} />
  if (!value) return <Loading />
  return (
    <>
      <GatesForm stored={value.gate} onSaved={reload} />
      <Phones gates={value.gate.gates} />
    </>
  )
}

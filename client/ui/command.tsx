/** Commands and the start of the kiosk, as a person types them on this laptop. */
import { isInstallation, launchOf } from '#domain/desk/installation'

/** Returns what the laptop has to open the kiosk and to run commands. Every page tells how it is installed. */
export function ownLaunch() {
  const { installation = '' } = document.documentElement.dataset
  return launchOf(isInstallation(installation) ? installation : 'clone')
}

/** A command, without the word with which commands begin on the laptop. */
export function Command({ children, className }: { children: string; className?: string }) {
  return (
    <code className={className}>
      {ownLaunch().command} {children}
    </code>
  )
}

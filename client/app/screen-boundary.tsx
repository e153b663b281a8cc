/** The error boundary around the screens. */
import { Component, type ReactNode } from 'react'
import { Failure, screenFailure } from '../ui/load.tsx'

/** Shows a failure instead of a screen that throws while it renders. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <Failure error={screenFailure} retry={() => window.location.reload()} />
  }
}

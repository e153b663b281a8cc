/** Catches what a screen throws while it is drawn. */
import { Component, type ReactNode } from 'react'
import { Failure, screenFailure } from '../ui/load.tsx'

/** Shows a failure in the place of a screen that could not be drawn. */
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

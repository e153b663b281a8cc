/** Says what an erasure did, and what is left to do by hand. */
import { type ErasureReport, erasureText, leftTexts } from '#domain/privacy/report'
import { Notice } from '../ui/notice.tsx'

export function ErasureNotice({ report }: { report: ErasureReport }) {
  return (
    <Notice kind={report.unread.length > 0 ? 'warning' : 'good'}>
      <div role="status">
        <p>
          <strong>{erasureText(report)}.</strong>
        </p>
        {leftTexts(report).map((text) => (
          <p key={text}>{text}.</p>
        ))}
      </div>
    </Notice>
  )
}

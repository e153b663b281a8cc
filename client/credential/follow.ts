/**
 * The script of a credential without the application. It loads the page again when it becomes visible again, because
 * the credential may have changed meanwhile, and after a temporary failure. The page stays while the server has no
 * answer.
 */
import { recordPath, retryAfter } from '#domain/api/addresses'
import { formatMoment } from '#domain/text/date'
import { questionTime, timeLimit } from '../api/silence.ts'

// The server writes times in its own time zone.
for (const time of document.querySelectorAll('time')) time.textContent = formatMoment(time.dateTime)

addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') reload()
})
if (document.querySelector('[data-is-temporary]')) setInterval(reload, retryAfter)

function reload(): void {
  const [, , code = ''] = location.pathname.split('/')
  const signal = timeLimit(questionTime)
  fetch(recordPath(decodeURIComponent(code)), { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ status }) => status < 429 && location.reload(),
    () => {},
  )
}

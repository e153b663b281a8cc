/** Asks a server for `paths` in turns, for so many seconds, and prints the answers a second; a process of its own. */
import autocannon from 'autocannon'

const { url, paths, connections, seconds } = JSON.parse(process.argv[2])
const requests = paths.map((path) => ({ path }))
let client = 0
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests,
  // Each begins at another place: no two ask the same at the same moment.
  setupClient(one) {
    const start = Math.floor((client / connections) * requests.length)
    client += 1
    one.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  },
})
if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
console.log(result.requests.total / seconds)

/** Requests `paths` from a server one after another, for `seconds`, and prints the number of answers per second. */
import autocannon from 'autocannon'

const { url, paths, connections, seconds } = JSON.parse(process.argv[2])
const requests = paths.map((path) => ({ path }))
let client = 0
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests,
  // Each client starts at a different index, so that no two clients request one path at the same moment.
  setupClient(one) {
    const start = Math.floor((client / connections) * requests.length)
    client += 1
    one.setRequests([...requests.slice(start), ...requests.slice(0, start)])
  },
})
if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
console.log(result.requests.total / seconds)

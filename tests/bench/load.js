/** Asks a server for `paths` in turns, for so many seconds, and prints the answers a second; a process of its own. */
import autocannon from 'autocannon'

const { url, paths, connections, seconds } = JSON.parse(process.argv[2])
const requests = paths.map((path) => ({ path }))
const result = await autocannon({ url, connections, duration: seconds, requests })
if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
console.log(result.requests.total / seconds)

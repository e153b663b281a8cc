/** Registers pilots on a server for `seconds`, over several connections, and prints the registrations per second. */
import autocannon from 'autocannon'

const { url, connections, seconds, firstDni } = JSON.parse(process.argv[2])
const boundary = 'the-boundary-of-this-form'
let dni = firstDni

const draft = {
  name: 'Íñigo',
  lastname: 'Núñez Peña',
  email: 'inigo@ejemplo.org',
  celular: 987654321,
  fechanac: '1994-02-28',
  nlicencia: 'FM-2026-0001',
  npiloto: '93',
  licencia: 'Anual',
  modalidad: 'ENDURO CROSS',
  club: 'Moto Club Ñandú',
  tiposangre: 'AB+',
  participacion: '2021: campeón regional',
}

function body() {
  dni += 1
  return [
    `--${boundary}`,
    'Content-Disposition: form-data; name="data_driver"',
    '',
    JSON.stringify({ ...draft, dni }),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

const result = await autocannon({
  url: `${url}/api`,
  connections,
  duration: seconds,
  requests: [
    {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'sec-fetch-site': 'same-origin',
      },
      setupRequest: (request) => ({ ...request, body: body() }),
    },
  ],
})
if (result.non2xx + result.errors > 0) throw new Error(`${url} refused registrations`)
console.log(result['2xx'] / seconds)

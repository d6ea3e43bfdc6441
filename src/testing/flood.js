// A worker that floods a port: each of its connections sends a text and connects again as soon as it is
// closed.
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'

const { port, from, text, count, reads, ca } = workerData
const RECONNECT_MS = 50
let opening = count

function flood() {
  const address = { port, host: '127.0.0.1', localAddress: from }
  const socket = ca ? connectTls({ ...address, ca, servername: 'localhost' }) : connect(address)
  let isOpening = true
  const opened = () => {
    if (isOpening) opening -= 1
    isOpening = false
    if (opening === 0) parentPort.postMessage('ready')
  }
  socket.once(ca ? 'secureConnect' : 'connect', () => socket.write(text))
  socket.once('connect', opened)
  socket.once('close', opened)
  // Without reading, a socket does not notice that the other side has closed it in order.
  if (reads) socket.resume()
  socket.on('error', () => undefined)
  socket.on('close', () => setTimeout(flood, RECONNECT_MS))
}

for (let index = 0; index < count; index++) flood()
